import { useCallback, useEffect, useRef, useState, type WheelEvent } from 'react';

/** Brings the last part of a row that is pressed into view: what it says stands behind what is more general. Not one that was only just made of what is shown. */
export function showPressed(row: Element | null): void {
  const pressed = row?.querySelectorAll('[aria-pressed="true"]:not([data-made])');
  pressed?.[pressed.length - 1]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/**
 * A row that may be wider than its place: on which sides it goes on, what is pressed in view, and a wheel turns it.
 *
 * @param pressed says when another part of it is pressed
 */
export function useRowAside(pressed: string) {
  const element = useRef<HTMLFieldSetElement>(null);
  const [more, setMore] = useState<string | undefined>(undefined);
  const row = useCallback((box: HTMLFieldSetElement | null) => {
    element.current = box;
    if (box === null) return undefined;
    // What it holds came later, or is wider than it was: what is pressed has moved. Not while somebody points at it, and draws it.
    let width = 0;
    const look = () => {
      const rest = box.scrollWidth - box.clientWidth - box.scrollLeft;
      if (box.scrollWidth !== width && !box.matches(':hover')) showPressed(box);
      width = box.scrollWidth;
      setMore([...(box.scrollLeft > 1 ? ['before'] : []), ...(rest > 1 ? ['after'] : [])].join(' ') || undefined);
    };
    const observer = new ResizeObserver(look);
    observer.observe(box);
    for (const part of box.children) observer.observe(part);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', look);
      element.current = null;
    };
  }, []);
  // What is pressed when the row comes is shown by what hears of its size, once it is laid out for the first time: to ask here would lay out the page for it.
  const shown = useRef(pressed);
  useEffect(() => {
    if (shown.current !== pressed) showPressed(element.current);
    shown.current = pressed;
  }, [pressed]);
  const turn = ({ deltaX, deltaY, currentTarget }: WheelEvent<HTMLElement>) => {
    if (deltaX === 0) currentTarget.scrollLeft += deltaY;
  };
  return { row, more, turn };
}
