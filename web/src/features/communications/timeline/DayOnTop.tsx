import { type RefObject, useCallback, useEffect, useState } from 'react';
import { serverNow } from '../../../api/server-clock.ts';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { dayName } from '../room/room-words.ts';
import styles from './DayOnTop.module.css';
import { eventsOf, type TimelineRow } from './timeline-items.ts';

/** As high as the line with its distance from the top. */
const LINE_PX = 32;

/** So long nothing must have moved before what is read is said to be at rest. */
const REST_MS = 900;

/** So near to the end the newest is in sight: what is opened or arrives there scrolls too, and nobody is looking for a day. */
const END_PX = 8;

const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean => scrollHeight - scrollTop - clientHeight < END_PX;

interface DayOnTopProps {
  scroller: RefObject<HTMLElement | null>;
  rows: readonly TimelineRow[];
}

/** The time of the first event on the screen, where the name of its day does not stand at the top itself; null where it does. */
function timeOnTop(scroller: HTMLElement, rows: readonly TimelineRow[]): string | null {
  const { top } = scroller.getBoundingClientRect();
  const drawn = [...scroller.querySelectorAll<HTMLElement>('li[data-index]')]
    .map((element) => ({ row: rows[Number(element.dataset.index)], box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.bottom > top)
    .toSorted((a, b) => a.box.top - b.box.top);
  // A day that begins there says so itself, and above the first of a short talk there is nothing.
  const [first] = drawn;
  if (first?.row?.day != null && first.box.top >= top) return null;
  if (drawn.some(({ row, box }) => row?.day != null && box.top >= top && box.top < top + LINE_PX)) return null;
  // What is on its way, and the word that there are notes, have no time of their own.
  return drawn.flatMap(({ row }) => (row === undefined ? [] : eventsOf(row)))[0]?.createdAt ?? null;
}

/**
 * The day of what is on the screen, at its top, while one scrolls and the day's own line is above it. It stands over the messages and moves none of
 * them, lets every click through, and goes when they are at rest, so that none is read through it.
 */
export function DayOnTop({ scroller, rows }: DayOnTopProps) {
  const text = useText();
  const format = useFormat();
  const [at, setAt] = useState<string | null>(null);
  const [moves, setMoves] = useState(false);
  const look = useCallback(() => {
    const box = scroller.current;
    const found = box === null ? null : timeOnTop(box, rows);
    // Within one day nothing is drawn anew.
    setAt((held) => (held !== null && found !== null && format.dayKey(held) === format.dayKey(found) ? held : found));
  }, [scroller, rows, format]);
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    let frame = requestAnimationFrame(look);
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    let rest: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      later();
      if (!isAtEnd(box)) setMoves(true);
      clearTimeout(rest);
      rest = setTimeout(() => setMoves(false), REST_MS);
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    const sizes = new ResizeObserver(later);
    sizes.observe(box);
    if (box.firstElementChild !== null) sizes.observe(box.firstElementChild);
    return () => {
      cancelAnimationFrame(frame);
      // Its end may not come any more.
      clearTimeout(rest);
      setMoves(false);
      box.removeEventListener('scroll', onScroll);
      sizes.disconnect();
    };
  }, [scroller, look]);
  if (at === null) return null;
  return (
    <p className={styles.day} data-day-on-top data-moves={moves}>
      <time dateTime={at}>{dayName(at, serverNow(), text, format)}</time>
    </p>
  );
}
