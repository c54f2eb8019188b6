import { countsMissed } from '@parley/contract';
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useCommunications } from '../context.ts';
import { withoutFar } from '../state/history.ts';
import type { PendingSend } from '../state/pending.ts';
import { historyOfTab, type RoomRecord } from '../state/room-record.ts';
import { SCROLLED_UP_LIMIT } from '../state/seen.ts';
import { withRecord } from '../state/state.ts';
import { changeState, historyKey, type Place, type Reading } from '../store.ts';
import { loadEnd, loadMore } from '../sync/history.ts';
import { isAttentive } from './attention.ts';
import { eventsOf, firstAfter, lastSeq, type TimelineRow } from './timeline-items.ts';
import { useEndKept } from './use-end-kept.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useRowHeights } from './use-row-heights.ts';
import { useSeen } from './use-seen.ts';
import { rowWith, type Target, useTarget } from './use-target.ts';

/** Rows from the edge at which the next page is asked for, so that it is there before the reader is. */
const ASK_AHEAD = 12;
/** So much of a message has to be on the screen before it counts as shown, or all of it. */
const SHOWN_PX = 28;
const END_PADDING = 4;
/** Once the window has stood still for so many frames, the rows at the place where one begins are measured. */
const STILL_FRAMES = 6;
/** And after so many in any case: the reader moves on. */
const BEGINNING_FRAMES = 30;

interface Input {
  readonly record: RoomRecord;
  readonly tab: 0 | 2;
  readonly rows: readonly TimelineRow[];
  readonly sends: readonly PendingSend[];
  /** How the reading of this history stands. */
  readonly status: Reading['status'];
  readonly onUp: (isUp: boolean) => void;
  /** The event to be gone to, and whether it is not held yet. */
  readonly eventId: string | null;
  readonly isAway: boolean;
  /** The reader has gone on from that event. */
  readonly onLeft: () => void;
}

export interface TimelineScroll extends Pick<Target, 'marked' | 'focusRow'> {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly virtual: readonly VirtualItem[];
  readonly height: number;
  readonly measure: (element: HTMLElement | null) => void;
  /** Scrolled up from the newest end (communications, section 9: by more than 10). */
  readonly isUp: boolean;
  /** The first rows that are held are near. */
  readonly isAtStart: boolean;
  readonly toNewest: () => void;
}

/** Where one begins to read, by the rows that are there then; null at the newest end. */
function beginningOf(rows: readonly TimelineRow[], place: Place | undefined): Place | null {
  const atNew = rows.find((row) => row.isNewFromHere);
  const eventId = atNew && eventsOf(atNew)[0]?.id;
  if (eventId !== undefined) return { eventId, into: 0 };
  return place === undefined || rowWith(rows, place.eventId) < 0 ? null : place;
}

const idsOf = (row: TimelineRow): readonly string[] => eventsOf(row).map(({ id }) => id);

/**
 * Where the reader stands in a timeline: begins at the event that the address names, else at the first thing not seen, else
 * where they were, else at the newest end; stays with the newest end while there; never moves what they read when pages or messages come; asks for further
 * pages ahead of need; and says what was on the screen.
 */
export function useTimelineScroll({ record, tab, rows, sends, status, onUp, eventId, isAway, onLeft }: Input): TimelineScroll {
  const { me, store } = useCommunications();
  const name = historyOfTab(tab);
  const roomId = record.room.id;
  const key = historyKey(roomId, name);
  const history = record[name];
  const scroller = useRef<HTMLElement>(null);
  const [isUp, setUp] = useState(false);
  const wasNewer = useRef(history.newer);
  const [beginning] = useState(() => beginningOf(rows, store.getState().places.get(key)));
  // Meanwhile no further rows are asked for; by those that come all the same it is brought there anew.
  const [isBegun, setBegun] = useState(false);
  const firstKey = rows[0]?.key;
  const { takenFor, hasLostDay } = useRowHeights(rows);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: takenFor,
    getItemKey: (i) => rows[i]?.key ?? i,
    overscan: 6,
    paddingEnd: END_PADDING,
    scrollPaddingStart: isBegun ? 0 : -(beginning?.into ?? 0),
    anchorTo: 'end',
    // A page that closes the distance to the newest end is no arrival: the reader stays where they are.
    followOnAppend: !history.newer && !wasNewer.current,
    scrollEndThreshold: SCROLLED_UP_LIMIT,
  });
  // What is above the reader and changes its height moves the window with it. So does a row on the screen that has lost the day
  // over it: its words would move.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ index, start }, _delta, { scrollOffset, scrollRect }) =>
    start <= (scrollOffset ?? 0) + (hasLostDay(index) ? (scrollRect?.height ?? 0) : 0);
  useEffect(() => {
    wasNewer.current = history.newer;
  }, [history.newer]);
  useEffect(() => {
    let [still, left, stood] = [0, BEGINNING_FRAMES, ''];
    let frame = requestAnimationFrame(function next() {
      const stands = `${scroller.current?.scrollTop} ${virtualizer.getTotalSize()}`;
      still = stands === stood ? still + 1 : 0;
      stood = stands;
      left -= 1;
      if (left > 0 && still < STILL_FRAMES) frame = requestAnimationFrame(next);
      else {
        // Whatever is gone to from now on is not held off from the edge as the place where one began.
        virtualizer.cancelScroll();
        setBegun(true);
      }
    });
    return () => cancelAnimationFrame(frame);
  }, [virtualizer]);

  const virtual = virtualizer.getVirtualItems();
  const onScreen = useCallback(() => {
    const box = scroller.current;
    if (box === null) return new Set<string>();
    const shown = virtualizer.getVirtualItems().filter(({ start, end }) => {
      const least = Math.min(SHOWN_PX, end - start);
      return Math.min(end, box.scrollTop + box.clientHeight) - Math.max(start, box.scrollTop) >= least;
    });
    return new Set(shown.flatMap(({ index }) => (rows[index] === undefined ? [] : idsOf(rows[index]))));
  }, [virtualizer, rows]);
  const look = useSeen(roomId, tab, onScreen);

  const isPlaced = useRef(false);
  const placedBy = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (isPlaced.current && (isBegun || placedBy.current === firstKey)) return;
    isPlaced.current = true;
    placedBy.current = firstKey;
    // Gone to below.
    if (eventId !== null && rowWith(rows, eventId) >= 0) return;
    if (beginning === null) virtualizer.scrollToEnd();
    else virtualizer.scrollToIndex(rowWith(rows, beginning.eventId), { align: 'start' });
  }, [rows, firstKey, isBegun, beginning, virtualizer, eventId]);
  const target = useTarget({ scroller, virtualizer, rows, eventId, onLeft });
  const lookAtTarget = target.look;

  const counts = countsMissed(record.room, record.membership, me);
  const wasUp = useRef(false);
  /** Up to here everything was before the reader's eyes. */
  const readSeq = useRef(lastSeq(rows));
  const lastKey = rows.at(-1)?.key;
  const stoodLast = useRef(lastKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other rows can push something out of the window.
  useLayoutEffect(() => {
    const isAppended = stoodLast.current !== lastKey;
    stoodLast.current = lastKey;
    if (!isPlaced.current || wasUp.current || history.newer) return;
    // What comes in above the last row, which a message on its way is, is no append that is followed.
    if (isBegun && !isAppended) virtualizer.scrollToEnd();
    if (!counts) return;
    const fresh = firstAfter(rows, readSeq.current, me);
    const start = fresh < 0 ? undefined : virtualizer.getOffsetForIndex(fresh, 'start')?.[0];
    const box = scroller.current;
    if (start === undefined || box === null) return;
    // More came at once than the window holds: the reader stays with the first of it instead of the last.
    if (start < virtualizer.getTotalSize() - box.clientHeight - 1) virtualizer.scrollToIndex(fresh, { align: 'start' });
  }, [rows]);

  const settle = useCallback(() => {
    const box = scroller.current;
    if (box === null || !isPlaced.current) return;
    const up = history.newer || box.scrollHeight - box.scrollTop - box.clientHeight > SCROLLED_UP_LIMIT;
    wasUp.current = up;
    if (!up && isAttentive()) readSeq.current = lastSeq(rows);
    setUp(up);
    onUp(up);
    look();
    lookAtTarget(onScreen());
  }, [history.newer, rows, onUp, look, lookAtTarget, onScreen]);
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    box.addEventListener('scroll', settle, { passive: true });
    return () => box.removeEventListener('scroll', settle);
  }, [settle]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows or measures may show other events.
  useEffect(settle, [settle, virtualizer.getTotalSize()]);
  useEndKept(scroller, virtualizer.scrollToEnd);

  const first = virtual[0]?.index ?? 0;
  const last = virtual.at(-1)?.index ?? 0;
  useEffect(() => {
    if (!isBegun || status !== 'ready' || isAway) return;
    if (history.older && first < ASK_AHEAD) void loadMore(store, roomId, name, 'older');
    else if (history.newer && last > rows.length - ASK_AHEAD) void loadMore(store, roomId, name, 'newer');
  }, [isBegun, status, history, isAway, first, last, rows.length, store, roomId, name]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is on the screen is asked for when more is held, not when it is moved.
  useEffect(() => {
    const shown = virtualizer.getVirtualItems().flatMap(({ index }) => (rows[index] === undefined ? [] : eventsOf(rows[index])));
    const [from, to] = [shown[0]?.seq, shown.at(-1)?.seq];
    if (from === undefined || to === undefined || isAway) return;
    changeState(store, (state) => {
      const held = state.rooms.get(roomId);
      const kept = held && withoutFar(held[name], { from, to });
      return held === undefined || kept === held[name] ? state : withRecord(state, roomId, { ...held, [name]: kept });
    });
  }, [history.events]);

  const goesToEnd = useRef(false);
  useLayoutEffect(() => {
    if (!goesToEnd.current || history.newer) return;
    goesToEnd.current = false;
    virtualizer.scrollToEnd();
  }, [history.newer, virtualizer]);
  const toNewest = useCallback(() => {
    onLeft();
    goesToEnd.current = store.getState().state.rooms.get(roomId)?.[name].newer === true;
    if (goesToEnd.current) void loadEnd(store, roomId, name);
    else virtualizer.scrollToEnd();
  }, [store, roomId, name, virtualizer, onLeft]);
  const sent = useRef(sends.length);
  useEffect(() => {
    if (sends.length > sent.current) toNewest();
    sent.current = sends.length;
  }, [sends.length, toNewest]);

  useKeptPlace({
    scroller,
    key,
    newer: history.newer,
    top: () => {
      const offset = scroller.current?.scrollTop ?? 0;
      // Over the first row that is held stand a day and a name, which it loses to those that come above it: what stands below it keeps its height.
      const begins = ({ index, start }: VirtualItem) => index > 0 && start >= offset;
      const item = virtualizer.getVirtualItems().find(begins) ?? virtualizer.getVirtualItemForOffset(offset);
      const row = rows[item?.index ?? -1];
      const event = row && eventsOf(row)[0];
      return item === undefined || event === undefined ? null : { eventId: event.id, into: offset - item.start };
    },
  });
  return {
    scroller,
    virtual,
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    isUp,
    isAtStart: first < ASK_AHEAD,
    toNewest,
    marked: target.marked,
    focusRow: target.focusRow,
  };
}
