import type { RoomsStore } from '../store.ts';
import { startDrafts } from './drafts.ts';
import type { Line } from './line.ts';
import { startScheduledRooms } from './scheduled-rooms.ts';

/** What is kept in step once the list of rooms stands: drafts, and what is to be sent later. @returns how to stop */
export function startSoon(store: RoomsStore, line: Line): () => void {
  const stops = [startDrafts(store, line), startScheduledRooms(store, line)];
  return () => {
    for (const stop of stops) stop();
  };
}
