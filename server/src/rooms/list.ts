import type { RoomListQuery } from '@parley/contract';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Actor } from '../accounts/index.ts';
import type { Reader } from '../platform/database.ts';
import type { DB } from '../platform/schema.ts';
import { visibleRooms } from './access.ts';
import { jsonOfRoomViews, type Parts } from './room-json.ts';

/** A list counts no further than this (domain: conventions of the wire). */
const COUNTED = 10_000;

export type RoomQuery = SelectQueryBuilder<DB, 'rooms', object>;

/** Rooms in which the actor takes part or holds a conversation, and which are not resolved. */
export const mine = (query: RoomQuery, actor: Actor) =>
  query
    .where('rooms.state', '<>', 'RESOLVED')
    .where(sql<boolean>`rooms.id in (select room_id from participants where type = 'USER' and associated_id = ${actor.userId}::uuid)`);

/** Rooms with a conversation that waits, whatever the room's state. */
export const waiting = (query: RoomQuery) => query.where(sql<boolean>`rooms.id in (select room_id from waiting)`);

function selected(on: Reader, actor: Actor, query: RoomListQuery): RoomQuery {
  let rooms: RoomQuery = on.selectFrom('rooms').where(visibleRooms(actor));
  if (query.view === 'mine') rooms = mine(rooms, actor);
  else if (query.view === 'waiting') rooms = waiting(rooms);
  else rooms = rooms.where('rooms.state', '=', query.room_state);
  if (query.type) rooms = rooms.where('rooms.type', '=', query.type);
  if (query.channel_application_id) {
    const ids = query.channel_application_id.split(',');
    rooms = rooms.where(
      sql<boolean>`exists (select 1 from contact_channels cc where cc.room_id = rooms.id and cc.channel_application_id = any(${ids}::uuid[]))`,
    );
  }
  return rooms;
}

/** A page of the rooms that the actor may see (communications, section 7), in JSON. */
export async function listRooms(on: Reader, actor: Actor, query: RoomListQuery): Promise<string> {
  const rooms = selected(on, actor, query);
  const direction = query.sort.endsWith('desc') ? 'desc' : 'asc';
  const found = await rooms
    .select('rooms.id')
    .orderBy('rooms.last_event_at', (order) => (direction === 'desc' ? order.desc().nullsLast() : order.asc().nullsFirst()))
    .orderBy('rooms.id', direction)
    .offset(query.page * query.size)
    .limit(query.size + 1)
    .execute();
  // One more than asked for tells whether there is more: the end of a list is counted by having been reached.
  const isLast = found.length <= query.size;
  const ids = found.slice(0, query.size);
  const reached = query.page * query.size + found.length;
  const count = isLast && (found.length > 0 || query.page === 0) ? reached : await countUpTo(on, rooms);
  const content = await jsonOfRoomViews(
    on,
    actor.userId,
    ids.map((row) => row.id),
    partsOf(query.include),
  );
  const totalElements = Math.min(count, COUNTED);
  const totalPages = Math.ceil(totalElements / query.size);
  const rest = {
    page: query.page,
    size: query.size,
    totalElements,
    ...(count > COUNTED ? { totalIsLowerBound: true } : {}),
    totalPages,
    last: isLast,
  };
  return `{"content":[${content.join(',')}],${JSON.stringify(rest).slice(1)}`;
}

/** How many there are, counted to just beyond what is told. */
async function countUpTo(on: Reader, rooms: RoomQuery): Promise<number> {
  const counted = await on
    .selectFrom(
      rooms
        .select('rooms.id')
        .limit(COUNTED + 1)
        .as('found'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return counted.count;
}

/** `include` names the parts of a room that are wanted. */
export function partsOf(include: string): Parts {
  const asked = include.split(',');
  return { conversations: asked.includes('CONVERSATIONS'), participants: asked.includes('PARTICIPANTS') };
}

export interface RoomCounts {
  missedRooms: number;
  missedInternalRooms: number;
  waitingRooms: number;
}

/** In how many rooms of customers, and of colleagues, something was missed; and how many rooms wait that the actor may see. */
export async function countRooms(on: Reader, actor: Actor): Promise<RoomCounts> {
  const missed = await sql<{ customers: number; colleagues: number }>`
    select count(*) filter (where type = 'EXTERNAL') as customers, count(*) filter (where type <> 'EXTERNAL') as colleagues from (
      select r.id, r.type from rooms r
        join participants p on p.room_id = r.id and p.type = 'USER' and p.associated_id = ${actor.userId}::uuid
        left join memberships m on m.room_id = r.id and m.user_id = p.associated_id
      where r.public_count > coalesce(m.seen_public, 0) or r.private_count > coalesce(m.seen_private, 0)
      union
      select rooms.id, rooms.type from memberships m join rooms on rooms.id = m.room_id
      where m.user_id = ${actor.userId}::uuid and m.starred and (rooms.public_count > m.seen_public or rooms.private_count > m.seen_private)
        and ${visibleRooms(actor)}
      limit ${COUNTED}) missed`.execute(on);
  const waits = await waiting(on.selectFrom('rooms').where(visibleRooms(actor)))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const { customers = 0, colleagues = 0 } = missed.rows[0] ?? {};
  return { missedRooms: customers, missedInternalRooms: colleagues, waitingRooms: waits.count };
}
