import { HOLE_PATIENCE, type Room, type RoomMembership, type RoomView } from '@parley/contract';
import { roomMembership, withSeen } from './frames/membership.ts';
import { isLoaded, type ReadAgain, readAfresh, unloadedHistory, withReadAgain } from './history.ts';
import { withNoted } from './noted.ts';
import { drain, expectChange, inOrder, touchUp } from './order.ts';
import { type Context, type Gap, newRecord, type RoomRecord } from './room-record.ts';
import type { Stranger } from './state.ts';

/** What one reading of a room brought. Histories are read after the room, so that they are never older than it. */
export interface Reading {
  readonly view: RoomView;
  readonly public?: ReadAgain;
  readonly private?: ReadAgain;
  /** `membershipFrames` of the record when the reading was asked for; 0 when there was none. */
  readonly membershipFrames: number;
}

/** The two parts that GET composes (contract: RoomView). */
export function partsOf(view: RoomView): { room: Room; membership: RoomMembership } {
  const { membership, starred: _starred, missedCounter: _missed, lastSeenEventTimestamp: _seen, ...room } = view;
  return { room, membership };
}

function mergedMembership(record: RoomRecord, reading: Reading, membership: RoomMembership): RoomMembership {
  const undoesFrame = record.membershipFrames !== reading.membershipFrames;
  const { starred, followed } = undoesFrame ? record.membership : membership;
  return withSeen({ ...membership, starred, followed }, record.membership);
}

/**
 * A room as a list tells it, without histories. News of a room whose histories are held would leave a hole in them:
 * such a room is read by itself, and keeps what it shows until then.
 */
export function withListed(record: RoomRecord, reading: Reading, context: Context): RoomRecord {
  const { room, membership } = partsOf(reading.view);
  const isNews = room.epoch > record.room.epoch || (room.epoch === record.room.epoch && room.change > record.room.change);
  if (!isNews || !(isLoaded(record.public) || isLoaded(record.private))) return withReading(record, reading, context);
  const upTo = room.epoch > record.room.epoch ? Number.POSITIVE_INFINITY : room.change;
  return expectChange({ ...record, membership: mergedMembership(record, reading, membership) }, upTo, context.now);
}

/**
 * A room as the server has just told it, on top of what is held: an older reading only adds its events, a newer one
 * takes the place of what is held (changes between the two were lost here), and frames that came early follow.
 * `held` is the room's record, or what was heard of it before its first reading.
 */
export function withReading(held: RoomRecord | Stranger, reading: Reading, context: Context): RoomRecord {
  const { room, membership } = partsOf(reading.view);
  if (!('room' in held)) {
    const fresh = {
      ...withNoted(newRecord(room, membership), reading.public?.notes),
      public: readAfresh(unloadedHistory, reading.public),
      private: readAfresh(unloadedHistory, reading.private),
    };
    const heard = held.membership === null ? fresh : roomMembership(fresh, held.membership);
    return withRemainingGap(drain({ ...heard, early: inOrder(held.early) }, context), null, context);
  }
  const record = held;
  if (room.epoch < record.room.epoch) return record;
  const read = { ...withNoted(record, reading.public?.notes), membership: mergedMembership(record, reading, membership), gap: null };
  const isNews = room.epoch > record.room.epoch || room.change > record.room.change;
  const next = isNews
    ? {
        ...read,
        room,
        touches: [],
        public: readAfresh(record.public, reading.public),
        private: readAfresh(record.private, reading.private),
      }
    : touchUp(
        { ...read, public: withReadAgain(record.public, reading.public), private: withReadAgain(record.private, reading.private) },
        context,
      );
  return withRemainingGap(drain(next, context), record.gap, context);
}

/** A change that is still missing, or a frame that still does not follow, is asked for anew. */
export function withRemainingGap(record: RoomRecord, gap: Gap | null, { now }: Context): RoomRecord {
  const { room, early } = record;
  if (gap !== null && Number.isFinite(gap.upTo) && gap.upTo > room.change)
    return { ...record, gap: { ...gap, dueAt: Math.max(gap.dueAt, now + HOLE_PATIENCE) } };
  const last = early.at(-1);
  if (last === undefined) return record;
  const upTo = last.payload.epoch > room.epoch ? Number.POSITIVE_INFINITY : last.payload.change;
  return { ...record, gap: { dueAt: now, upTo } };
}
