import { type RefObject, useEffect, useRef, useState } from 'react';
import { useCommand } from '../../../commands/active.ts';
import { copyLinkOf } from './copy-link-of.ts';
import { eventsOf, type TimelineRow } from './timeline-items.ts';

interface MessageWalkProps {
  scroller: RefObject<HTMLElement | null>;
  rows: readonly TimelineRow[];
  focusRow: (index: number, align: 'auto') => void;
}

const indexOf = (element: Element | null): number => Number(element?.closest('[data-index]')?.getAttribute('data-index') ?? Number.NaN);

/** The key of the row that has the focus, or in which something has it. */
function useFocusedKey(scroller: MessageWalkProps['scroller'], rows: readonly TimelineRow[]): string | null {
  const [key, setKey] = useState<string | null>(null);
  const latest = useRef(rows);
  latest.current = rows;
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return undefined;
    const look = () => setKey(box.contains(document.activeElement) ? (latest.current[indexOf(document.activeElement)]?.key ?? null) : null);
    const leave = () => setKey(null);
    look();
    box.addEventListener('focusin', look);
    box.addEventListener('focusout', leave);
    return () => {
      box.removeEventListener('focusin', look);
      box.removeEventListener('focusout', leave);
    };
  }, [scroller]);
  return key;
}

/** Goes from row to row by keys, beginning with the last one on the screen, and copies the link of the one that has the focus. It shows nothing itself. */
export function MessageWalk({ scroller, rows, focusRow }: MessageWalkProps) {
  const key = useFocusedKey(scroller, rows);
  const focused = rows.findIndex((row) => row.key === key);
  const step = (by: 1 | -1) => {
    const box = scroller.current?.getBoundingClientRect();
    const shown = [...(scroller.current?.querySelectorAll('li') ?? [])].filter(
      (row) => row.getBoundingClientRect().top < (box?.bottom ?? 0),
    );
    // By what has the focus at this moment: a key may come before it was drawn that a row has it.
    const active = scroller.current?.contains(document.activeElement) === true ? indexOf(document.activeElement) : Number.NaN;
    const from = Number.isFinite(active) ? active : Math.max(...shown.map(indexOf)) + 1;
    const to = Math.min(rows.length - 1, Math.max(0, from + by));
    if (Number.isFinite(to)) focusRow(to, 'auto');
  };
  useCommand('room.messageAbove', () => step(-1));
  useCommand('room.messageBelow', focused < 0 ? null : () => step(1));
  const [event] = focused < 0 ? [] : eventsOf(rows[focused] as TimelineRow);
  useCommand('room.messageLink', event === undefined ? null : () => void copyLinkOf(event));
  return null;
}
