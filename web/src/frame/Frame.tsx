import { Outlet, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Commands } from '../commands/Commands.tsx';
import { Notices } from '../features/notices/public.ts';
import { useCan } from '../session/current-user.ts';
import { type TextKey, useText } from '../text.ts';
import { Area } from '../ui/Area.tsx';
import { toastError } from '../ui/toast.ts';
import styles from './Frame.module.css';
import { NewVersion } from './NewVersion.tsx';
import { useTitleCount } from './page-title.ts';
import { Rail } from './Rail.tsx';
import { TopBar } from './TopBar.tsx';

/** Rail, top bar and the page: what stands around everything a signed-in person sees. */
export function Frame() {
  const text = useText();
  const hears = useCan(['realtime', 'connect']);
  const crumbKey = useMatches({ select: (matches) => matches.at(-1)?.staticData.crumbKey });
  const count = useTitleCount((title) => title.count);
  const name = crumbKey === undefined ? '' : text(crumbKey);
  const told = (part: TextKey) => () => toastError('FRAME_AREA_BROKEN', { name: text(part) });
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${name === '' ? '' : `${name} – `}Parley`;
  }, [name, count]);
  return (
    <div className={styles.frame}>
      <Rail />
      <TopBar title={name} />
      <Area name={text('COMMANDS_OPEN_PALETTE')} onBroken={told('COMMANDS_OPEN_PALETTE')}>
        <Commands />
      </Area>
      <main className={styles.page}>
        <Outlet />
      </main>
      <Area name={text('FRAME_TOO_OLD')} onBroken={told('FRAME_TOO_OLD')}>
        <NewVersion />
      </Area>
      {hears ? (
        <Area name={text('NOTICES_LIST')} onBroken={told('NOTICES_LIST')}>
          <Notices />
        </Area>
      ) : null}
    </div>
  );
}
