import { api } from '../../../api/client.ts';
import { applyRooms, membershipFrames } from '../state/apply-reading.ts';
import { changeState, type RoomsStore } from '../store.ts';

/** Ends that the reader follows a room since they were named there. Throws why it could not be ended. */
export async function stopFollowing(store: RoomsStore, roomId: string): Promise<void> {
  const asked = membershipFrames(store.getState().state);
  const view = await api.rooms.change({ params: { roomId }, body: [{ op: 'replace', path: 'followed', value: false }] });
  changeState(store, (state) => applyRooms(state, [view], asked, Date.now()));
}
