import { digestOf, type HeldRoom, type RoomChanges, type RoomMembership } from '@parley/contract';
import type { Actor } from '../../accounts/index.ts';
import type { Reader } from '../../platform/database.ts';
import { visibleRooms } from '../access.ts';
import { eventsChangedSince } from './history.ts';
import { mine, waiting } from './list.ts';
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

/** Is what the client holds of its work the same as what is? A lost push heals within one interval (domain: realtime). */
export async function compareDigest(on: Reader, actor: Actor, given: { count: number; digest: string }): Promise<CaughtUp> {
  const work = await workOf(on, actor);
  const memberships = await readMemberships(
    on,
    actor.userId,
    work.map((room) => room.id),
  );
  const now = digestOf(work.map((room) => held(room, memberships.get(room.id))));
  return { inStep: now.count === given.count && now.digest === given.digest, changes: [], reload: [], gone: [], memberships: [] };
}

/**
 * What a client that comes back has missed (domain: realtime): per room nothing, the missing changes, or "reload this room"
 * when it holds another epoch or is too far behind. Rooms of its work that it does not hold are to be read too; rooms that
 * it may no longer see are gone.
 */
export async function catchUp(on: Reader, actor: Actor, told: readonly HeldRoom[]): Promise<CaughtUp> {
  // A room that is named again and again is looked at once, as it was named last.
  const holds = [...new Map(told.map((room) => [room.id, room])).values()];
  const ids = holds.map((room) => room.id);
  const heldIds = new Set(ids);
  const work = await workOf(on, actor);
  const now = new Map(work.flatMap((room) => (heldIds.has(room.id) ? [[room.id, room] as const] : [])));
  // Most of what is held is work, and was just read.
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
  for (const room of work) if (!heldIds.has(room.id)) reload.add(room.id);
  const memberships = await readMemberships(on, actor.userId, ids);
  return {
    inStep: reload.size === 0 && changes.length === 0 && now.size === ids.length,
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
