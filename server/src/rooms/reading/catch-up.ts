import { digestOf, type HeldRoom, type ListBeyondWork, NEWEST_COMPARED, type RoomChanges, type RoomMembership } from '@parley/contract';
import type { Actor } from '../../accounts/index.ts';
import type { Reader } from '../../platform/database.ts';
import { visibleRooms } from '../access.ts';
import { eventsChangedSince } from './history.ts';
import { mine, newestOf, waiting } from './list.ts';
import { readMemberships, readRooms } from './room-view.ts';

/** A room that missed more events than this is read afresh: that is less than everything it missed. */
const MOST_EVENTS = 100;
/** So many rooms are brought up to date by one answer; the others are read again by the client, one after another. */
const MOST_ROOMS = 300;
/** A client that holds more work than this is told to read anew instead of comparing. */
const MOST_WORK = 10_000;

export interface CaughtUp {
  inStep: boolean;
  changes: RoomChanges[];
  reload: string[];
  gone: string[];
  memberships: RoomMembership[];
}

interface RoomPlace {
  id: string;
  epoch: number;
  change: number;
}

/** The actor's work: unresolved rooms of theirs and rooms that wait. Client and server mean the same set by it. */
async function workOf(on: Reader, actor: Actor): Promise<RoomPlace[]> {
  const visible = () => on.selectFrom('rooms').where(visibleRooms(actor));
  const lists = [mine(visible(), actor), waiting(visible())];
  const byId = new Map<string, RoomPlace>();
  for (const list of lists) {
    const rows = await list.select(['rooms.id', 'rooms.epoch', 'rooms.change']).limit(MOST_WORK).execute();
    for (const row of rows) byId.set(row.id, row);
  }
  return [...byId.values()];
}

/** Where these rooms stand, of those that the actor may see. */
async function placesOf(on: Reader, actor: Actor, ids: readonly string[]): Promise<RoomPlace[]> {
  if (ids.length === 0) return [];
  const named = on.selectFrom('rooms').select(['rooms.id', 'rooms.epoch', 'rooms.change']).where('id', 'in', ids);
  return named.where(visibleRooms(actor)).execute();
}

const UNTOUCHED = { seenPublicNo: 0, seenPrivateNo: 0, starred: false, followed: false };

function held(place: RoomPlace, membership: RoomMembership | undefined): HeldRoom {
  const { seenPublicNo, seenPrivateNo, starred, followed } = membership ?? UNTOUCHED;
  return { ...place, seenPublicNo, seenPrivateNo, starred, followed };
}

const NOTHING_MISSED: Omit<CaughtUp, 'inStep'> = { changes: [], reload: [], gone: [], memberships: [] };

/** What a client says every 10 s (contract: RoomState). */
export interface Digest {
  count: number;
  digest: string;
  /** Rooms beyond its work that it looks at. */
  lookedAt?: readonly HeldRoom[] | undefined;
  /** Lists beyond its work that it has opened. */
  lists?: readonly ListBeyondWork[] | undefined;
}

/**
 * Is what the client holds of its work the same as what is? A lost push heals within one interval (domain: realtime). Where it is, also what rooms
 * missed that are no work and are looked at, and rooms that have come into lists beyond the work: their pushes are lost as well. Where it is not, the
 * client says all that it holds, those included.
 */
export async function compareDigest(on: Reader, actor: Actor, { count, digest, lookedAt = [], lists = [] }: Digest): Promise<CaughtUp> {
  const work = await workOf(on, actor);
  const memberships = await readMemberships(
    on,
    actor.userId,
    work.map((room) => room.id),
  );
  const now = digestOf(work.map((room) => held(room, memberships.get(room.id))));
  const inStep = now.count === count && now.digest === digest;
  if (!inStep || lookedAt.length + lists.length === 0) return { ...NOTHING_MISSED, inStep };
  const holds = eachOnce(lookedAt);
  const known = new Set([...holds, ...work].map(({ id }) => id));
  const missed = await missedOf(on, actor, holds, work);
  return { ...missed, reload: [...missed.reload, ...(await newIn(on, actor, lists, known))], inStep };
}

/**
 * What a client that comes back has missed (domain: realtime): per room nothing, the missing changes, or "reload this room"
 * when it holds another epoch or is too far behind. Rooms of its work, and of the newest of these lists, that it does not hold are to be read too; rooms
 * that it may no longer see are gone.
 */
export async function catchUp(
  on: Reader,
  actor: Actor,
  told: readonly HeldRoom[],
  lists: readonly ListBeyondWork[] = [],
): Promise<CaughtUp> {
  const holds = eachOnce(told);
  const known = new Set(holds.map(({ id }) => id));
  const work = await workOf(on, actor);
  const missed = await missedOf(on, actor, holds, work);
  const fresh = work.flatMap(({ id }) => (known.has(id) ? [] : [id]));
  const reload = [...missed.reload, ...fresh, ...(await newIn(on, actor, lists, new Set([...known, ...fresh])))];
  return { ...missed, reload, inStep: reload.length + missed.changes.length + missed.gone.length === 0 };
}

/** A room that is named again and again is looked at once, as it was named last. */
const eachOnce = (told: readonly HeldRoom[]): HeldRoom[] => [...new Map(told.map((room) => [room.id, room])).values()];

/** Of the newest rooms of these lists those that are not known there. */
async function newIn(on: Reader, actor: Actor, lists: readonly ListBeyondWork[], known: ReadonlySet<string>): Promise<string[]> {
  const found: string[] = [];
  for (const list of new Set(lists)) found.push(...(await newestOf(on, actor, list, NEWEST_COMPARED)));
  return found.filter((id) => !known.has(id));
}

/** What these rooms missed, as they are held. @param work where the actor's work stands, which was just read */
async function missedOf(
  on: Reader,
  actor: Actor,
  holds: readonly HeldRoom[],
  work: readonly RoomPlace[],
): Promise<Omit<CaughtUp, 'inStep'>> {
  const ids = holds.map((room) => room.id);
  const heldIds = new Set(ids);
  const now = new Map(work.flatMap((room) => (heldIds.has(room.id) ? [[room.id, room] as const] : [])));
  // Most of what is held is work.
  const others = ids.filter((id) => !now.has(id));
  for (const room of await placesOf(on, actor, others)) now.set(room.id, room);
  const behind = holds.filter((room) => {
    const there = now.get(room.id);
    return there !== undefined && (there.epoch !== room.epoch || there.change !== room.change);
  });
  const sameEpoch = behind.filter((room) => now.get(room.id)?.epoch === room.epoch && (now.get(room.id)?.change ?? 0) > room.change);
  const changes = await missing(on, sameEpoch.slice(0, MOST_ROOMS));
  const reload = new Set(behind.map((room) => room.id));
  for (const { room } of changes) reload.delete(room.id);
  const memberships = await readMemberships(on, actor.userId, ids);
  return {
    changes,
    reload: [...reload],
    gone: ids.filter((id) => !now.has(id)),
    // A room without a row is one that this person has not touched: a client that thinks otherwise is told so.
    memberships: holds.flatMap((room) => {
      const mineNow = memberships.get(room.id) ?? { roomId: room.id, ...UNTOUCHED, lastSeenEventTimestamp: null };
      return now.has(room.id) && differs(room, mineNow) ? [mineNow] : [];
    }),
  };
}

function differs(room: HeldRoom, now: RoomMembership): boolean {
  const names = ['seenPublicNo', 'seenPrivateNo', 'starred', 'followed'] as const;
  return names.some((name) => room[name] !== now[name]);
}

/** The rooms as they are now with everything after the change held of each; without those that missed too much. */
async function missing(on: Reader, behind: readonly RoomPlace[]): Promise<RoomChanges[]> {
  if (behind.length === 0) return [];
  // The rooms are read first: an event that comes or changes in between is told twice (here, and by its own frame), never left out.
  const rooms = await readRooms(
    on,
    behind.map((room) => room.id),
  );
  const events = await eventsChangedSince(on, behind, MOST_EVENTS + 1);
  return rooms.flatMap((room) => {
    const list = events.get(room.id) ?? [];
    return list.length > MOST_EVENTS ? [] : [{ room, events: list }];
  });
}

/** Exactly what one room missed; `reload` when that cannot be told. The caller has checked that the actor may see it. */
export async function roomChangesSince(on: Reader, place: RoomPlace): Promise<{ reload: boolean; changes: RoomChanges | null }> {
  const now = await on.selectFrom('rooms').select(['epoch', 'change']).where('id', '=', place.id).executeTakeFirst();
  if (now?.epoch !== place.epoch || now.change < place.change) return { reload: true, changes: null };
  if (now.change === place.change) return { reload: false, changes: null };
  const [changes] = await missing(on, [place]);
  return changes ? { reload: false, changes } : { reload: true, changes: null };
}
