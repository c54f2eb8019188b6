import { HOLE_PATIENCE, type RoomFrame } from '@parley/contract';
import type { PayloadOf } from './frames/payload.ts';
import { roomReducers } from './frames/table.ts';
import { withEvent } from './history.ts';
import { type Context, historyOfEvent, type RoomRecord } from './room-record.ts';

/** Frames kept beyond a hole; more than this come again with the reading that closes it. */
const EARLY_LIMIT = 500;

/** Frames remembered for pages under way. */
const TOUCHES_LIMIT = 100;

function step<Kind extends RoomFrame['type']>(
  record: RoomRecord,
  frame: { type: Kind; payload: PayloadOf<Kind> },
  context: Context,
): RoomRecord {
  return roomReducers[frame.type](record, frame.payload, context);
}

function apply(record: RoomRecord, frame: RoomFrame, context: Context): RoomRecord {
  const next = step(record, frame, context);
  const { touches } = touchesOlder(record, frame) ? withTouches(record, [frame]) : record;
  return { ...next, touches, room: { ...next.room, epoch: frame.payload.epoch, change: frame.payload.change } };
}

const touchesOlder = (record: RoomRecord, frame: RoomFrame): boolean =>
  'statuses' in frame.payload || ('event' in frame.payload && frame.payload.event.seq <= record.room.lastSeq);

/** Remembers frames that change events which a page under way may bring as they were before. */
export const withTouches = (record: RoomRecord, frames: readonly RoomFrame[]): RoomRecord => ({
  ...record,
  touches: [...record.touches, ...frames].slice(-TOUCHES_LIMIT),
});

/** Brings an event that is held up to date; none becomes new by it. */
function touch(record: RoomRecord, frame: RoomFrame, context: Context): RoomRecord {
  if (!('event' in frame.payload)) return step(record, frame, context);
  const { event } = frame.payload;
  const name = historyOfEvent(event);
  return { ...record, [name]: withEvent(record[name], event, false) };
}

/** After a page was taken in: what it shows of events that changed since it was asked for is brought up to date. */
export function touchUp(record: RoomRecord, context: Context): RoomRecord {
  return record.touches.reduce((next, frame) => touch(next, frame, context), record);
}

/** Applies the early frames that now follow, forgets those that are behind, and the gap once it is closed. */
export function drain(record: RoomRecord, context: Context): RoomRecord {
  let next = record;
  for (const frame of record.early) {
    if (frame.payload.epoch === next.room.epoch && frame.payload.change === next.room.change + 1) next = apply(next, frame, context);
  }
  const { epoch, change } = next.room;
  const early = next.early.filter(({ payload }) => payload.epoch > epoch || (payload.epoch === epoch && payload.change > change));
  const gap = next.gap !== null && next.gap.upTo <= change && early.length === 0 ? null : next.gap;
  return early.length === next.early.length && gap === next.gap ? next : { ...next, early, gap };
}

function keepEarly(early: readonly RoomFrame[], frame: RoomFrame): readonly RoomFrame[] {
  const { epoch, change } = frame.payload;
  if (early.length >= EARLY_LIMIT || early.some(({ payload }) => payload.epoch === epoch && payload.change === change)) return early;
  return inOrder([...early, frame]);
}

export const inOrder = (frames: readonly RoomFrame[]): readonly RoomFrame[] =>
  frames.toSorted((a, b) => a.payload.epoch - b.payload.epoch || a.payload.change - b.payload.change);

/** Notes that the room is known to have reached a change that is not held here, and gives it time to come by itself. */
export function expectChange(record: RoomRecord, upTo: number, dueAt: number): RoomRecord {
  if (upTo <= record.room.change) return record;
  const gap = record.gap ?? { dueAt, upTo };
  return { ...record, gap: { dueAt: Math.min(gap.dueAt, dueAt), upTo: Math.max(gap.upTo, upTo) } };
}

/**
 * A frame that takes a number of the room (domain, invariant 3): applied when it is the next one, ignored when it is
 * behind, kept when something before it is missing. A newer epoch asks for a reading at once.
 */
export function receive(record: RoomRecord, frame: RoomFrame, context: Context): RoomRecord {
  const { epoch, change } = frame.payload;
  if (epoch < record.room.epoch) return record;
  if (epoch > record.room.epoch) {
    const early = keepEarly(record.early, frame);
    return { ...record, early, gap: { dueAt: Math.min(record.gap?.dueAt ?? context.now, context.now), upTo: Number.POSITIVE_INFINITY } };
  }
  if (change <= record.room.change) return record;
  if (change === record.room.change + 1) return drain(apply(record, frame, context), context);
  return expectChange({ ...record, early: keepEarly(record.early, frame) }, change, context.now + HOLE_PATIENCE);
}
