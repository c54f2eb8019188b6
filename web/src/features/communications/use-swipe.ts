import { type RefObject, useEffect, useRef } from 'react';
import { quietly } from '../../replaced.ts';
import { useGo, usePlace } from './place.ts';

/** One view at a time stands on the screen: only then is there something to go back from. */
export const PHONE = '(max-width: 759px)';

/**
 * On a phone, a swipe to the right goes back (customer, room, list), one to the left from a room to its customer. Nothing
 * moves along with the finger, so that there is no motion to reduce. What tells a swipe comes after the page.
 */
export function useSwipe(page: RefObject<HTMLElement | null>): void {
  const go = useGo();
  const { roomId, tab } = usePlace();
  const latest = useRef<(to: 'left' | 'right') => void>(() => undefined);
  latest.current = (to) => {
    if (roomId === null) return;
    if (to === 'left' && tab !== 1) go({ tab: 1 });
    else if (to === 'right') go(tab === 1 ? { tab: 0 } : { roomId: null, tab: 0 });
  };
  useEffect(() => {
    let stop = () => {};
    let isOver = false;
    if (matchMedia('(any-pointer: coarse)').matches)
      void quietly(async () => {
        const { watchSwipes } = await import('./watch-swipes.ts');
        if (!isOver && page.current !== null)
          stop = watchSwipes(
            page.current,
            () => matchMedia(PHONE).matches,
            (to) => latest.current(to),
          );
      });
    return () => {
      isOver = true;
      stop();
    };
  }, [page]);
}
