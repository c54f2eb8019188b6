import type { Conversation, LastSaid, Room, RoomMembership, RoomView } from '@parley/contract';
import { type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database.ts';
import type { Memberships } from '../../platform/schema.ts';
import { lastSaidIn } from './last-said.ts';
import { ALL_PARTS, jsonOfRooms, jsonOfRoomViews } from './room-json.ts';

/** Rooms by their ids, complete, in the order asked for; ids that are not there (or not of this account) are left out. */
export async function readRooms(on: Tx | Reader, ids: readonly string[]): Promise<Room[]> {
  return (await jsonOfRooms(on, ids)).map((json) => JSON.parse(json) as Room);
}

/** The same with what one user has of each. */
export async function readRoomViews(on: Tx | Reader, userId: string, ids: readonly string[]): Promise<RoomView[]> {
  return (await jsonOfRoomViews(on, userId, ids, ALL_PARTS)).map((json) => JSON.parse(json) as RoomView);
}

interface ConversationRow {
  room_id: string;
  id: string;
  state: string;
  assigned_user_id: string | null;
  assigned_chatbot_id: string | null;
  queue_id: string | null;
  waiting_since: string | null;
  assigned_at: string | null;
  snoozed_at: string | null;
  snoozed_until: string | null;
  created_at: string;
  modified_at: string;
  change: number;
  channels: Conversation['channels'];
}

const CONVERSATION_COLUMNS = sql`
  c.room_id, c.id, c.state, c.assigned_user_id, c.assigned_chatbot_id, c.queue_id, w.since as waiting_since, c.assigned_at, c.snoozed_at,
  c.snoozed_until, c.created_at, c.modified_at, c.change,
  coalesce((
    select jsonb_agg(jsonb_build_object('channelId', cc.id, 'channelType', cc.type, 'channelApplicationId', cc.channel_application_id) order by cch.added_at, cc.id)
    from conversation_channels cch join contact_channels cc on cc.id = cch.contact_channel_id
    where cch.conversation_id = c.id), '[]') as channels`;

/** Conversations by id, in no particular order. */
export async function readConversationsById(on: Tx | Reader, ids: readonly string[]): Promise<Conversation[]> {
  const { rows } = await sql<ConversationRow>`
    select ${CONVERSATION_COLUMNS} from conversations c left join waiting w on w.conversation_id = c.id where c.id = any(${ids}::uuid[])`.execute(
    on,
  );
  const said = await lastSaidIn(
    on,
    rows.flatMap(({ id, state }) => (state === 'RESOLVED' ? [] : [id])),
  );
  return rows.map((row) => conversationOf(row, said.get(row.id)));
}

function conversationOf(row: ConversationRow, said: string | undefined): Conversation {
  return {
    id: row.id,
    state: row.state as Conversation['state'],
    assignedUserId: row.assigned_user_id,
    assignedChatbotId: row.assigned_chatbot_id,
    queueId: row.queue_id,
    waitingSince: row.waiting_since,
    assignedSince: row.assigned_at,
    snooze: row.snoozed_at === null ? null : { until: row.snoozed_until },
    channels: row.channels,
    lastEvent: said === undefined ? null : (JSON.parse(said) as LastSaid),
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    change: row.change,
  };
}

const membershipOf = (row: Selectable<Memberships>): RoomMembership => ({
  roomId: row.room_id,
  starred: row.starred,
  followed: row.followed,
  seenPublicNo: row.seen_public,
  seenPrivateNo: row.seen_private,
  lastSeenEventTimestamp: row.last_seen_at,
});

/** What one user has of these rooms; rooms without a row are untouched by them. */
export async function readMemberships(on: Tx | Reader, userId: string, roomIds: readonly string[]): Promise<Map<string, RoomMembership>> {
  if (roomIds.length === 0) return new Map();
  const rows = await on
    .selectFrom('memberships')
    .selectAll()
    .where('user_id', '=', userId)
    .where(sql<boolean>`room_id = any(${roomIds}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.room_id, membershipOf(row)]));
}

/** What these users have each of a room. */
export async function membershipsOf(
  on: Tx | Reader,
  all: ReadonlyArray<{ roomId: string; userId: string }>,
): Promise<{ userId: string; membership: RoomMembership }[]> {
  if (all.length === 0) return [];
  const { rows } = await sql<Selectable<Memberships>>`
    select m.* from unnest(${all.map(({ userId }) => userId)}::uuid[], ${all.map(({ roomId }) => roomId)}::uuid[]) t(user_id, room_id)
      join memberships m on m.user_id = t.user_id and m.room_id = t.room_id`.execute(on);
  return rows.map((row) => ({ userId: row.user_id, membership: membershipOf(row) }));
}
