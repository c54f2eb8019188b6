import { EVENTS_AROUND_PER_SIDE, type RoomEvent } from '@parley/contract';
import { sql } from 'kysely';
import type { Actor } from '../accounts/index.ts';
import type { Reader } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import { visibleRooms } from './access.ts';
import { type EventRow, eventOfRow } from './event-view.ts';

const COLUMNS = [
  'events.id',
  'events.room_id',
  'events.conversation_id',
  'events.contact_channel_id',
  'events.seq',
  'events.change',
  'events.public_no',
  'events.private_no',
  'events.kind',
  'events.type',
  'events.private',
  'events.origin_type',
  'events.origin_id',
  'events.origin_name',
  'events.message',
  'events.participants',
  'events.modified_value',
  'events.reason',
  'events.status',
  'events.status_reason',
  'events.status_at',
  'events.client_message_id',
  'events.created_at',
  'contact_channels.type as channel_type',
  'contact_channels.channel_application_id',
] as const;

function eventsOf(on: Reader, roomId: string, privateMessages: boolean) {
  return on
    .selectFrom('events')
    .leftJoin('contact_channels', 'contact_channels.id', 'events.contact_channel_id')
    .select(COLUMNS)
    .where('events.room_id', '=', roomId)
    .where('events.private', '=', privateMessages);
}

/** Throws ROOM_NOT_FOUND unless the actor may see the room. */
export async function requireVisible(on: Reader, actor: Actor, roomId: string): Promise<{ epoch: number; change: number }> {
  const room = await on
    .selectFrom('rooms')
    .select(['epoch', 'change'])
    .where('id', '=', roomId)
    .where(visibleRooms(actor))
    .executeTakeFirst();
  if (!room) throw problem('ROOM_NOT_FOUND');
  return room;
}

/** Every event of these rooms with a higher change than the one held of its room: public and private, at most `limit` per room. */
export async function eventsChangedSince(
  on: Reader,
  held: ReadonlyArray<{ id: string; change: number }>,
  limit: number,
): Promise<Map<string, RoomEvent[]>> {
  const { rows } = await sql<EventRow>`
    select e.*, cc.type as channel_type, cc.channel_application_id
    from unnest(${held.map((room) => room.id)}::uuid[], ${held.map((room) => room.change)}::bigint[]) as h(id, change)
      cross join lateral (select * from events where events.room_id = h.id and events.change > h.change order by events.change limit ${limit}) e
      left join contact_channels cc on cc.id = e.contact_channel_id`.execute(on);
  const byRoom = Map.groupBy(rows, (row) => row.room_id);
  return new Map([...byRoom].map(([id, list]) => [id, present(list)]));
}

const present = (rows: readonly EventRow[]): RoomEvent[] => rows.map(eventOfRow).sort((a, b) => a.seq - b.seq);

/** The newest events of a room, ascending: `size` of them from page `page`, page 0 being the newest. */
export async function newestEvents(
  on: Reader,
  roomId: string,
  privateMessages: boolean,
  size: number,
  page = 0,
): Promise<{ content: RoomEvent[]; last: boolean }> {
  const rows = await eventsOf(on, roomId, privateMessages)
    .orderBy('events.seq', 'desc')
    .offset(page * size)
    .limit(size + 1)
    .execute();
  return { content: present(rows.slice(0, size)), last: rows.length <= size };
}

/** The oldest events first: the mirror image of `newestEvents`. */
export async function oldestEvents(
  on: Reader,
  roomId: string,
  privateMessages: boolean,
  size: number,
  page: number,
): Promise<{ content: RoomEvent[]; last: boolean }> {
  const rows = await eventsOf(on, roomId, privateMessages)
    .orderBy('events.seq')
    .offset(page * size)
    .limit(size + 1)
    .execute();
  return { content: present(rows.slice(0, size)), last: rows.length <= size };
}

export interface Beside {
  content: RoomEvent[];
  /** There are more on that side of what was answered. */
  older: boolean;
  newer: boolean;
}

/** Events before, after or around one (communications, section 7). Throws EVENT_NOT_FOUND. */
export async function eventsBeside(
  on: Reader,
  roomId: string,
  eventId: string,
  position: 'OLDER' | 'NEWER' | 'AROUND',
  privateMessages: boolean,
  size: number,
): Promise<Beside> {
  const anchor = await on.selectFrom('events').select('seq').where('id', '=', eventId).where('room_id', '=', roomId).executeTakeFirst();
  if (!anchor) throw problem('EVENT_NOT_FOUND');
  const before = (count: number) =>
    eventsOf(on, roomId, privateMessages).where('events.seq', '<', anchor.seq).orderBy('events.seq', 'desc').limit(count).execute();
  const after = (count: number) =>
    eventsOf(on, roomId, privateMessages).where('events.seq', '>', anchor.seq).orderBy('events.seq').limit(count).execute();
  if (position === 'OLDER') {
    const rows = await before(size + 1);
    return { content: present(rows.slice(0, size)), older: rows.length > size, newer: true };
  }
  if (position === 'NEWER') {
    const rows = await after(size + 1);
    return { content: present(rows.slice(0, size)), older: true, newer: rows.length > size };
  }
  const older = await before(EVENTS_AROUND_PER_SIDE + 1);
  const newer = await after(EVENTS_AROUND_PER_SIDE + 1);
  const itself = await eventsOf(on, roomId, privateMessages).where('events.id', '=', eventId).execute();
  return {
    content: present([...older.slice(0, EVENTS_AROUND_PER_SIDE), ...itself, ...newer.slice(0, EVENTS_AROUND_PER_SIDE)]),
    older: older.length > EVENTS_AROUND_PER_SIDE,
    newer: newer.length > EVENTS_AROUND_PER_SIDE,
  };
}
