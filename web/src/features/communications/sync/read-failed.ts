import { isLoaded } from '../state/history.ts';
import type { HistoryName } from '../state/room-record.ts';
import { historyKey, type RoomsStore, setHistoryReading } from '../store.ts';
import { loadNewest } from './history.ts';
import { cannotBeSeen, lookUpRoom } from './look-up.ts';

const names: readonly HistoryName[] = ['public', 'private'];

function readHistoryAgain(store: RoomsStore, roomId: string, name: HistoryName): void {
  const { histories, state } = store.getState();
  const key = historyKey(roomId, name);
  const record = state.rooms.get(roomId);
  if (record === undefined || histories.get(key)?.status !== 'failed') return;
  // A further page is asked for again by the timeline itself, where the reader stands.
  if (isLoaded(record[name])) setHistoryReading(store, key, { status: 'ready' });
  else void loadNewest(store, roomId, name);
}

/** The server is reached again: what could not be read of the open room is read. Other rooms are read when they are opened. */
export function readFailed(store: RoomsStore): void {
  const { lookUps, navigation } = store.getState();
  const roomId = navigation.openRoomId;
  if (roomId === null) return;
  const lookUp = lookUps.get(roomId);
  if (lookUp?.status === 'failed' && !cannotBeSeen(lookUp.problem)) void lookUpRoom(store, roomId);
  for (const name of names) readHistoryAgain(store, roomId, name);
}
