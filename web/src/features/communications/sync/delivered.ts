import { deliveredToSay } from '../state/delivered.ts';
import type { RoomsStore } from '../store.ts';
import type { Line } from './line.ts';

/** Of one room a frame at most so often. */
const AT_MOST_EVERY_MS = 1000;

interface Said {
  readonly publicNo: number;
  readonly at: number;
}

/** Says Delivered for what arrives: `look` after every change of the store, `reopened` with every new connection. */
export interface DeliveredSayer {
  look: () => void;
  /** What was said last may be lost with its connection. */
  reopened: () => void;
  stop: () => void;
}

export function createDeliveredSayer(store: RoomsStore, line: Pick<Line, 'tell'>): DeliveredSayer {
  const said = new Map<string, Said>();
  let rooms: unknown = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Says what is due; the answer is when something is due next. */
  function sayAll(now: number): number {
    const { state } = store.getState();
    let next = Number.POSITIVE_INFINITY;
    for (const record of state.rooms.values()) {
      const message = deliveredToSay(record, state.me);
      if (message === null) continue;
      const roomId = record.room.id;
      const before = said.get(roomId);
      if (before !== undefined && before.publicNo >= message.publicNo) continue;
      const dueAt = before === undefined ? now : before.at + AT_MOST_EVERY_MS;
      if (dueAt > now) next = Math.min(next, dueAt);
      else if (line.tell({ type: 'Delivered', payload: { clientStatus: 'DELIVERED', roomId, roomEventId: message.eventId } }))
        said.set(roomId, { publicNo: message.publicNo, at: now });
    }
    return next;
  }

  function run(): void {
    clearTimeout(timer);
    const now = Date.now();
    const next = sayAll(now);
    timer = Number.isFinite(next) ? setTimeout(run, next - now) : undefined;
  }

  return {
    look: () => {
      const held = store.getState().state.rooms;
      if (held === rooms) return;
      rooms = held;
      run();
    },
    reopened: () => {
      said.clear();
      run();
    },
    stop: () => clearTimeout(timer),
  };
}
