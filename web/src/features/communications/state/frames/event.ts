import type { EventFrame, Room, RoomEvent, RoomMembership } from '@parley/contract';
import { withEvent } from '../history.ts';
import { type Context, historyOfEvent, type RoomRecord } from '../room-record.ts';
import { withSeen } from './membership.ts';

/** Of its last words a room keeps this many characters: a row of the list shows fewer. */
const LAST_WORDS = 200;

const lastWords = (text: string | null): string | null => (text === null ? null : [...text].slice(0, LAST_WORDS).join(''));

/** The room after its newest event: place, running counts and last words (domain, invariant 3). */
function roomAfter(room: Room, event: RoomEvent): Room {
  const { origin, eventData } = event;
  const counted = { ...room, lastSeq: event.seq, publicCount: event.publicNo, privateCount: event.privateNo };
  if (event.eventType !== 'COMMUNICATION') return counted;
  const received =
    origin.type === 'CUSTOMER' ? { lastReceivedTimestamp: event.createdAt, lastReceivedChannelType: origin.channelType } : {};
  return {
    ...counted,
    ...received,
    lastEventTimestamp: event.createdAt,
    lastEventChannelType: origin.channelType,
    lastEventChannelApplicationId: origin.channelApplicationId,
    lastEvent: {
      id: event.id,
      type: eventData.type,
      text: lastWords(eventData.message?.text ?? null),
      originType: origin.type,
      originId: origin.id,
      privateMessage: eventData.privateMessage,
    },
  };
}

/** Whoever writes has seen what stands above: one's own send sets one's numbers to its own. */
function membershipAfter(membership: RoomMembership, event: RoomEvent, me: string): RoomMembership {
  if (event.origin.type !== 'USER' || event.origin.id !== me || event.eventType !== 'COMMUNICATION') return membership;
  return withSeen(membership, {
    ...membership,
    seenPublicNo: event.publicNo,
    seenPrivateNo: event.privateNo,
    lastSeenEventTimestamp: event.createdAt,
  });
}

/** Text, Resolve, Assign and SystemText: an event that was stored, or an older one that changed. */
export function eventFrame(record: RoomRecord, { event }: EventFrame, { me }: Context): RoomRecord {
  const isNew = event.seq > record.room.lastSeq;
  const name = historyOfEvent(event);
  const next = { ...record, [name]: withEvent(record[name], event, isNew) };
  if (!isNew) return next;
  return {
    ...next,
    room: roomAfter(record.room, event),
    membership: membershipAfter(record.membership, event, me),
    typists: record.typists.filter((typist) => typist.originId !== event.origin.id),
  };
}
