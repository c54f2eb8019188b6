import { digestOf, type HeldRoom, type ListBeyondWork, NEWEST_COMPARED, type RoomChanges, type RoomMembership } from '@parley/contract';
import type { Actor } from '../../accounts/index.ts';
import { cellsOf, type Prepared, packed, unpacked } from '../../platform/cells.ts';
import type { Reader } from '../../platform/database.ts';
import { atMost, type Gathered, gathering } from '../../platform/gather.ts';
import { isoInstant } from '../../platform/instants.ts';
import { problem } from '../../platform/problem.ts';
import { readsAll, sightOf } from '../access.ts';
import { eventsChangedSince } from './history.ts';
import { newestOf } from './list.ts';
import { readRooms } from './room-view.ts';

/** A room that missed more events than this is read afresh: that is less than everything it missed. */
const MOST_EVENTS = 100;
/** So many rooms are brought up to date by one answer; the others are read again by the client, one after another. */
const MOST_ROOMS = 300;
/** A client that holds more work than this is told to read anew instead of comparing. */
const MOST_WORK = 10_000;
/** So many look up what their people hold at the same time: whoever works on meanwhile waits behind few of them. */
const AT_ONCE = 3;
/** Rooms of which it is read together what they missed. */
const READ_TOGETHER = 100;

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

/** Where a room stands, and what the actor has of it. */
interface OwnPlace extends RoomPlace {
  membership: RoomMembership;
}

/** $2 is the actor. Of a room that they have not touched there is no membership, and all of it comes out as nothing. */
const PLACES = `select ${packed('rooms.id, rooms.epoch, rooms.change, m.starred, m.followed, m.seen_public, m.seen_private, m.last_seen_at')}
  from rooms left join memberships m on m.room_id = rooms.id and m.user_id = $2`;

/** A statement each for those who read every external room of the account, and for those who do not. */
function bySight(name: string, textOf: (sees: string) => string): (actor: Actor) => Prepared {
  const all = { name: `${name}-of-reader`, text: textOf(sightOf({ readsAll: true })) };
  const some = { name, text: textOf(sightOf({ readsAll: false })) };
  return (actor) => (readsAll(actor) ? all : some);
}

/** The actor's work: unresolved rooms of theirs and rooms that wait, as list.ts says them. Client and server mean the same set by it. */
const WORK = bySight(
  'places-of-work',
  (sees) => `(${PLACES} where rooms.state <> 'RESOLVED' and ${sees}
      and rooms.id in (select room_id from participants where type = 'USER' and associated_id = $2) limit $1)
    union all (${PLACES} where rooms.id in (select room_id from waiting) and ${sees} limit $1)`,
);
/** Of the rooms $1 those that the actor may see. */
const NAMED = bySight('places-of-named', (sees) => `${PLACES} where rooms.id = any($1::uuid[]) and ${sees}`);

const inLane = atMost(AT_ONCE);

/** Asked when it is one's turn: whoever has gone meanwhile is looked up for nobody. */
type IsWanted = () => boolean;
const always: IsWanted = () => true;

/** Throws ERROR_UNAVAILABLE, which nobody hears, where it is not wanted any more. */
async function placesOf(on: Reader, statement: Prepared, values: unknown[], isWanted: IsWanted): Promise<Map<string, OwnPlace>> {
  const rows = await inLane(async () => {
    if (!isWanted()) throw problem('ERROR_UNAVAILABLE');
    return cellsOf<[packed: string]>(on, statement, values);
  });
  return new Map(
    rows.map(([cell]): [string, OwnPlace] => {
      const [id = '', epoch, change, starred, followed, seenPublic, seenPrivate, seenAt] = unpacked(cell);
      const membership: RoomMembership = {
        roomId: id,
        starred: starred === 't',
        followed: followed === 't',
        seenPublicNo: Number(seenPublic),
        seenPrivateNo: Number(seenPrivate),
        lastSeenEventTimestamp: seenAt ? isoInstant(seenAt) : null,
      };
      return [id, { id, epoch: Number(epoch), change: Number(change), membership }];
    }),
  );
}

const workOf = (on: Reader, actor: Actor, isWanted: IsWanted) => placesOf(on, WORK(actor), [MOST_WORK, actor.userId], isWanted);

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
export async function compareDigest(
  on: Reader,
  actor: Actor,
  { count, digest, lookedAt = [], lists = [] }: Digest,
  isWanted = always,
): Promise<CaughtUp> {
  const work = await workOf(on, actor, isWanted);
  const now = digestOf([...work.values()].map(({ membership, ...place }) => ({ ...membership, ...place })));
  const inStep = now.count === count && now.digest === digest;
  if (!inStep || lookedAt.length + lists.length === 0) return { ...NOTHING_MISSED, inStep };
  const holds = eachOnce(lookedAt);
  const known = new Set([...holds.map(({ id }) => id), ...work.keys()]);
  const missed = await missedOf(on, actor, holds, work, isWanted);
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
  isWanted = always,
): Promise<CaughtUp> {
  const holds = eachOnce(told);
  const known = new Set(holds.map(({ id }) => id));
  const work = await workOf(on, actor, isWanted);
  const missed = await missedOf(on, actor, holds, work, isWanted);
  const fresh = [...work.keys()].filter((id) => !known.has(id));
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
  work: ReadonlyMap<string, OwnPlace>,
  isWanted: IsWanted,
): Promise<Omit<CaughtUp, 'inStep'>> {
  const ids = holds.map((room) => room.id);
  const heldIds = new Set(ids);
  const now = new Map([...work].filter(([id]) => heldIds.has(id)));
  // Most of what is held is work.
  const others = ids.filter((id) => !now.has(id));
  if (others.length > 0) for (const [id, place] of await placesOf(on, NAMED(actor), [others, actor.userId], isWanted)) now.set(id, place);
  const behind = holds.filter((room) => {
    const there = now.get(room.id);
    return there !== undefined && (there.epoch !== room.epoch || there.change !== room.change);
  });
  const sameEpoch = behind.filter((room) => now.get(room.id)?.epoch === room.epoch && (now.get(room.id)?.change ?? 0) > room.change);
  const changes = await missing(on, sameEpoch.slice(0, MOST_ROOMS));
  const reload = new Set(behind.map((room) => room.id));
  for (const { room } of changes) reload.delete(room.id);
  return {
    changes,
    reload: [...reload],
    gone: ids.filter((id) => !now.has(id)),
    memberships: holds.flatMap((room) => {
      const membership = now.get(room.id)?.membership;
      return membership !== undefined && differs(room, membership) ? [membership] : [];
    }),
  };
}

function differs(room: HeldRoom, now: RoomMembership): boolean {
  const names = ['seenPublicNo', 'seenPrivateNo', 'starred', 'followed'] as const;
  return names.some((name) => room[name] !== now[name]);
}

/** The room as it is now with everything after the change held of it; null where it missed too much, or is gone. */
type Missing = RoomChanges | null;
const readers = new WeakMap<Reader, Gathered<RoomPlace, Missing>>();

/**
 * Of each of these rooms what it missed; without those that missed too much. What many people ask for at the same time, as after a restart, is
 * read together, and the same once.
 */
async function missing(on: Reader, behind: readonly RoomPlace[]): Promise<RoomChanges[]> {
  let read = readers.get(on);
  if (read === undefined) {
    read = gathering<RoomPlace, Missing>(READ_TOGETHER, (_, places) => readMissing(on, places));
    readers.set(on, read);
  }
  const all = await Promise.all(behind.map(read.bind(null, '')));
  return all.filter((one) => one !== null);
}

async function readMissing(on: Reader, places: readonly RoomPlace[]): Promise<Missing[]> {
  const found = new Map<string, Missing>();
  const keyOf = ({ id, change }: RoomPlace) => `${id} ${change}`;
  let left = places;
  // One of which several people hold different changes is read for each of these.
  while (left.length > 0) {
    const once = [...new Map(left.map((place) => [place.id, place])).values()];
    // The rooms are read first: an event that comes or changes in between is told twice (here, and by its own frame), never left out.
    const ids = once.map(({ id }) => id);
    const rooms = new Map((await readRooms(on, ids)).map((room) => [room.id, room]));
    const events = await eventsChangedSince(on, once, MOST_EVENTS + 1);
    for (const place of once) {
      const room = rooms.get(place.id);
      const list = events.get(place.id) ?? [];
      found.set(keyOf(place), room === undefined || list.length > MOST_EVENTS ? null : { room, events: list });
    }
    left = left.filter((place) => !found.has(keyOf(place)));
  }
  return places.map((place) => found.get(keyOf(place)) ?? null);
}

/** Exactly what one room missed; `reload` when that cannot be told. The caller has checked that the actor may see it. */
export async function roomChangesSince(on: Reader, place: RoomPlace): Promise<{ reload: boolean; changes: RoomChanges | null }> {
  const now = await on.selectFrom('rooms').select(['epoch', 'change']).where('id', '=', place.id).executeTakeFirst();
  if (now?.epoch !== place.epoch || now.change < place.change) return { reload: true, changes: null };
  if (now.change === place.change) return { reload: false, changes: null };
  const [changes] = await missing(on, [place]);
  return changes ? { reload: false, changes } : { reload: true, changes: null };
}
