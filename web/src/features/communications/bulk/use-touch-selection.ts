import { type RefObject, useEffect, useRef } from 'react';
import type { Selection } from '../rooms/use-selection.ts';

/** Shorter than the browser's own long press, which would open a menu of links. */
const HOLD_MS = 450;
/** A finger that goes further scrolls, or is drawn to a side. */
const STILL_PX = 10;

/** The row in which something was touched; null beside rows, and on what has a meaning of its own. */
function rowAt(target: EventTarget | null): string | null {
  if (!(target instanceof Element) || target.closest('button, label') !== null) return null;
  return /:(.*)/.exec(target.closest<HTMLElement>('[data-entry]')?.dataset.entry ?? '')?.[1] ?? null;
}

/** On glass a room is selected by a finger that rests on it, and while some are, or are to be, by a touch. */
export function useTouchSelection(list: RefObject<HTMLElement | null>, selection: Selection): void {
  const latest = useRef(selection);
  latest.current = selection;
  useEffect(() => {
    const box = list.current;
    if (box === null) return;
    let resting: { x: number; y: number; timer: ReturnType<typeof setTimeout> } | null = null;
    /** The finger that is down, or was last, has selected: what the browser makes of it does not count. */
    let hasHeld = false;
    const lift = () => {
      clearTimeout(resting?.timer);
      resting = null;
    };
    const down = ({ pointerType, isPrimary, target, clientX: x, clientY: y }: PointerEvent) => {
      lift();
      hasHeld = false;
      const row = rowAt(target);
      if (pointerType !== 'touch' || !isPrimary || row === null) return;
      const hold = () => {
        hasHeld = true;
        latest.current.toggle(row);
        navigator.vibrate?.(10);
      };
      resting = { x, y, timer: setTimeout(hold, HOLD_MS) };
    };
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (resting !== null && Math.hypot(clientX - resting.x, clientY - resting.y) > STILL_PX) lift();
    };
    const menu = (event: Event) => {
      if (resting !== null || hasHeld) event.preventDefault();
    };
    const click = (event: MouseEvent) => {
      const row = rowAt(event.target);
      if (row === null || !(hasHeld || latest.current.isOn)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!hasHeld) latest.current.toggle(row);
      hasHeld = false;
    };
    box.addEventListener('pointerdown', down);
    box.addEventListener('pointermove', move);
    box.addEventListener('pointerup', lift);
    box.addEventListener('pointercancel', lift);
    box.addEventListener('contextmenu', menu);
    box.addEventListener('click', click, { capture: true });
    return () => {
      lift();
      box.removeEventListener('pointerdown', down);
      box.removeEventListener('pointermove', move);
      box.removeEventListener('pointerup', lift);
      box.removeEventListener('pointercancel', lift);
      box.removeEventListener('contextmenu', menu);
      box.removeEventListener('click', click, { capture: true });
    };
  }, [list]);
}
