import type { RoomRecord } from '../state/room-record.ts';
import type { RoomsStore } from '../store.ts';

/** What was on the screen for less than this passed by, while scrolling or while walking from room to room. */
const LEAST_MS = 150;

interface Shown {
  /** The place of the highest event that was there for long enough. */
  highest: number;
  /** Since when those are there that are on the screen now, by their places. */
  since: ReadonlyMap<number, number>;
}
const shown = new WeakMap<RoomsStore, Map<string, Shown>>();

const highestOf = ({ highest, since }: Shown, now: number): number =>
  [...since].reduce((most, [seq, at]) => (now - at >= LEAST_MS && seq > most ? seq : most), highest);

/** These events of a customer's room, or of colleagues' talk, and no others, are before the reader's eyes from now on. */
export function noteShown(store: RoomsStore, { room, public: { events } }: RoomRecord, onScreen: ReadonlySet<string>): void {
  const now = performance.now();
  const rooms = shown.get(store) ?? new Map<string, Shown>();
  const before = rooms.get(room.id) ?? { highest: 0, since: new Map() };
  const since = new Map(events.flatMap(({ id, seq }) => (onScreen.has(id) ? [[seq, before.since.get(seq) ?? now] as const] : [])));
  shown.set(store, rooms.set(room.id, { highest: highestOf(before, now), since }));
}

/** The place of the highest event of a room that has stood before the reader's eyes in this window; undefined where none has. */
export function shownSeq(store: RoomsStore, roomId: string): number | undefined {
  const one = shown.get(store)?.get(roomId);
  return (one && highestOf(one, performance.now())) || undefined;
}
