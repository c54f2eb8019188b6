import { ApiProblem } from '../../../api/api-problem.ts';
import { dropRoom } from '../state/catch-up.ts';
import { changeState, type RoomsStore } from '../store.ts';
import { heal } from './heal.ts';

/** Rooms read at the same time; of one room never two. */
const AT_ONCE = 4;
/** After a failure a room is left alone this long, longer with each failure. */
const PAUSE_MS = [1000, 2000, 5000, 10_000, 30_000];

/**
 * Fetches exactly what a room with a hole is missing, reads afresh what cannot be closed by that, and reads for the first
 * time what was heard of: `look` after every change of the store.
 */
export interface Reader {
  look: () => void;
  stop: () => void;
}

interface Failure {
  readonly times: number;
  readonly until: number;
}

/** Tells of rooms that are due: those with a gap whose patience is over, and strangers. */
function dueRooms(store: RoomsStore, now: number): { ids: string[]; next: number } {
  const { state } = store.getState();
  const ids = [...state.strangers.keys()];
  let next = Number.POSITIVE_INFINITY;
  for (const { room, gap } of state.rooms.values()) {
    if (gap === null) continue;
    if (gap.dueAt <= now) ids.push(room.id);
    else next = Math.min(next, gap.dueAt);
  }
  return { ids, next };
}

export function createReader(store: RoomsStore): Reader {
  const reading = new Set<string>();
  const failures = new Map<string, Failure>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  async function read(roomId: string): Promise<void> {
    reading.add(roomId);
    try {
      await heal(store, roomId);
      failures.delete(roomId);
    } catch (problem) {
      if (problem instanceof ApiProblem && problem.status === 404) changeState(store, (state) => dropRoom(state, roomId));
      else {
        const times = (failures.get(roomId)?.times ?? 0) + 1;
        failures.set(roomId, { times, until: Date.now() + (PAUSE_MS[Math.min(times, PAUSE_MS.length) - 1] ?? 0) });
      }
    } finally {
      reading.delete(roomId);
      look();
    }
  }

  function look(): void {
    if (stopped) return;
    clearTimeout(timer);
    const now = Date.now();
    let { ids, next } = dueRooms(store, now);
    for (const id of ids) {
      const until = failures.get(id)?.until ?? 0;
      if (until > now) next = Math.min(next, until);
      else if (reading.size < AT_ONCE && !reading.has(id)) void read(id);
    }
    if (Number.isFinite(next)) timer = setTimeout(look, Math.max(0, next - now));
  }

  return {
    look,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
