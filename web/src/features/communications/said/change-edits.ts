import { type Edits, hasTyped } from '../state/edits.ts';
import type { RoomsStore } from '../store.ts';

const watched = new WeakSet<RoomsStore>();

/** Leaving the page asks first while words are being changed: it would forget them. */
function watchLeaving(store: RoomsStore): void {
  if (watched.has(store)) return;
  watched.add(store);
  window.addEventListener('beforeunload', (event) => {
    const { edits, state, navigation } = store.getState();
    if (hasTyped(edits, (roomId) => state.rooms.has(roomId) || navigation.openRoomId === roomId)) event.preventDefault();
  });
}

/** Applies one of the pure functions of `state/edits.ts`. */
export function changeEdits(store: RoomsStore, change: (edits: Edits) => Edits): void {
  watchLeaving(store);
  store.setState(({ edits }) => ({ edits: change(edits) }));
}
