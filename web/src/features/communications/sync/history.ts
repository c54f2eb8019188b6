import { countsMissed, EVENT_PAGE_SIZE } from '@parley/contract';
import { applyPage, type PagePlace } from '../state/apply-reading.ts';
import { isLoaded, type Page } from '../state/history.ts';
import type { HistoryName } from '../state/room-record.ts';
import { changeState, historyKey, type RoomsStore, setHistoryReading } from '../store.ts';
import { readBeside } from './read-pages.ts';
import { readBack } from './read-room.ts';

const under = new Map<string, Promise<void>>();

/** One reading of a history at a time; its outcome shows under its key. */
export function reading(
  store: RoomsStore,
  roomId: string,
  name: HistoryName,
  at: PagePlace['at'],
  work: () => Promise<void>,
): Promise<void> {
  const key = historyKey(roomId, name);
  const going = under.get(key);
  if (going !== undefined) return going;
  setHistoryReading(store, key, { status: 'loading', at });
  const now = work().then(
    () => {
      under.delete(key);
      setHistoryReading(store, key, { status: 'ready' });
    },
    (problem: unknown) => {
      under.delete(key);
      setHistoryReading(store, key, { status: 'failed', at, problem });
    },
  );
  under.set(key, now);
  return now;
}

/** When nothing of this history is being read. */
export async function isFree(roomId: string, name: HistoryName): Promise<void> {
  const key = historyKey(roomId, name);
  for (let going = under.get(key); going !== undefined; going = under.get(key)) await going;
}

/** Takes a page into what is held. */
export const take = (store: RoomsStore, roomId: string, name: HistoryName, place: PagePlace, epoch: number, page: Page) =>
  changeState(store, (state) => applyPage(state, roomId, { name, place, epoch }, page, Date.now()));

/**
 * Reads the newest end of a history, back to the first event that this person has not seen: it is shown from there, so
 * that nothing counts as seen that was not on the screen. With `toEnd` the newest page alone, whatever was seen.
 */
export function loadNewest(store: RoomsStore, roomId: string, name: HistoryName, toEnd = false): Promise<void> {
  return reading(store, roomId, name, 'newest', async () => {
    const record = store.getState().state.rooms.get(roomId);
    if (record === undefined) return;
    const { room, membership } = record;
    const seenNo = name === 'private' ? membership.seenPrivateNo : membership.seenPublicNo;
    // Who only looks on, for the first time, has missed nothing.
    const looksOn = seenNo === 0 && !countsMissed(room, membership, store.getState().state.me);
    const { page, epoch } = await readBack(roomId, name, (oldest) => {
      const number = name === 'private' ? oldest.privateNo : oldest.publicNo;
      return toEnd || looksOn || number <= seenNo + 1;
    });
    take(store, roomId, name, { at: 'newest' }, epoch, page);
  });
}

/** Goes to the newest end of a history: what is being read of it comes first. */
export async function loadEnd(store: RoomsStore, roomId: string, name: HistoryName): Promise<void> {
  await isFree(roomId, name);
  if (store.getState().state.rooms.get(roomId)?.[name].newer === true) await loadNewest(store, roomId, name, true);
}

/** Reads one page further at one side of what is held. */
export function loadMore(store: RoomsStore, roomId: string, name: HistoryName, at: 'older' | 'newer'): Promise<void> {
  return reading(store, roomId, name, at, async () => {
    const record = store.getState().state.rooms.get(roomId);
    const history = record?.[name];
    if (record === undefined || history === undefined || !isLoaded(history)) return;
    const anchor = at === 'older' ? history.events[0] : history.events.at(-1);
    if (anchor === undefined || !history[at]) return;
    const page = await readBeside(roomId, name, at, anchor.id, EVENT_PAGE_SIZE);
    take(store, roomId, name, { at, eventId: anchor.id }, record.room.epoch, page);
  });
}

/** Once more what could not be read. What stands around an event is asked for by who wants to go there. */
export function loadAgain(store: RoomsStore, roomId: string, name: HistoryName): void {
  const key = historyKey(roomId, name);
  const failed = store.getState().histories.get(key);
  if (failed?.status !== 'failed') return;
  if (failed.at === 'older' || failed.at === 'newer') void loadMore(store, roomId, name, failed.at);
  else if (failed.at === 'newest') void loadNewest(store, roomId, name, true);
  else setHistoryReading(store, key, { status: 'ready' });
}
