import type { RoomEvent } from '@parley/contract';

/** What was on the screen for less than this passed by, while scrolling or while walking from room to room. */
const LEAST_MS = 150;

/** By room since when those events stand before the reader's eyes in this window that are there now, by their places; the highest that stood there stays. */
const shown = new Map<string, ReadonlyMap<number, number>>();

/** Those of these events of a customer's room, or of colleagues' talk, are before the reader's eyes from now on; without a screen, where nobody looks, none. */
export function noteShown(roomId: string, events: readonly RoomEvent[], onScreen?: ReadonlySet<string>): void {
  const since = new Map([[shownSeq(roomId), 0]]);
  for (const { id, seq } of events) if (onScreen?.has(id)) since.set(seq, shown.get(roomId)?.get(seq) ?? performance.now());
  shown.set(roomId, since);
}

/** The place of the highest event of a room that has stood before the reader's eyes in this window; 0 where none has. */
export function shownSeq(roomId: string): number {
  let highest = 0;
  for (const [seq, since] of shown.get(roomId) ?? []) if (performance.now() - since >= LEAST_MS && seq > highest) highest = seq;
  return highest;
}
