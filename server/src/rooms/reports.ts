import type { Actor } from '../accounts/index.ts';
import { gathering } from '../platform/gather.ts';
import type { RoomsDeps } from './deps.ts';
import { markReported, type Reported } from './seen.ts';
import { inRooms } from './work.ts';

/** So many reports of one person are stored together at most. */
const LARGEST = 500;

interface Waiting {
  actor: Actor;
  roomId: string;
  report: Reported;
}

/**
 * What somebody's screens report as arrived and looked at. Of one person one transaction at a time, in however many windows: reports must not take
 * the connections that messages need. What comes meanwhile waits, and is then stored room by room: of several in one room the highest takes
 * the place of those before it, so that on a slow machine no more waits than there are rooms.
 *
 * @returns stores one report; rejects with EVENT_NOT_FOUND, and with what its room's transaction threw
 */
export function storeReports(deps: RoomsDeps): (actor: Actor, roomId: string, report: Reported) => Promise<void> {
  const store = gathering<Waiting, unknown>(LARGEST, async (_userId, waiting) => {
    const outcomes = new Map<Waiting, unknown>();
    for (const [roomId, reports] of Map.groupBy(waiting, (one) => one.roomId)) {
      const [{ actor }] = reports as [Waiting];
      const list = reports.map(({ report }) => report);
      const answers = await inRooms(deps.db, actor.accountId, (tx) => markReported(deps, tx, actor, roomId, list)).catch((error: unknown) =>
        list.map(() => error),
      );
      for (const [at, one] of reports.entries()) outcomes.set(one, answers[at]);
    }
    return waiting.map((one) => outcomes.get(one) ?? null);
  });
  return async (actor, roomId, report) => {
    const refusal = await store(actor.userId, { actor, roomId, report });
    if (refusal !== null) throw refusal;
  };
}
