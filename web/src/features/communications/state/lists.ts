import type { Conversation, Room } from '@parley/contract';
import type { RoomRecord } from './room-record.ts';

/** Lists of the Communications page (domain: room list); `internal`: chats of colleagues that I am in, which are read with mine. */
export type ListName = 'waiting' | 'mine' | 'snoozed' | 'all' | 'resolved' | 'internal';

/** The order of two times as the server writes them: in UTC with the same digits, so that no language has a say in it. */
const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The conversation of this room that has waited longest, if one waits. */
export function waitingConversation(room: Room): Conversation | undefined {
  // Asked for every room of the list, of which few wait.
  if (!room.roomConversations.some(({ state }) => state === 'UNASSIGNED')) return undefined;
  return room.roomConversations
    .filter((conversation) => conversation.state === 'UNASSIGNED')
    .toSorted((a, b) => inOrder(waitingSince(a), waitingSince(b)))[0];
}

export const waitingSince = (conversation: Conversation): string => conversation.waitingSince ?? conversation.createdAt;

export const holdsConversation = (room: Room, userId: string): boolean =>
  room.roomConversations.some((conversation) => conversation.state === 'ASSIGNED' && conversation.assignedUserId === userId);

export const isParticipant = (room: Room, userId: string): boolean =>
  room.roomParticipants.some((participant) => participant.type === 'USER' && participant.associatedParticipantId === userId);

/**
 * When the first of what I hold in this room wakes: null where only the customer wakes it, undefined where I hold nothing or something of
 * it is awake.
 */
export function wakesAt(room: Room, me: string): string | null | undefined {
  let first: string | null | undefined;
  for (const { state, assignedUserId, snooze } of room.roomConversations) {
    if (state !== 'ASSIGNED' || assignedUserId !== me) continue;
    if (snooze === null) return undefined;
    first = first == null || (snooze.until ?? first) < first ? snooze.until : first;
  }
  return first;
}

const belongs: Record<ListName, (room: Room, me: string) => boolean> = {
  waiting: (room) => waitingConversation(room) !== undefined,
  mine: (room, me) =>
    room.state !== 'RESOLVED' && (holdsConversation(room, me) || isParticipant(room, me)) && wakesAt(room, me) === undefined,
  snoozed: (room, me) => wakesAt(room, me) !== undefined,
  all: (room) => room.state !== 'RESOLVED',
  resolved: (room) => room.state === 'RESOLVED',
  internal: (room, me) => isParticipant(room, me),
};

const lastAt = (room: Room): string => room.lastEventTimestamp ?? room.createdAt;

export const newestFirst = (a: RoomRecord, b: RoomRecord): number => inOrder(lastAt(b.room), lastAt(a.room));

export const longestFirst = (a: RoomRecord, b: RoomRecord): number => inOrder(waited(a), waited(b));
const waited = ({ room }: RoomRecord): string => {
  const conversation = waitingConversation(room);
  return conversation === undefined ? lastAt(room) : waitingSince(conversation);
};

/** What wakes first; what only the customer wakes comes last. */
const soonestFirst =
  (me: string) =>
  (a: RoomRecord, b: RoomRecord): number =>
    inOrder(wakesAt(a.room, me) ?? 'later', wakesAt(b.room, me) ?? 'later');

/** What leaves a part of a list, and orders it (`narrow/narrowing.ts`). */
export interface Narrowing {
  /** By which reading it comes. */
  readonly keyOf: (name: ListName) => string;
  /** Ids of the rooms that are left; `since`: to where it was read without a gap; `stays`: the room that is left whether it fits or not. */
  readonly listOf: (
    rooms: Iterable<RoomRecord>,
    name: ListName,
    me: string,
    since: string | null,
    stays?: string | null,
  ) => readonly string[];
}

/**
 * Ids of the rooms of a list, which are customers’ in all but one: waiting ones with the longest wait first, snoozed ones as they wake, all others newest first. `since`
 * leaves out resolved rooms older than what was read page by page: between those lie others that were not read.
 */
export function listRooms(rooms: Iterable<RoomRecord>, name: ListName, me: string, since: string | null = null): readonly string[] {
  return [...rooms]
    .filter(
      ({ room }) =>
        (room.type === 'EXTERNAL') === (name !== 'internal') && belongs[name](room, me) && (since === null || lastAt(room) >= since),
    )
    .toSorted(name === 'waiting' ? longestFirst : name === 'snoozed' ? soonestFirst(me) : newestFirst)
    .map(({ room }) => room.id);
}
