import { useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { rowsInView, topFor, type View } from './row-window.ts';

/**
 * Which rows of a scrolled list are to be drawn. `scroller` is the ref of what scrolls; `reveal` scrolls as far as a row needs to
 * be in view, and has it drawn then.
 *
 * @param starts where each row begins, by `startsOf`
 */
export function useRowWindow(starts: readonly number[]) {
  const [view, setView] = useState<View>(() => ({ top: 0, height: window.innerHeight }));
  const latest = useRef({ starts, view });
  latest.current = { starts, view };
  const element = useRef<HTMLElement>(null);
  const look = useCallback(() => {
    const now = { top: element.current?.scrollTop ?? 0, height: element.current?.clientHeight ?? 0 };
    // Nothing while the list is not shown (a phone shows the room alone).
    if (now.height === 0) return;
    const drawn = rowsInView(latest.current.starts, latest.current.view);
    const wanted = rowsInView(latest.current.starts, now);
    // At once: the browser has scrolled already, and would show a gap.
    if (drawn.from !== wanted.from || drawn.to !== wanted.to) flushSync(() => setView(now));
  }, []);
  const scroller = useCallback(
    (box: HTMLElement | null) => {
      element.current = box;
      if (box === null) return undefined;
      const observer = new ResizeObserver(look);
      observer.observe(box);
      box.addEventListener('scroll', look, { passive: true });
      return () => {
        observer.disconnect();
        box.removeEventListener('scroll', look);
        element.current = null;
      };
    },
    [look],
  );
  const reveal = useCallback(
    (row: number) => {
      const box = element.current;
      if (box === null) return;
      const top = topFor(latest.current.starts, row, { top: box.scrollTop, height: box.clientHeight });
      if (top !== box.scrollTop) box.scrollTop = top;
      look();
    },
    [look],
  );
  return { ...rowsInView(starts, view), element, scroller, reveal };
}
