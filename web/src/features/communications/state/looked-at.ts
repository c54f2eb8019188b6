import { digestOf, type HeldRoom, type ListBeyondWork, LOOKED_AT_LIMIT, NEWEST_TOLD } from '@parley/contract';
import { heldOf, workOf } from './catch-up.ts';
import { rowsOf } from './lists.ts';
import type { CommunicationsState } from './state.ts';

/** Count and digest of my work as it is held (contract: room digest). */
export const workDigest = (state: CommunicationsState): { count: number; digest: string } => digestOf(workOf(state).map(heldOf));

/**
 * What is held of rooms that are looked at and are no work: first these, which stand on the screen, then the newest of lists beyond the work, no more than
 * the server takes (contract: RoomState).
 *
 * @param shown ids of rooms, the most important first; those that are not held are left out
 */
export function lookedAt(state: CommunicationsState, shown: readonly string[], lists: readonly ListBeyondWork[]): HeldRoom[] {
  const work = new Set(workOf(state));
  const newest = lists.flatMap((name) => rowsOf(state.rooms.values(), name, state.me).slice(0, NEWEST_TOLD));
  const records = [...shown.map((id) => state.rooms.get(id)), ...newest.map(({ record }) => record)];
  const others = records.filter((record) => record !== undefined && !work.has(record));
  return [...new Set(others)].slice(0, LOOKED_AT_LIMIT).flatMap((record) => (record === undefined ? [] : [heldOf(record)]));
}
