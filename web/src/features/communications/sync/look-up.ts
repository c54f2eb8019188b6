import { ApiProblem } from '../../../api/api-problem.ts';
import { applyReading } from '../state/apply-reading.ts';
import { changeState, type RoomsStore, setLookUp } from '../store.ts';
import { readRoom } from './read-room.ts';

/** Not a failure: the room does not exist for this reader. */
export const cannotBeSeen = (problem: unknown): boolean => problem instanceof ApiProblem && [400, 403, 404].includes(problem.status);

/** Reads a room that no list has brought; how that stands shows in the store. */
export async function lookUpRoom(store: RoomsStore, roomId: string): Promise<void> {
  setLookUp(store, roomId, { status: 'loading' });
  try {
    const answer = await readRoom(roomId, undefined);
    changeState(store, (state) => applyReading(state, roomId, answer, Date.now()));
    setLookUp(store, roomId, { status: 'ready' });
  } catch (problem) {
    setLookUp(store, roomId, { status: 'failed', problem });
  }
}
