import type { CustomerBlock } from '@parley/contract';
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** So far the pointer moves before a press is a drag. */
const DRAG_PX = 5;
/** So soon after a drag its click comes, if any: only where it ended above the handle. */
const CLICK_MS = 100;

export interface Dragged {
  readonly block: CustomerBlock;
  /** Where it would be put now: before this one, or with null at the end. */
  readonly before: CustomerBlock | null;
}

interface BlockDrag {
  readonly dragged: Dragged | null;
  /** For the handle of a block. */
  readonly press: (block: CustomerBlock, event: PointerEvent) => void;
  /** True for the click that ends a drag: it opens nothing. */
  readonly endedDrag: () => boolean;
}

const middleOf = (element: Element): number => {
  const { top, bottom } = element.getBoundingClientRect();
  return (top + bottom) / 2;
};

/** Drags a block by its handle to another place of the list; nothing moves until it is put down, and Escape leaves it where it was. */
export function useBlockDrag(list: RefObject<HTMLElement | null>, onDrop: (dragged: Dragged) => void): BlockDrag {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const stop = useRef<(() => void) | null>(null);
  const hasEnded = useRef(false);
  useEffect(() => () => stop.current?.(), []);

  const placeAt = (block: CustomerBlock, y: number): Dragged => {
    const others = [...(list.current?.querySelectorAll<HTMLElement>('[data-block]') ?? [])].filter((one) => one.dataset.block !== block);
    const below = others.find((one) => middleOf(one) > y);
    // What is beyond the edge of the window comes nearer.
    (below ?? others.at(-1))?.scrollIntoView({ block: 'nearest' });
    return { block, before: (below?.dataset.block as CustomerBlock | undefined) ?? null };
  };

  const ended = () => {
    hasEnded.current = true;
    setTimeout(() => {
      hasEnded.current = false;
    }, CLICK_MS);
  };

  const press = (block: CustomerBlock, { button, pointerId, clientY }: PointerEvent) => {
    hasEnded.current = false;
    if (button !== 0) return;
    stop.current?.();
    let now: Dragged | null = null;
    const controller = new AbortController();
    const end = () => {
      controller.abort();
      stop.current = null;
      setDragged(null);
    };
    stop.current = end;
    const on = <Kind extends keyof WindowEventMap>(kind: Kind, hear: (event: WindowEventMap[Kind]) => void) =>
      window.addEventListener(kind, hear, { signal: controller.signal, capture: true });
    on('pointermove', (event) => {
      if (event.pointerId !== pointerId || (now === null && Math.abs(event.clientY - clientY) < DRAG_PX)) return;
      now = placeAt(block, event.clientY);
      setDragged(now);
    });
    on('pointerup', (event) => {
      if (event.pointerId !== pointerId) return;
      end();
      if (now === null) return;
      ended();
      onDrop(now);
    });
    on('pointercancel', end);
    on('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      // The pointer is still down, and comes up whenever it does.
      if (now !== null) window.addEventListener('pointerup', ended, { capture: true, once: true });
      end();
    });
  };
  return { dragged, press, endedDrag: () => hasEnded.current };
}
