import { Outlet, useMatches } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { afterwards } from '../afterwards.ts';
import { Commands } from '../commands/Commands.tsx';
import { Notices } from '../features/notices/public.ts';
import { quietly } from '../replaced.ts';
import { useCan } from '../session/current-user.ts';
import { type TextKey, useText } from '../text.ts';
import { Area } from '../ui/Area.tsx';
import { OverPages } from '../ui/OverPages.tsx';
import { toastError } from '../ui/toast.ts';
import { useAllMissed, useMissedInStep } from './counters.ts';
import styles from './Frame.module.css';
import { type Place, placeOf } from './focus-place.ts';
import { NewVersion } from './NewVersion.tsx';
import { Rail } from './Rail.tsx';
import { TopBar } from './TopBar.tsx';

/** Keeps the focus from falling to nothing. Its code comes after the first page; whoever was quicker than that is known all the same. */
function useFocusKept(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let isOver = false;
    let last: Place | undefined;
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) last = placeOf(target);
    };
    const load = async () => {
      const { keepFocus } = await import('./focus-kept.ts');
      document.removeEventListener('focusin', remember);
      if (!isOver && page.current !== null) stop = keepFocus(page.current, last);
    };
    document.addEventListener('focusin', remember);
    let stop = afterwards(() => void quietly(load));
    return () => {
      isOver = true;
      document.removeEventListener('focusin', remember);
      stop();
    };
  }, [page]);
}

/** Rail, top bar and the page: what stands around everything a signed-in person sees. */
export function Frame() {
  const text = useText();
  const hears = useCan(['realtime', 'connect']);
  const crumbKey = useMatches({ select: (matches) => matches.at(-1)?.staticData.crumbKey });
  const count = useAllMissed();
  useMissedInStep();
  const name = crumbKey === undefined ? '' : text(crumbKey);
  const page = useRef<HTMLElement>(null);
  useFocusKept(page);
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
      <main ref={page} tabIndex={-1} className={styles.page}>
        <Outlet />
      </main>
      <Area name={text('FRAME_TOO_OLD')} onBroken={told('FRAME_TOO_OLD')}>
        <NewVersion />
      </Area>
      <OverPages />
      {hears ? (
        <Area name={text('NOTICES_LIST')} onBroken={told('NOTICES_LIST')}>
          <Notices />
        </Area>
      ) : null}
    </div>
  );
}
