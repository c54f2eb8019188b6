import type { SavedView } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../accounts/index.ts';
import type { Reader, Tx } from '../../platform/database.ts';
import { visibleRooms } from '../access.ts';
import { inList } from './list.ts';
import { narrowed, type RoomQuery, type TaggedConversations } from './narrowed.ts';

/** Of a row: its room, and the conversation for which it stands; null where it stands for the room itself. */
type Rows = RawBuilder<unknown>;

const waiting: Rows = sql`select w.room_id, w.conversation_id from waiting w`;

const held = ({ userId }: Actor, isAsleep: boolean): Rows => sql`
  select c.room_id, c.id from conversations c
  where c.state = 'ASSIGNED' and c.assigned_user_id = ${userId}::uuid and (c.snoozed_at is not null) = ${isAsleep}`;

/** Rooms in which the actor takes part without holding any of their conversations. */
const joined = ({ userId }: Actor): Rows => sql`
  select p.room_id, null::uuid from participants p join rooms r on r.id = p.room_id
  where p.type = 'USER' and p.associated_id = ${userId}::uuid and r.state <> 'RESOLVED' and not exists (
    select from conversations c where c.room_id = p.room_id and c.state = 'ASSIGNED' and c.assigned_user_id = p.associated_id)`;

/** What the lists of one's work have a row for: each conversation that waits, or that one holds; other lists have one for each of their rooms. */
function rowsOf(actor: Actor, list: SavedView['list']): Rows | null {
  const mine = sql`${held(actor, false)} union all ${joined(actor)}`;
  switch (list) {
    case 'waiting':
      return waiting;
    case 'mine':
      return mine;
    case 'snoozed':
      return held(actor, true);
    case 'work':
      return sql`${waiting} union all ${mine}`;
    default:
      return null;
  }
}

/** The rows of one of the page's lists (contract: SavedView) that these filters leave, as a query of the rooms for which, or in which, they stand. */
export function rowsIn(
  on: Tx | Reader,
  actor: Actor,
  list: SavedView['list'],
  filters: SavedView['filters'],
  taggedWith?: TaggedConversations,
): RoomQuery {
  const rows = rowsOf(actor, list);
  const rooms = on.selectFrom('rooms').where(visibleRooms(actor));
  if (rows === null) return narrowed(inList(rooms, actor, list), actor, filters, { areResolved: list === 'resolved', taggedWith });
  const joinedRooms = rooms
    .innerJoin(
      sql<{ room_id: string; conversation_id: string | null }>`(select * from (${rows}) as one(room_id, conversation_id))`.as('told'),
      'told.room_id',
      'rooms.id',
    )
    .leftJoin('conversations as meant', 'meant.id', 'told.conversation_id') as unknown as RoomQuery;
  return narrowed(joinedRooms.where('rooms.type', '=', 'EXTERNAL'), actor, filters, { areResolved: false, areRows: true, taggedWith });
}
