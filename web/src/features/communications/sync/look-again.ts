import { applyRoomState } from '../state/catch-up.ts';
import { changeState, type RoomsStore } from '../store.ts';

/** A refusal has shown that a room stands otherwise than it is held here: it is read afresh, and let go where it may not be seen any more. */
export function lookAgain(store: RoomsStore, roomId: string): void {
  const answer = { inStep: false, changes: [], reload: [roomId], gone: [], memberships: [] };
  changeState(store, (state) => applyRoomState(state, answer, new Map(), Date.now()));
}
