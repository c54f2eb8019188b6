import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { eventsOf, type TimelineRow } from './timeline-items.ts';

/** So long the row that was gone to is marked. */
const MARKED_MS = 3000;
/** So long after going there rows are measured for the first time, and a window that stood at the newest end may be taken back to it. */
const SETTLING_MS = 500;
/** By which a reader moves through the rows. */
const READERS_MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

interface Input {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly virtualizer: Virtualizer<HTMLElement, Element>;
  readonly rows: readonly TimelineRow[];
  /** The event to be gone to as soon as it is among the rows. */
  readonly eventId: string | null;
  /** It stood on the screen, and the reader has gone on from it. */
  readonly onLeft: () => void;
}

export interface Target {
  /** The event that is marked at the moment. */
  readonly marked: string | null;
  /** Brings a row onto the screen, if it is not there, and gives it the focus. */
  readonly focusRow: (index: number, align: 'auto' | 'center') => void;
  /** To be told what stands on the screen, whenever that may have become something else. */
  readonly look: (onScreen: ReadonlySet<string>) => void;
}

export const rowWith = (rows: readonly TimelineRow[], eventId: string): number =>
  rows.findIndex((row) => eventsOf(row).some(({ id }) => id === eventId));

/** Goes to an event: into the middle of the window, marked for a moment, and with the focus, so that it is read out. */
export function useTarget({ scroller, virtualizer, rows, eventId, onLeft }: Input): Target {
  const [marked, setMarked] = useState<string | null>(null);
  const went = useRef<string | null>(null);
  const stood = useRef(false);
  const wentAt = useRef(Number.NEGATIVE_INFINITY);
  const awaited = useRef<string | null>(null);

  const focusAwaited = useCallback(() => {
    if (awaited.current === null) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(awaited.current)}"]`);
    if (row == null) return;
    awaited.current = null;
    // What stands in it may have taken it already.
    if (!row.contains(document.activeElement)) row.focus({ preventScroll: true });
  }, [scroller]);
  const focusRow = useCallback(
    (index: number, align: 'auto' | 'center') => {
      awaited.current = rows[index]?.key ?? null;
      virtualizer.scrollToIndex(index, { align });
      // One that stands there need not be drawn anew.
      focusAwaited();
    },
    [rows, virtualizer, focusAwaited],
  );
  // After every drawing, since a row that was not there is drawn some time after the window was moved.
  useEffect(focusAwaited);

  useLayoutEffect(() => {
    if (eventId === null) went.current = null;
    if (eventId === null || went.current === eventId) return;
    const index = rowWith(rows, eventId);
    if (index < 0) return;
    went.current = eventId;
    stood.current = false;
    wentAt.current = performance.now();
    focusRow(index, 'center');
    setMarked(eventId);
  }, [eventId, rows, focusRow]);
  useEffect(() => {
    if (marked === null) return;
    const timer = setTimeout(() => setMarked(null), MARKED_MS);
    return () => clearTimeout(timer);
  }, [marked]);

  // Whoever moves on at once is not taken back.
  useEffect(() => {
    const box = scroller.current;
    if (box === null || eventId === null) return;
    const settle = () => {
      wentAt.current = Number.NEGATIVE_INFINITY;
    };
    for (const moves of READERS_MOVES) box.addEventListener(moves, settle, { passive: true });
    return () => {
      for (const moves of READERS_MOVES) box.removeEventListener(moves, settle);
    };
  }, [scroller, eventId]);

  const look = useCallback(
    (onScreen: ReadonlySet<string>) => {
      if (eventId === null || went.current !== eventId) return;
      if (onScreen.has(eventId)) stood.current = true;
      else if (performance.now() - wentAt.current < SETTLING_MS) {
        const index = rowWith(rows, eventId);
        // A row that is no longer drawn has lost the focus that it was given.
        if (document.activeElement === document.body) focusRow(index, 'center');
        else virtualizer.scrollToIndex(index, { align: 'center' });
      } else if (stood.current) onLeft();
    },
    [eventId, rows, virtualizer, onLeft, focusRow],
  );
  return { marked, focusRow, look };
}
