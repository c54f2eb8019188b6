import { type History, isLoaded, unloadedHistory } from './history.ts';
import type { RoomRecord } from './room-record.ts';
import { type CommunicationsState, withRecord } from './state.ts';

/** Nothing held; a page that was asked for before counts as the newest only if it reaches what was held. */
function unloaded({ events, arrived, trimmedTo }: History): History {
  const last = Math.max(trimmedTo, events.at(-1)?.seq ?? 0, arrived.at(-1)?.seq ?? 0);
  return { ...unloadedHistory, trimmedTo: last };
}

/** A room that was left long ago lets go of its events, which are read again when somebody opens it. */
export function dropHistories(state: CommunicationsState, roomId: string): CommunicationsState {
  const record = state.rooms.get(roomId);
  if (record === undefined || !(isLoaded(record.public) || isLoaded(record.private))) return state;
  return withRecord(state, roomId, { ...record, public: unloaded(record.public), private: unloaded(record.private) });
}

/**
 * The connection was away for so short a time that nobody was told: loaded events are dropped, and read afresh where
 * somebody looks (domain: "reopening the socket without an earlier error"). The open room keeps what stands on the
 * screen until its reading is here.
 */
export function dropEvents(state: CommunicationsState, openRoomId: string | null, now: number): CommunicationsState {
  const dropped = (record: RoomRecord): RoomRecord => {
    if (!isLoaded(record.public) && !isLoaded(record.private)) return record;
    if (record.room.id === openRoomId) return { ...record, gap: { dueAt: now, upTo: Number.POSITIVE_INFINITY } };
    return { ...record, public: unloaded(record.public), private: unloaded(record.private) };
  };
  return { ...state, rooms: new Map([...state.rooms].map(([id, record]) => [id, dropped(record)])) };
}
