import { type Conversation, lastSaidAt, placeOfRoom, type Room } from '@parley/contract';
import type { RoomRecord } from './room-record.ts';

/** Lists of the Communications page (domain: room list); `internal`: chats of colleagues that I am in, which are read with mine. */
export type ListName = 'waiting' | 'mine' | 'snoozed' | 'all' | 'resolved' | 'internal';

/** The order of two times as the server writes them: in UTC with the same digits, so that no language has a say in it. */
const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The conversations of this room that wait, the longest first. */
export const waitingConversations = ({ roomConversations }: Room): readonly Conversation[] =>
  roomConversations.filter(({ state }) => state === 'UNASSIGNED').sort((a, b) => inOrder(waitingSince(a), waitingSince(b)));

/** The conversation of this room that has waited longest, if one waits. */
export const waitingConversation = (room: Room): Conversation | undefined => waitingConversations(room)[0];

export const waitingSince = (conversation: Conversation): string => conversation.waitingSince ?? conversation.createdAt;

export const holdsConversation = (room: Room, userId: string): boolean =>
  room.roomConversations.some((conversation) => conversation.state === 'ASSIGNED' && conversation.assignedUserId === userId);

export const isParticipant = (room: Room, userId: string): boolean =>
  room.roomParticipants.some((participant) => participant.type === 'USER' && participant.associatedParticipantId === userId);

/** What stands for a line of a list: a conversation that waits or that I hold, or (without one) the room. */
export interface Row {
  readonly id: string;
  readonly record: RoomRecord;
  readonly conversation?: Conversation | undefined;
}

/** Of a row: the room's, and behind a dot the conversation's. It stays the same while the conversation goes from list to list. */
export const rowId = (roomId: string, conversationId?: string): string =>
  conversationId === undefined ? roomId : `${roomId}.${conversationId}`;

export const roomOfRow = (row: string): string => row.split('.', 1)[0] ?? '';

/** The conversation for which a row stands, as it is now. */
export const conversationOfRow = (row: string, { id, roomConversations }: Room): Conversation | undefined =>
  roomConversations.find((one) => rowId(id, one.id) === row);

/** Takes its place beside others that are unresolved in the same room: what stands in its row is its own, and not the room's. */
export const isOneOfSeveral = (room: Room, conversation: Conversation | undefined): conversation is Conversation =>
  conversation !== undefined && room.roomConversations.some(({ id, state }) => id !== conversation.id && state !== 'RESOLVED');

/** Whether a row is about what is written on a channel; what waits is about its own alone, what is held also about what no other is about. */
export const isOfRow = (room: Room, conversation: Conversation | undefined, channelId: string | null): boolean => {
  if (!isOneOfSeveral(room, conversation)) return true;
  const has = ({ channels }: Conversation) => channels.some((one) => one.channelId === channelId);
  if (has(conversation) || conversation.state === 'UNASSIGNED') return has(conversation);
  return !room.roomConversations.some((one) => one.state !== 'RESOLVED' && has(one));
};

const none = [undefined];

/** What a list has rows for, of one room: undefined is the room itself. */
const standing: Record<ListName, (room: Room, me: string) => ReadonlyArray<Conversation | undefined>> = {
  // Asked for every room of the list, of which few wait.
  waiting: ({ roomConversations }) => roomConversations.filter(({ state }) => state === 'UNASSIGNED'),
  mine: (room, me) => {
    const held = heldBy(room, me);
    if (held.length > 0) return held.filter(({ snooze }) => snooze === null);
    return room.state !== 'RESOLVED' && isParticipant(room, me) ? none : [];
  },
  snoozed: (room, me) => heldBy(room, me).filter(({ snooze }) => snooze !== null),
  all: (room) => (room.state === 'RESOLVED' ? [] : none),
  resolved: (room) => (room.state === 'RESOLVED' ? none : []),
  internal: (room, me) => (isParticipant(room, me) ? none : []),
};

/** The conversations of this room that somebody holds, also those that sleep. */
export const heldBy = ({ roomConversations }: Room, me: string) =>
  roomConversations.filter(({ state, assignedUserId }) => state === 'ASSIGNED' && assignedUserId === me);

/** When something was last said there. */
const rowAt = ({ record: { room }, conversation }: Row): string =>
  isOneOfSeveral(room, conversation) ? (conversation.lastEvent?.at ?? conversation.createdAt) : lastSaidAt(room);

export const newestRoomFirst = (a: RoomRecord, b: RoomRecord): number => inOrder(placeOfRoom(b.room), placeOfRoom(a.room));

/** Of the same time as the server has it: by the room's id, and in one room by the conversation's. */
const by =
  (at: (row: Row) => string) =>
  (a: Row, b: Row): number =>
    inOrder(at(a), at(b)) || inOrder(a.id, b.id);

export const oldestFirst = by(rowAt);
export const newestFirst = (a: Row, b: Row): number => oldestFirst(b, a);

export const longestFirst = by((row) => (row.conversation?.state === 'UNASSIGNED' ? waitingSince(row.conversation) : rowAt(row)));

/** What wakes first; what only the customer wakes comes last. */
const soonestFirst = by(({ conversation }) => conversation?.snooze?.until ?? 'later');

/** What leaves a part of a list, and orders it (`narrow/narrowing.ts`). */
export interface Narrowing {
  /** By which reading it comes. */
  readonly keyOf: (name: ListName) => string;
  /** Ids of the rows that are left; `since`: to where it was read without a gap; `stays`: rows that are left whether they fit or not. */
  readonly listOf: (
    rooms: Iterable<RoomRecord>,
    name: ListName,
    me: string,
    since: string | null,
    stays?: readonly string[],
  ) => readonly string[];
}

/**
 * The rows of a list, which are of customers’ rooms in all but one: what waits with the longest wait first, what is snoozed as it wakes, all
 * others newest first. `since`, the place of a room, leaves out those behind what was read page by page: between those lie others that were not read.
 */
export function rowsOf(rooms: Iterable<RoomRecord>, name: ListName, me: string, since: string | null = null): readonly Row[] {
  const rows: Row[] = [];
  for (const record of rooms) {
    const { room } = record;
    if ((room.type === 'EXTERNAL') !== (name !== 'internal') || (since !== null && placeOfRoom(room) < since)) continue;
    for (const conversation of standing[name](room, me)) rows.push({ id: rowId(room.id, conversation?.id), record, conversation });
  }
  return rows.sort(name === 'waiting' ? longestFirst : name === 'snoozed' ? soonestFirst : newestFirst);
}

/** Their ids. */
export const listRows = (...of: Parameters<typeof rowsOf>): readonly string[] => rowsOf(...of).map(({ id }) => id);
