import type { RoomsStore } from '../store.ts';

/** What was on the screen for less than this passed by, while scrolling or while walking from room to room. */
const LEAST_MS = 150;

/** By room since when those events stand before the reader's eyes in this window that are there now, by their places; the highest that stood there stays. */
const shown = new WeakMap<RoomsStore, Map<string, ReadonlyMap<number, number>>>();

/** These events of a customer's room, or of colleagues' talk, and no others, are before the reader's eyes from now on; none where nobody looks. */
export function noteShown(store: RoomsStore, roomId: string, onScreen?: ReadonlySet<string>): void {
  const rooms = shown.get(store) ?? new Map<string, ReadonlyMap<number, number>>();
  const before = rooms.get(roomId);
  const since = new Map([[shownSeq(store, roomId) ?? 0, Number.NEGATIVE_INFINITY]]);
  for (const { id, seq } of store.getState().state.rooms.get(roomId)?.public.events ?? [])
    if (onScreen?.has(id)) since.set(seq, since.get(seq) ?? before?.get(seq) ?? performance.now());
  shown.set(store, rooms.set(roomId, since));
}

/** The place of the highest event of a room that has stood before the reader's eyes in this window; undefined where none has. */
export function shownSeq(store: RoomsStore, roomId: string): number | undefined {
  const due = performance.now() - LEAST_MS;
  let highest = 0;
  for (const [seq, since] of shown.get(store)?.get(roomId) ?? []) if (since <= due && seq > highest) highest = seq;
  return highest || undefined;
}
