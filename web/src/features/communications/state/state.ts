import type { Room, RoomFrame, RoomMembership } from '@parley/contract';
import type { PendingSend } from './pending.ts';
import type { RoomRecord } from './room-record.ts';

/** What was heard of a room before its first reading. */
export interface Stranger {
  readonly early: readonly RoomFrame[];
  readonly membership: RoomMembership | null;
}

export const newStranger: Stranger = { early: [], membership: null };

/** What is kept of a room that may not be seen any more: what it is called, and where its conversation went, as far as that was heard. */
export interface GoneRoom {
  /** Without its last words. */
  readonly room: Room;
  /** Who has the conversation now, and whether they took it themselves. */
  readonly went: { readonly to: string; readonly isTaken: boolean } | null;
}

/** The rooms as this client holds them. Everything below is replaced, never changed in place. */
export interface CommunicationsState {
  readonly me: string;
  readonly rooms: ReadonlyMap<string, RoomRecord>;
  /** Rooms that were heard of and are not held yet: each is read once, then what was heard is applied. */
  readonly strangers: ReadonlyMap<string, Stranger>;
  /** What I sent that is not confirmed, per room, oldest first. */
  readonly pending: ReadonlyMap<string, readonly PendingSend[]>;
  /** Rooms that were held here and may no longer be seen. */
  readonly gone: ReadonlyMap<string, GoneRoom>;
}

export const emptyState = (me: string): CommunicationsState => ({
  me,
  rooms: new Map(),
  strangers: new Map(),
  pending: new Map(),
  gone: new Map(),
});

/** A copy of the map with one entry set, or taken away where `value` is undefined. */
export function withEntry<Value>(map: ReadonlyMap<string, Value>, key: string, value: Value | undefined): ReadonlyMap<string, Value> {
  if (map.get(key) === value) return map;
  const next = new Map(map);
  if (value === undefined) next.delete(key);
  else next.set(key, value);
  return next;
}

export const withRecord = (state: CommunicationsState, roomId: string, record: RoomRecord): CommunicationsState => {
  const rooms = withEntry(state.rooms, roomId, record);
  return rooms === state.rooms ? state : { ...state, rooms };
};
