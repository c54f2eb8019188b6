import {
  type EventFrame,
  isCountable,
  isSentByClock,
  type RoomEvent,
  type RoomMembership,
  withEvent as roomWithEvent,
  withChangedEvent,
} from '@parley/contract';
import { withEvent } from '../history.ts';
import { noteAlone, withNoted } from '../noted.ts';
import { type Context, historyOfEvent, type RoomRecord } from '../room-record.ts';
import { withSeen } from './membership.ts';

/**
 * Whoever writes has seen what stands above: one's own send sets one's number of its kind, public or private, to its own.
 * An answer to the customer leaves unseen notes unseen.
 */
export function membershipAfter(membership: RoomMembership, event: RoomEvent, me: string): RoomMembership {
  if (event.origin.type !== 'USER' || event.origin.id !== me || !isCountable(event)) return membership;
  // Nobody need have been there; the server says by a membership what was seen now.
  if (isSentByClock(event.clientMessageId)) return membership;
  const number = event.eventData.privateMessage ? { seenPrivateNo: event.privateNo } : { seenPublicNo: event.publicNo };
  return withSeen(membership, { ...membership, ...number, lastSeenEventTimestamp: event.createdAt });
}

/** Text, Image, File, Resolve, Assign and SystemText: an event that was stored, or an older one that changed. */
export function eventFrame(record: RoomRecord, { event }: EventFrame, { me }: Context): RoomRecord {
  const isNew = event.seq > record.room.lastSeq;
  const name = historyOfEvent(event);
  const next = { ...record, [name]: withEvent(record[name], event, isNew) };
  if (!isNew) return { ...next, room: withChangedEvent(record.room, event) };
  return {
    ...withNoted(next, name === 'private' ? [noteAlone(event)] : []),
    room: roomWithEvent(record.room, event),
    membership: membershipAfter(record.membership, event, me),
    typists: record.typists.filter((typist) => typist.originId !== event.origin.id),
  };
}
