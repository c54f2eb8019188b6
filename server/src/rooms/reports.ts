import type { Actor } from '../accounts/index.ts';
import { gathering } from '../platform/gather.ts';
import type { RoomsDeps } from './deps.ts';
import { markArrived, markReported, type Reported } from './seen.ts';
import { inRooms } from './work.ts';

/** So many reports of one person are stored together at most. */
const LARGEST = 500;
/** Rooms that are locked together at most: messages for them wait that long. */
const ROOMS_AT_ONCE = 50;

interface Waiting {
  actor: Actor;
  roomId: string;
  report: Reported;
}

const inParts = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, part) => items.slice(part * size, (part + 1) * size));

/**
 * What somebody's screens report as arrived and looked at. Of one person one transaction at a time, in however many windows: reports must not take
 * the connections that messages need. What comes meanwhile waits, and is then stored room by room: of several in one room the highest takes
 * the place of those before it, so that on a slow machine no more waits than there are rooms. Rooms of which nothing but arrivals is said go many
 * together: a window that opens says it of all that came while nobody looked.
 *
 * @returns stores one report; rejects with EVENT_NOT_FOUND, and with what its room's transaction threw
 */
export function storeReports(deps: RoomsDeps): (actor: Actor, roomId: string, report: Reported) => Promise<void> {
  const storeRoom = ([first, ...others]: readonly [Waiting, ...Waiting[]]): Promise<readonly unknown[]> => {
    const { actor, roomId } = first;
    const reports = [first, ...others].map(({ report }) => report);
    return inRooms(deps.db, actor.accountId, (tx) => markReported(deps, tx, actor, roomId, reports));
  };
  const storeArrived = (actor: Actor, waiting: readonly Waiting[]): Promise<readonly unknown[]> => {
    const arrived = waiting.map(({ roomId, report: { eventId } }) => ({ roomId, eventId }));
    return inRooms(deps.db, actor.accountId, (tx) => markArrived(deps, tx, actor, arrived));
  };
  const store = gathering<Waiting, unknown>(LARGEST, async (_userId, waiting) => {
    const outcomes = new Map<Waiting, unknown>();
    const keep = (of: readonly Waiting[], answers: readonly unknown[]) => {
      for (const [at, one] of of.entries()) outcomes.set(one, answers[at]);
    };
    const byRoom = [...Map.groupBy(waiting, ({ roomId }) => roomId).values()] as [Waiting, ...Waiting[]][];
    const saysMore = (reports: readonly Waiting[]) => reports.some(({ report }) => report.kind !== 'DELIVERED');
    const alone = byRoom.filter(saysMore);
    for (const part of inParts(
      byRoom.filter((reports) => !saysMore(reports)),
      ROOMS_AT_ONCE,
    )) {
      const all = part.flat();
      const [{ actor }] = all as [Waiting];
      // What cannot be stored of one room must not take the others with it.
      const answers = part.length === 1 ? null : await storeArrived(actor, all).catch(() => null);
      if (answers === null) alone.push(...part);
      else keep(all, answers);
    }
    for (const reports of alone) keep(reports, await storeRoom(reports).catch((error: unknown) => reports.map(() => error)));
    return waiting.map((one) => outcomes.get(one) ?? null);
  });
  return async (actor, roomId, report) => {
    const refusal = await store(actor.userId, { actor, roomId, report });
    if (refusal !== null) throw refusal;
  };
}
