import { type RefObject, useEffect } from 'react';
import { SCROLLED_UP_LIMIT } from '../state/seen.ts';

/** So long after the window's last change the rows may still be measured anew. */
const REFLOW_MS = 500;

/**
 * Keeps a reader who stands at the newest end there when the window changes: lower (a growing composer, a phone's
 * keyboard) or of another width, where every row breaks its lines anew and its height follows some frames later. Only the
 * reader's own scrolling leaves the end: an event in which neither window nor content changed.
 */
export function useEndKept(scroller: RefObject<HTMLElement | null>, scrollToEnd: () => void): void {
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    const fromEnd = () => box.scrollHeight - box.scrollTop - box.clientHeight;
    const measures = () => `${box.clientWidth} ${box.clientHeight} ${box.scrollHeight}`;
    let isAtEnd = fromEnd() <= SCROLLED_UP_LIMIT;
    let measured = measures();
    let window = `${box.clientWidth} ${box.clientHeight}`;
    let changedAt = Number.NEGATIVE_INFINITY;
    const scrolled = () => {
      const now = measures();
      if (fromEnd() <= SCROLLED_UP_LIMIT) isAtEnd = true;
      else if (now === measured) isAtEnd = false;
      measured = now;
    };
    const resized = () => {
      const now = `${box.clientWidth} ${box.clientHeight}`;
      if (now !== window) changedAt = performance.now();
      window = now;
      if (isAtEnd && performance.now() - changedAt < REFLOW_MS) {
        scrollToEnd();
        // By the measures of now: those of the rows may still be of the window that was.
        box.scrollTop = box.scrollHeight;
      }
      measured = measures();
    };
    const observer = new ResizeObserver(resized);
    observer.observe(box);
    for (const content of box.children) observer.observe(content);
    box.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', scrolled);
    };
  }, [scroller, scrollToEnd]);
}
