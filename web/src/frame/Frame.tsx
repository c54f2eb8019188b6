import { Outlet, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Commands } from '../commands/Commands.tsx';
import { Notices } from '../features/notices/public.ts';
import { useCan } from '../session/current-user.ts';
import { useText } from '../text.ts';
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
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${name === '' ? '' : `${name} – `}Parley`;
  }, [name, count]);
  return (
    <div className={styles.frame}>
      <Rail />
      <TopBar title={name} />
      <Commands />
      <main className={styles.page}>
        <Outlet />
      </main>
      <NewVersion />
      {hears ? <Notices /> : null}
    </div>
  );
}
