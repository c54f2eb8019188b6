import { type Conversation, missedCount, type NotesBetween, type Room, type RoomEvent, type RoomView } from '@parley/contract';
import type { World } from './happenings.testing.ts';
import type { Page } from './history.ts';

export const isCountable = (event: RoomEvent) => event.eventType === 'COMMUNICATION';
export const count = (events: readonly RoomEvent[], isPrivate: boolean) =>
  events.filter((event) => isCountable(event) && event.eventData.privateMessage === isPrivate).length;

/** Every event that is new or changed after this change, as GET changes tells them at this moment. */
export const eventsSince = (world: World, change: number): RoomEvent[] => world.events.filter((event) => event.change > change);

/** A conversation with what was said last in it, while it is open. */
export function asTold({ events }: World, conversation: Conversation): Conversation {
  const said = events.findLast((event) => isCountable(event) && event.conversationId === conversation.id);
  if (conversation.state === 'RESOLVED' || said === undefined) return conversation;
  const { id, createdAt, origin, eventData } = said;
  return {
    ...conversation,
    lastEvent: {
      id,
      at: createdAt,
      type: eventData.type,
      text: eventData.message?.text?.slice(0, 200) ?? null,
      originType: origin.type,
      originId: origin.id,
      failed: hasFailed(said),
    },
  };
}

const hasFailed = ({ eventData: { status } }: RoomEvent) =>
  status !== null && ['DELIVERY_FAILED', 'ERROR', 'REJECTED'].includes(status.clientStatus);

/** Newest first: all that are open, and the twenty newest of the others. */
function toldOf(world: World): Conversation[] {
  const { conversations } = world;
  const resolved = conversations.filter(({ state }) => state === 'RESOLVED').slice(-20);
  return conversations
    .filter((one) => one.state !== 'RESOLVED' || resolved.includes(one))
    .toReversed()
    .map((one) => asTold(world, one));
}

const saidOn = (world: World, channelId: string) => world.events.filter((event) => event.origin.channelId === channelId).at(-1)?.createdAt;

/** The room as everybody is told of it, at this moment. */
export function roomOf(world: World): Room {
  const last = world.events.filter(isCountable).at(-1);
  const received = world.events.filter((event) => event.origin.type === 'CUSTOMER').at(-1);
  const open = world.conversations.filter(({ state }) => state !== 'RESOLVED');
  const held = open.some(({ assignedUserId }) => assignedUserId !== null);
  return {
    ...world.base,
    type: 'EXTERNAL',
    state: open.length === 0 ? 'RESOLVED' : held ? 'ASSIGNED' : 'UNASSIGNED',
    change: world.change,
    lastSeq: world.events.length,
    publicCount: count(world.events, false),
    privateCount: count(world.events, true),
    lastEventTimestamp: last?.createdAt ?? null,
    lastEventChannelType: last?.origin.channelType ?? null,
    lastEventChannelApplicationId: last?.origin.channelApplicationId ?? null,
    lastEventData: last?.eventData.message?.text?.slice(0, 200) ?? null,
    lastEventDataType: last === undefined ? null : ((['IMAGE', 'FILE'] as const).find((type) => type === last.eventData.type) ?? 'TEXT'),
    lastEventType: last?.eventData.type ?? null,
    lastEventId: last?.id ?? null,
    lastEventOriginType: last?.origin.type ?? null,
    lastEventOriginId: last?.origin.id ?? null,
    lastEventPrivate: last?.eventData.privateMessage ?? false,
    lastEventDeleted: last?.since?.deleted !== undefined,
    lastEventFailed: last !== undefined && hasFailed(last),
    lastReceivedMessage:
      received === undefined
        ? null
        : { id: received.id, type: received.eventData.type, text: received.eventData.message?.text?.slice(0, 200) ?? null },
    lastReceivedTimestamp: received?.createdAt ?? null,
    lastReceivedChannelType: received?.origin.channelType ?? null,
    lastAssignedUserId: world.lastAssignedUserId,
    roomConversations: toldOf(world),
    channels: world.base.channels.map((channel) => ({ ...channel, timestamp: saidOn(world, channel.channelId) ?? channel.timestamp })),
    roomParticipants: [...world.participants],
  };
}

/** GET room, at this moment. */
export function viewOf(world: World): RoomView {
  const room = roomOf(world);
  const { membership } = world;
  return {
    ...room,
    membership,
    starred: membership.starred,
    missedCounter: missedCount(room, membership, world.me),
    lastSeenEventTimestamp: membership.lastSeenEventTimestamp,
  };
}

const ofHistory = (world: World, isPrivate: boolean) => world.events.filter((event) => event.eventData.privateMessage === isPrivate);

/** What the server says of notes beside a page of public events: of those between two of them and the neighbours, and behind the newest. */
export function notesBeside(world: World, isPrivate: boolean, from: number, to: number): readonly NotesBetween[] {
  if (isPrivate) return [];
  const all = ofHistory(world, false);
  const places = all.slice(Math.max(0, from - 1), to + 1).map(({ privateNo }) => privateNo);
  const ends = [...places.slice(1), ...(to >= all.length ? [count(world.events, true)] : [])];
  return ends.flatMap((upTo, place) => notesIn(world, places[place] ?? upTo, upTo));
}

/** The notes numbered above `after` up to `upTo`, as one fact; none where there are none. */
export function notesIn(world: World, after: number, upTo: number): readonly NotesBetween[] {
  const notes = ofHistory(world, true).filter(({ privateNo }) => privateNo > after && privateNo <= upTo);
  const last = notes.at(-1);
  if (last === undefined) return [];
  return [{ after, upTo, names: [...new Set(notes.flatMap(({ origin }) => origin.name ?? []))], lastAt: last.createdAt }];
}

/** GET recent-events, at this moment: the newest `size`, and the room's change. */
export function newestPage(world: World, isPrivate: boolean, size: number): Page {
  const all = ofHistory(world, isPrivate);
  const from = Math.max(0, all.length - size);
  return { events: all.slice(from), older: all.length >= size, newer: false, notes: notesBeside(world, isPrivate, from, all.length) };
}

/** GET history/by-event, at this moment. */
export function pageBeside(world: World, isPrivate: boolean, side: 'older' | 'newer', eventId: string, size: number): Page {
  const all = ofHistory(world, isPrivate);
  const place = all.findIndex((event) => event.id === eventId);
  const [from, to] = side === 'older' ? [Math.max(0, place - size), place] : [place + 1, place + 1 + size];
  return {
    events: all.slice(from, to),
    older: side === 'newer' || place > size,
    newer: side === 'older' || to < all.length,
    notes: notesBeside(world, isPrivate, from, to),
  };
}

/** GET history/by-event AROUND, at this moment. */
export function pageAround(world: World, isPrivate: boolean, eventId: string, perSide: number): Page {
  const all = ofHistory(world, isPrivate);
  const place = all.findIndex((event) => event.id === eventId);
  const from = Math.max(0, place - perSide);
  const to = place + 1 + perSide;
  return { events: all.slice(from, to), older: from > 0, newer: to < all.length, notes: notesBeside(world, isPrivate, from, to) };
}

export const historyOfWorld = ofHistory;
