import { EVENT_PAGE_SIZE } from '@parley/contract';
import { applyPage, type PagePlace } from '../state/apply-reading.ts';
import { isLoaded, type Page } from '../state/history.ts';
import type { HistoryName } from '../state/room-record.ts';
import { changeState, historyKey, type RoomsStore, setHistoryReading } from '../store.ts';
import { readBack, readBeside } from './read-room.ts';

const under = new Set<string>();

/** One reading of a history at a time; its outcome shows under its key. */
async function reading(store: RoomsStore, roomId: string, name: HistoryName, work: () => Promise<void>): Promise<void> {
  const key = historyKey(roomId, name);
  if (under.has(key)) return;
  under.add(key);
  setHistoryReading(store, key, { status: 'loading' });
  try {
    await work();
    setHistoryReading(store, key, { status: 'ready' });
  } catch (problem) {
    setHistoryReading(store, key, { status: 'failed', problem });
  } finally {
    under.delete(key);
  }
}

const take = (store: RoomsStore, roomId: string, name: HistoryName, place: PagePlace, epoch: number, page: Page) =>
  changeState(store, (state) => applyPage(state, roomId, { name, place, epoch }, page, Date.now()));

/**
 * Reads the newest end of a history, back to the first event that this person has not seen: it is shown from there, so
 * that nothing counts as seen that was not on the screen. With `toEnd` the newest page alone, whatever was seen.
 */
export function loadNewest(store: RoomsStore, roomId: string, name: HistoryName, toEnd = false): Promise<void> {
  return reading(store, roomId, name, async () => {
    const record = store.getState().state.rooms.get(roomId);
    if (record === undefined) return;
    const { membership } = record;
    const seenNo = name === 'private' ? membership.seenPrivateNo : membership.seenPublicNo;
    const neverSeen = membership.seenPublicNo === 0 && membership.seenPrivateNo === 0;
    const { page, epoch } = await readBack(roomId, name, (oldest) => {
      const number = name === 'private' ? oldest.privateNo : oldest.publicNo;
      return toEnd || neverSeen || number <= seenNo + 1;
    });
    take(store, roomId, name, { at: 'newest' }, epoch, page);
  });
}

/** Reads one page further at one side of what is held. */
export function loadMore(store: RoomsStore, roomId: string, name: HistoryName, at: 'older' | 'newer'): Promise<void> {
  return reading(store, roomId, name, async () => {
    const record = store.getState().state.rooms.get(roomId);
    const history = record?.[name];
    if (record === undefined || history === undefined || !isLoaded(history)) return;
    const anchor = at === 'older' ? history.events[0] : history.events.at(-1);
    if (anchor === undefined || !history[at]) return;
    const page = await readBeside(roomId, name, at, anchor.id, EVENT_PAGE_SIZE);
    take(store, roomId, name, { at, eventId: anchor.id }, record.room.epoch, page);
  });
}
