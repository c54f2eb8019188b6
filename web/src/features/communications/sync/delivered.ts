import { deliveredToSay } from '../state/delivered.ts';
import { isParticipant } from '../state/lists.ts';
import type { RoomRecord } from '../state/room-record.ts';
import type { RoomsStore } from '../store.ts';
import type { Line } from './line.ts';

/** Of one room a frame at most so often. */
const AT_MOST_EVERY_MS = 1000;
/** After a night away hundreds of rooms are due at once, while their list is being drawn: so many are said in that time at most. */
const MOST = 50;
const WITHIN_MS = 500;

interface Said {
  readonly publicNo: number;
  readonly at: number;
}

/** Says by Ack what has arrived: `look` after every change of the store, `reopened` with every new connection. */
export interface DeliveredSayer {
  look: () => void;
  /** What was said last may be lost with its connection. */
  reopened: () => void;
  stop: () => void;
}

/** Says it from now on, as long as the page is open. The answer ends it. */
export function startDelivered(store: RoomsStore, line: Pick<Line, 'tell' | 'onOpen'>): () => void {
  const sayer = createDeliveredSayer(store, line);
  sayer.look();
  const stops = [store.subscribe(sayer.look), line.onOpen(sayer.reopened), sayer.stop];
  return () => {
    for (const stop of stops) stop();
  };
}

export function createDeliveredSayer(store: RoomsStore, line: Pick<Line, 'tell'>): DeliveredSayer {
  const said = new Map<string, Said>();
  /** The rooms as looked at last, and those among them of which something may be due. */
  let before: ReadonlyMap<string, RoomRecord> = new Map();
  const open = new Set<string>();
  /**
   * What the customer knew of each room as it was first met here: what was seen by then. My own answers raise that number and
   * tell the customer nothing, so that it is not asked again; and of what I saw before I took part they know nothing at all.
   */
  const known = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** How many may still be said until then. */
  let left = MOST;
  let until = 0;

  /** Says what is due of one room; the answer is when something more is due of it, if it is. */
  function say(roomId: string, now: number): number | null {
    const { state } = store.getState();
    const record = state.rooms.get(roomId);
    const message = record === undefined ? null : deliveredToSay(record, state.me, known.get(roomId) ?? 0);
    const last = said.get(roomId);
    if (message === null || (last !== undefined && last.publicNo >= message.publicNo)) return null;
    const dueAt = last === undefined ? now : last.at + AT_MOST_EVERY_MS;
    if (dueAt > now) return dueAt;
    if (now >= until) [left, until] = [MOST, now + WITHIN_MS];
    if (left === 0) return until;
    // Without a connection the next one says it.
    if (!line.tell({ type: 'Ack', payload: { roomId, roomEventId: message.eventId } })) return null;
    said.set(roomId, { publicNo: message.publicNo, at: now });
    left -= 1;
    return null;
  }

  function meet(roomId: string, record: RoomRecord): void {
    const { me } = store.getState().state;
    const last = before.get(roomId);
    if (last === undefined) known.set(roomId, record.membership.seenPublicNo);
    else if (!isParticipant(last.room, me) && isParticipant(record.room, me)) known.set(roomId, 0);
  }

  function run(): void {
    clearTimeout(timer);
    timer = undefined;
    const now = Date.now();
    let next = Number.POSITIVE_INFINITY;
    for (const roomId of [...open]) {
      const dueAt = say(roomId, now);
      if (dueAt === null) open.delete(roomId);
      else next = Math.min(next, dueAt);
    }
    if (open.size > 0) timer = setTimeout(run, next - now);
  }

  return {
    look: () => {
      const { rooms } = store.getState().state;
      if (rooms === before) return;
      for (const [roomId, record] of rooms) {
        if (before.get(roomId) === record) continue;
        meet(roomId, record);
        open.add(roomId);
      }
      before = rooms;
      run();
    },
    reopened: () => {
      said.clear();
      const { rooms } = store.getState().state;
      for (const [roomId, record] of rooms) {
        meet(roomId, record);
        open.add(roomId);
      }
      before = rooms;
      run();
    },
    stop: () => clearTimeout(timer),
  };
}
