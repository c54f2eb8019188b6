import type { RoomsStore } from '../store.ts';
import { heal } from './heal.ts';
import { readNewest } from './lists.ts';

/** Before each reading; the last one before every further one. */
const PAUSES_MS = [5000, 10_000, 20_000, 30_000];

/**
 * Reads what is new in the open room and the lists, at a growing pace, while no socket stands: on a line on which none can be had one
 * sees answers all the same. The answer ends it.
 */
export function readWhileLost(store: RoomsStore): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let stopped = false;
  const next = (times: number) => {
    if (stopped) return;
    timer = setTimeout(() => void read().then(() => next(times + 1)), PAUSES_MS[Math.min(times, PAUSES_MS.length - 1)]);
  };
  const read = () => {
    const { navigation, state } = store.getState();
    const { openRoomId } = navigation;
    const isHeld = openRoomId !== null && state.rooms.has(openRoomId);
    // What fails is read the next time, and what could not be told before is told when the connection stands.
    return Promise.allSettled([readNewest(store), isHeld ? heal(store, openRoomId) : undefined]);
  };
  next(0);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
