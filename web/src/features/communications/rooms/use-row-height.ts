import { useCallback, useState } from 'react';
import { useLook } from '../../../theme/look.ts';

/** As tokens.css has it, apart from what a finger needs: true for nearly everybody from the first frame on. */
const USUAL = { comfortable: 60, compact: 48 } as const;

/**
 * How high a row is, by a ruler that is as high as the rows: they differ by density and pointer alone, and to ask each row
 * that comes into view would lay out the whole page once more. `ruler` is the ruler's ref.
 */
export function useRowHeight() {
  const [height, setHeight] = useState<number>(USUAL[useLook.getState().density]);
  const ruler = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const measured = entry?.contentRect.height ?? 0;
      // Nothing while the list is not shown (a phone shows the room alone).
      if (measured > 0) setHeight(measured);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { height, ruler };
}
