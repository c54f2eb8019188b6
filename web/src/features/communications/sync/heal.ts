import { api } from '../../../api/client.ts';
import { applyChanges } from '../state/apply-changes.ts';
import { applyReading } from '../state/apply-reading.ts';
import type { RoomRecord } from '../state/room-record.ts';
import { changeState, type RoomsStore } from '../store.ts';
import { readRoom } from './read-room.ts';

/** Rooms that are being healed: of one never twice at the same time, whoever asks. */
const under = new WeakMap<RoomsStore, Map<string, Promise<void>>>();

/** A room that can only be healed by reading it: of another epoch, or too far behind. */
const isBeyond = ({ gap }: RoomRecord): boolean => gap !== null && !Number.isFinite(gap.upTo);

/** Asks for exactly what is missing and takes it in; false when the room must be read instead. */
async function fillHole(store: RoomsStore, { room }: RoomRecord): Promise<boolean> {
  const { id: roomId, epoch, change } = room;
  const query = { epoch, change };
  const { reload, changes } = await api.rooms.changes({ params: { roomId }, query }, { context: { outlivesNavigation: true } });
  if (changes !== null) changeState(store, (state) => applyChanges(state, changes, Date.now()));
  const now = store.getState().state.rooms.get(roomId);
  // In step although something more is expected: only a reading can tell.
  return !reload && (changes !== null || now === undefined || now.gap === null);
}

async function work(store: RoomsStore, roomId: string): Promise<void> {
  const record = store.getState().state.rooms.get(roomId);
  if (record !== undefined && !isBeyond(record) && (await fillHole(store, record))) return;
  const answer = await readRoom(roomId, store.getState().state.rooms.get(roomId));
  changeState(store, (state) => applyReading(state, roomId, answer, Date.now()));
}

/** Brings one room up to date: by what it missed, or by reading it. Rejects with ApiProblem when that cannot be had. */
export function heal(store: RoomsStore, roomId: string): Promise<void> {
  const all = under.get(store) ?? new Map<string, Promise<void>>();
  under.set(store, all);
  const known = all.get(roomId);
  if (known !== undefined) return known;
  const healing = work(store, roomId).finally(() => all.delete(roomId));
  all.set(roomId, healing);
  return healing;
}
