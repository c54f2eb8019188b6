import type { RoomRecord } from '../state/room-record.ts';
import type { RoomsStore } from '../store.ts';

/** By room the place of the highest event that has stood before the reader's eyes in this window. */
const shown = new WeakMap<RoomsStore, Map<string, number>>();

/** These events of a customer's room, or of colleagues' talk, stand before the reader's eyes. */
export function noteShown(store: RoomsStore, { room, public: { events } }: RoomRecord, onScreen: ReadonlySet<string>): void {
  const seq = events.findLast(({ id }) => onScreen.has(id))?.seq ?? 0;
  const seqs = shown.get(store) ?? new Map<string, number>();
  shown.set(store, seqs.set(room.id, Math.max(seq, seqs.get(room.id) ?? 0)));
}

/** Undefined where nothing of the room was seen. */
export const shownSeq = (store: RoomsStore, roomId: string): number | undefined => shown.get(store)?.get(roomId) || undefined;
