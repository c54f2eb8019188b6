import type { Page } from '../state/history.ts';
import type { HistoryName } from '../state/room-record.ts';
import type { RoomsStore } from '../store.ts';
import { isFree, reading, take } from './history.ts';
import { isMissing, readBeside } from './read-pages.ts';

/**
 * Where an event was found: in this history, whose surroundings are held now; in the room's other one; or in neither. Null
 * where that could not be had, which shows under the history's key.
 */
export type Found = 'here' | 'elsewhere' | 'missing';

const has = (page: Page, eventId: string): boolean => page.events.some(({ id }) => id === eventId);

/** Null where the room has no such event. Of one of the other history the server answers what stands around its place in this one. */
async function around(roomId: string, name: HistoryName, eventId: string): Promise<Page | null> {
  try {
    return await readBeside(roomId, name, 'around', eventId);
  } catch (problem) {
    if (isMissing(problem)) return null;
    throw problem;
  }
}

/** Reads what stands around an event, in the place of what is held (communications, section 9: 15 a side). */
export async function loadAround(store: RoomsStore, roomId: string, name: HistoryName, eventId: string): Promise<Found | null> {
  await isFree(roomId, name);
  let found: Found | null = null;
  await reading(store, roomId, name, 'around', async () => {
    const record = store.getState().state.rooms.get(roomId);
    if (record === undefined) return;
    const page = await around(roomId, name, eventId);
    if (page === null) found = 'missing';
    else if (!has(page, eventId)) found = 'elsewhere';
    else {
      take(store, roomId, name, { at: 'around', eventId }, record.room.epoch, page);
      found = 'here';
    }
  });
  return found;
}
