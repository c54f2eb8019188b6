import type { Conversation, Room } from '@parley/contract';
import type { RoomRecord } from './room-record.ts';

/** Lists of the Communications page (domain: room list). */
export type ListName = 'waiting' | 'mine' | 'all' | 'resolved';

/** The conversation of this room that has waited longest, if one waits. */
export function waitingConversation(room: Room): Conversation | undefined {
  return room.roomConversations
    .filter((conversation) => conversation.state === 'UNASSIGNED')
    .toSorted((a, b) => waitingSince(a).localeCompare(waitingSince(b)))[0];
}

export const waitingSince = (conversation: Conversation): string => conversation.waitingSince ?? conversation.createdAt;

export const holdsConversation = (room: Room, userId: string): boolean =>
  room.roomConversations.some((conversation) => conversation.state === 'ASSIGNED' && conversation.assignedUserId === userId);

export const isParticipant = (room: Room, userId: string): boolean =>
  room.roomParticipants.some((participant) => participant.type === 'USER' && participant.associatedParticipantId === userId);

const belongs: Record<ListName, (room: Room, me: string) => boolean> = {
  waiting: (room) => waitingConversation(room) !== undefined,
  mine: (room, me) => room.state !== 'RESOLVED' && (holdsConversation(room, me) || isParticipant(room, me)),
  all: (room) => room.state !== 'RESOLVED',
  resolved: (room) => room.state === 'RESOLVED',
};

const lastAt = (room: Room): string => room.lastEventTimestamp ?? room.createdAt;

export const newestFirst = (a: RoomRecord, b: RoomRecord): number => lastAt(b.room).localeCompare(lastAt(a.room));

const longestFirst = (a: RoomRecord, b: RoomRecord): number => waited(a).localeCompare(waited(b));
const waited = ({ room }: RoomRecord): string => {
  const conversation = waitingConversation(room);
  return conversation === undefined ? lastAt(room) : waitingSince(conversation);
};

/**
 * Ids of the external rooms of a list: waiting ones with the longest wait first, all others newest first. `since`
 * leaves out resolved rooms older than what was read page by page: between those lie others that were not read.
 */
export function listRooms(rooms: Iterable<RoomRecord>, name: ListName, me: string, since: string | null = null): readonly string[] {
  return [...rooms]
    .filter(({ room }) => room.type === 'EXTERNAL' && belongs[name](room, me) && (since === null || lastAt(room) >= since))
    .toSorted(name === 'waiting' ? longestFirst : newestFirst)
    .map(({ room }) => room.id);
}
