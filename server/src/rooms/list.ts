import type { RoomListQuery, RoomView } from '@parley/contract';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Actor } from '../accounts/index.ts';
import type { Reader } from '../platform/database.ts';
import type { DB } from '../platform/schema.ts';
import { visibleRooms } from './access.ts';
import { readRoomViews } from './room-view.ts';

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

/** A page of the rooms that the actor may see (communications, section 7). */
export async function listRooms(on: Reader, actor: Actor, query: RoomListQuery) {
  const rooms = selected(on, actor, query);
  const direction = query.sort.endsWith('desc') ? 'desc' : 'asc';
  const ids = await rooms
    .select('rooms.id')
    .orderBy('rooms.last_event_at', (order) => (direction === 'desc' ? order.desc().nullsLast() : order.asc().nullsFirst()))
    .orderBy('rooms.id', direction)
    .offset(query.page * query.size)
    .limit(query.size)
    .execute();
  const counted = await on
    .selectFrom(
      rooms
        .select('rooms.id')
        .limit(COUNTED + 1)
        .as('found'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const content = await readRoomViews(
    on,
    actor.userId,
    ids.map((row) => row.id),
  );
  const totalElements = Math.min(counted.count, COUNTED);
  const totalPages = Math.ceil(totalElements / query.size);
  return {
    content: content.map((room) => withoutUnasked(room, query.include)),
    page: query.page,
    size: query.size,
    totalElements,
    ...(counted.count > COUNTED ? { totalIsLowerBound: true } : {}),
    totalPages,
    last: ids.length < query.size || (query.page + 1) * query.size >= counted.count,
  };
}

/** `include` names the parts of a room that are wanted; the others come empty. */
export function withoutUnasked(room: RoomView, include: string): RoomView {
  const asked = include.split(',');
  return {
    ...room,
    roomConversations: asked.includes('CONVERSATIONS') ? room.roomConversations : [],
    roomParticipants: asked.includes('PARTICIPANTS') ? room.roomParticipants : [],
  };
}

/** In how many of my customers' rooms something was missed, and how many rooms wait that I may see. */
export async function countRooms(on: Reader, actor: Actor): Promise<{ missedRooms: number; waitingRooms: number }> {
  const missed = await sql<{ count: number }>`
    select count(*) as count from (
      select r.id from rooms r
        join participants p on p.room_id = r.id and p.type = 'USER' and p.associated_id = ${actor.userId}::uuid
        left join memberships m on m.room_id = r.id and m.user_id = p.associated_id
      where r.type = 'EXTERNAL' and (r.public_count > coalesce(m.seen_public, 0) or r.private_count > coalesce(m.seen_private, 0))
      union
      select rooms.id from memberships m join rooms on rooms.id = m.room_id
      where m.user_id = ${actor.userId}::uuid and m.starred and rooms.type = 'EXTERNAL' and (rooms.public_count > m.seen_public or rooms.private_count > m.seen_private)
        and ${visibleRooms(actor)}
      limit ${COUNTED}) missed`.execute(on);
  const waits = await waiting(on.selectFrom('rooms').where(visibleRooms(actor)))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { missedRooms: missed.rows[0]?.count ?? 0, waitingRooms: waits.count };
}
