import type { RoomView } from '@parley/contract';
import { api } from '../../../api/client.ts';

// Everybody in the room is told by frames, whoever does it as well: nothing of the answers is needed here.

const people = (userIds: readonly string[]) =>
  userIds.map((associatedParticipantId) => ({ associatedParticipantId, type: 'USER' as const }));

interface NewRoom {
  userIds: readonly string[];
  name?: string | undefined;
  clientRoomId: string;
}

/** Begins a chat with one colleague, or a group of several. Asked again by the same id, it is the same one. */
export function createRoom({ userIds, name, clientRoomId }: NewRoom): Promise<RoomView> {
  const roomType = userIds.length > 1 ? ('GROUP' as const) : ('INTERNAL' as const);
  return api.rooms.create({ body: { users: [...userIds], roomType, clientRoomId, ...(name === undefined ? {} : { name }) } });
}

export const renameRoom = (roomId: string, name: string): Promise<unknown> =>
  api.rooms.change({ params: { roomId }, body: [{ op: 'replace', path: 'name', value: name }] });

export const addColleagues = (roomId: string, userIds: readonly string[]): Promise<unknown> =>
  api.rooms.addParticipants({ params: { roomId }, body: { roomParticipants: people(userIds) } });

/** Takes somebody out of a group; oneself: leaves it. */
export const removeColleague = (roomId: string, userId: string): Promise<unknown> =>
  api.rooms.removeParticipants({ params: { roomId }, body: { roomParticipants: people([userId]) } });
