import { type RefObject, useEffect, useRef } from 'react';
import { swipeOf, type Touched } from '../swipe.ts';

const touched = ({ clientX, clientY }: Touch, at: number): Touched => ({ x: clientX, y: clientY, at });

/** Tells of a finger that was drawn to a side over a box; two fingers, or an enlarged page, mean something else. */
export function useSideSwipe(box: RefObject<HTMLElement | null>, onSwipe: (to: 'left' | 'right') => void): void {
  const latest = useRef(onSwipe);
  latest.current = onSwipe;
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let from: Touched | null = null;
    const start = ({ touches, timeStamp }: TouchEvent) => {
      const isWhole = touches.length === 1 && (window.visualViewport?.scale ?? 1) <= 1.01;
      from = isWhole && touches[0] !== undefined ? touched(touches[0], timeStamp) : null;
    };
    const end = ({ changedTouches, touches, timeStamp }: TouchEvent) => {
      const [finger] = changedTouches;
      if (from === null || finger === undefined || touches.length > 0) return;
      const to = swipeOf(from, touched(finger, timeStamp), window.innerWidth);
      from = null;
      if (to !== null) latest.current(to);
    };
    element.addEventListener('touchstart', start, { passive: true });
    element.addEventListener('touchend', end, { passive: true });
    return () => {
      element.removeEventListener('touchstart', start);
      element.removeEventListener('touchend', end);
    };
  }, [box]);
}
