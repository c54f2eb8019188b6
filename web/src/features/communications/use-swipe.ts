import { type RefObject, useEffect, useRef } from 'react';
import { useGo, usePlace } from './place.ts';
import { swipeOf, type Touched } from './swipe.ts';

/** One view at a time stands on the screen: only then is there something to go back from. */
export const PHONE = '(max-width: 759px)';

const touched = ({ clientX, clientY }: Touch, at: number): Touched => ({ x: clientX, y: clientY, at });

/** Places where a drawn finger means something else: fields, menus, questions, and what scrolls to the side. */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true;
  if (target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]') !== null) return true;
  for (let box: Element | null = target; box !== null; box = box.parentElement) {
    if (box.scrollWidth > box.clientWidth && ['auto', 'scroll'].includes(getComputedStyle(box).overflowX)) return true;
  }
  return false;
}

const marksText = (): boolean => document.getSelection()?.isCollapsed === false;

/**
 * On a phone, a swipe to the right goes back (customer, room, list), one to the left from a room to its customer. Nothing
 * moves along with the finger, so that there is no motion to reduce.
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
    const box = page.current;
    if (box === null) return;
    let from: Touched | null = null;
    const start = (event: TouchEvent) => {
      const [finger] = event.touches;
      const counts = event.touches.length === 1 && matchMedia(PHONE).matches && !isElsewhere(event.target) && !marksText();
      from = counts && finger !== undefined ? touched(finger, event.timeStamp) : null;
    };
    const end = (event: TouchEvent) => {
      const [finger] = event.changedTouches;
      if (from === null || finger === undefined || event.touches.length > 0 || marksText()) return;
      const to = swipeOf(from, touched(finger, event.timeStamp), window.innerWidth);
      from = null;
      if (to !== null) latest.current(to);
    };
    const cancel = () => {
      from = null;
    };
    const passive = { passive: true } as const;
    box.addEventListener('touchstart', start, passive);
    box.addEventListener('touchend', end, passive);
    box.addEventListener('touchcancel', cancel, passive);
    return () => {
      box.removeEventListener('touchstart', start);
      box.removeEventListener('touchend', end);
      box.removeEventListener('touchcancel', cancel);
    };
  }, [page]);
}
