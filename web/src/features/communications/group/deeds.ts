import type { RoomView } from '@parley/contract';
import { api } from '../../../api/client.ts';
import { applyRooms, membershipFrames } from '../state/apply-reading.ts';
import { changeState, type RoomsStore } from '../store.ts';

/** Takes in what the server answered, which is there before its frame; what it throws is said by whoever asked. */
async function take(store: RoomsStore, asking: Promise<RoomView>): Promise<RoomView> {
  const asked = membershipFrames(store.getState().state);
  const view = await asking;
  changeState(store, (state) => applyRooms(state, [view], asked, Date.now()));
  return view;
}

const people = (userIds: readonly string[]) =>
  userIds.map((associatedParticipantId) => ({ associatedParticipantId, type: 'USER' as const }));

/** Begins a chat with one colleague, or a group of several. Asked again by the same id, it is the same one. */
export function createRoom(
  store: RoomsStore,
  { userIds, name, clientRoomId }: { userIds: readonly string[]; name: string | undefined; clientRoomId: string },
): Promise<RoomView> {
  const roomType = userIds.length > 1 ? ('GROUP' as const) : ('INTERNAL' as const);
  const named = name === undefined ? {} : { name };
  return take(store, api.rooms.create({ body: { users: [...userIds], roomType, clientRoomId, ...named } }));
}

export const renameRoom = (store: RoomsStore, roomId: string, name: string): Promise<RoomView> =>
  take(store, api.rooms.change({ params: { roomId }, body: [{ op: 'replace', path: 'name', value: name }] }));

export const addColleagues = (store: RoomsStore, roomId: string, userIds: readonly string[]): Promise<RoomView> =>
  take(store, api.rooms.addParticipants({ params: { roomId }, body: { roomParticipants: people(userIds) } }));

/** Takes somebody out of a group; oneself: leaves it. Everybody in it is told by a frame, and who is out by another. */
export const removeColleague = (roomId: string, userId: string): Promise<unknown> =>
  api.rooms.removeParticipants({ params: { roomId }, body: { roomParticipants: people([userId]) } });
