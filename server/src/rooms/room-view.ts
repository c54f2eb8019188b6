import {
  type ChannelType,
  type Conversation,
  type LastEvent,
  missedCount,
  type Participant,
  RESOLVED_CONVERSATIONS_TOLD,
  type Room,
  type RoomChannel,
  type RoomMembership,
  type RoomView,
} from '@parley/contract';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Reader, Tx } from '../platform/database.ts';
import type { Rooms } from '../platform/schema.ts';

type RoomRow = Selectable<Rooms>;

/** Rooms by their ids, complete, in the order asked for; ids that are not there (or not of this account) are left out. */
export async function readRooms(on: Tx | Reader, ids: readonly string[]): Promise<Room[]> {
  if (ids.length === 0) return [];
  const rows = await on.selectFrom('rooms').selectAll().where(isOneOf('id', ids)).execute();
  return hydrate(on, rows, ids);
}

/** One value for a thousand ids: as many parameters cost more than the rows. */
const isOneOf = (column: 'id' | 'room_id', ids: readonly string[]) => sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`;

async function hydrate(on: Tx | Reader, rows: readonly RoomRow[], ids: readonly string[]): Promise<Room[]> {
  const conversations = await readConversations(on, ids);
  const participants = await readParticipants(on, ids);
  const channels = await readChannels(on, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [roomOf(row, conversations.get(id) ?? [], participants.get(id) ?? [], channels.get(id) ?? [])] : [];
  });
}

function roomOf(row: RoomRow, roomConversations: Conversation[], roomParticipants: Participant[], channels: RoomChannel[]): Room {
  const lastEvent = row.last_event as z.infer<typeof LastEvent> | null;
  const internal = row.type !== 'EXTERNAL' && lastEvent !== null && !lastEvent.privateMessage;
  const customer = roomParticipants.find((one) => one.type === 'CUSTOMER');
  const customerName = customer ? [customer.firstName, customer.lastName].filter(Boolean).join(' ') : '';
  return {
    id: row.id,
    type: row.type as Room['type'],
    name: row.type === 'EXTERNAL' ? customerName || null : row.name,
    state: row.state as Room['state'],
    contactId: row.contact_id,
    epoch: row.epoch,
    change: row.change,
    lastSeq: row.seq,
    publicCount: row.public_count,
    privateCount: row.private_count,
    lastEventTimestamp: row.last_event_at,
    lastEventChannelType: internal ? 'INTERNAL' : (row.last_channel_type as ChannelType | null),
    lastEventChannelApplicationId: row.last_channel_application_id,
    lastEvent,
    lastReceivedTimestamp: row.last_received_at,
    lastReceivedChannelType: row.last_received_channel_type as ChannelType | null,
    lastAssignedUserId: row.last_assigned_user_id,
    roomConversations,
    roomParticipants,
    channels,
    createdAt: row.created_at,
  };
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
  created_at: string;
  modified_at: string;
  change: number;
  channels: Conversation['channels'];
}

const CONVERSATION_COLUMNS = sql`
  c.room_id, c.id, c.state, c.assigned_user_id, c.assigned_chatbot_id, c.queue_id, w.since as waiting_since, c.assigned_at, c.created_at,
  c.modified_at, c.change,
  coalesce((
    select jsonb_agg(jsonb_build_object('channelId', cc.id, 'channelType', cc.type, 'channelApplicationId', cc.channel_application_id) order by cch.added_at, cc.id)
    from conversation_channels cch join contact_channels cc on cc.id = cch.contact_channel_id
    where cch.conversation_id = c.id), '[]') as channels`;

/** Unresolved conversations and the newest resolved ones of each room, newest first (contract: toldConversations). */
async function readConversations(on: Tx | Reader, roomIds: readonly string[]): Promise<Map<string, Conversation[]>> {
  const { rows } = await sql<ConversationRow>`
    select ${CONVERSATION_COLUMNS}
    from unnest(${roomIds}::uuid[]) as room(id)
      cross join lateral (
        (select * from conversations u where u.room_id = room.id and u.state <> 'RESOLVED')
        union all
        (select * from conversations r where r.room_id = room.id and r.state = 'RESOLVED' order by r.id desc limit ${RESOLVED_CONVERSATIONS_TOLD})) c
      left join waiting w on w.conversation_id = c.id
    order by c.id desc`.execute(on);
  return grouped(rows, conversationOf);
}

/** Conversations by id, in no particular order. */
export async function readConversationsById(on: Tx | Reader, ids: readonly string[]): Promise<Conversation[]> {
  const { rows } = await sql<ConversationRow>`
    select ${CONVERSATION_COLUMNS} from conversations c left join waiting w on w.conversation_id = c.id where c.id = any(${ids}::uuid[])`.execute(
    on,
  );
  return rows.map(conversationOf);
}

function conversationOf(row: ConversationRow): Conversation {
  return {
    id: row.id,
    state: row.state as Conversation['state'],
    assignedUserId: row.assigned_user_id,
    assignedChatbotId: row.assigned_chatbot_id,
    queueId: row.queue_id,
    waitingSince: row.waiting_since,
    assignedSince: row.assigned_at,
    channels: row.channels,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    change: row.change,
  };
}

async function readParticipants(on: Tx | Reader, roomIds: readonly string[]): Promise<Map<string, Participant[]>> {
  const { rows } = await sql<{
    room_id: string;
    id: string;
    type: string;
    associated_id: string;
    first_name: string | null;
    last_name: string | null;
    job_title: string | null;
  }>`
    select p.room_id, p.id, p.type, p.associated_id, coalesce(u.first_name, c.first_name) as first_name,
      coalesce(u.last_name, c.last_name) as last_name, u.job_title
    from participants p
      -- One by one by their keys, whatever the planner makes of the sizes: joined as wholes, all contacts were read for a page.
      left join lateral (select * from users where p.type = 'USER' and users.id = p.associated_id limit 1) u on true
      left join lateral (select * from contacts where p.type = 'CUSTOMER' and contacts.id = p.associated_id limit 1) c on true
    where p.room_id = any(${roomIds}::uuid[])
    order by p.joined_at, p.id`.execute(on);
  return grouped(
    rows,
    (row): Participant => ({
      id: row.id,
      type: row.type as Participant['type'],
      associatedParticipantId: row.associated_id,
      firstName: row.first_name ?? '',
      lastName: row.last_name ?? '',
      jobTitle: row.job_title ?? '',
    }),
  );
}

async function readChannels(on: Tx | Reader, roomIds: readonly string[]): Promise<Map<string, RoomChannel[]>> {
  const { rows } = await sql<{
    room_id: string;
    id: string;
    type: string;
    channel_application_id: string;
    name: string;
    used_at: string;
  }>`
    select cc.room_id, cc.id, cc.type, cc.channel_application_id, a.name, cc.used_at
    from contact_channels cc join channel_applications a on a.id = cc.channel_application_id
    where cc.room_id = any(${roomIds}::uuid[])
    order by cc.id`.execute(on);
  return grouped(
    rows,
    (row): RoomChannel => ({
      channelId: row.id,
      channelType: row.type as ChannelType,
      channelApplicationId: row.channel_application_id,
      name: row.name,
      timestamp: row.used_at,
    }),
  );
}

function grouped<Row extends { room_id: string }, Item>(rows: readonly Row[], present: (row: Row) => Item): Map<string, Item[]> {
  const byRoom = new Map<string, Item[]>();
  for (const row of rows) {
    const list = byRoom.get(row.room_id);
    if (list) list.push(present(row));
    else byRoom.set(row.room_id, [present(row)]);
  }
  return byRoom;
}

/** What one user has of these rooms; rooms without a row are untouched by them. */
export async function readMemberships(on: Tx | Reader, userId: string, roomIds: readonly string[]): Promise<Map<string, RoomMembership>> {
  if (roomIds.length === 0) return new Map();
  const rows = await on.selectFrom('memberships').selectAll().where('user_id', '=', userId).where(isOneOf('room_id', roomIds)).execute();
  return new Map(
    rows.map((row) => [
      row.room_id,
      {
        roomId: row.room_id,
        starred: row.starred,
        seenPublicNo: row.seen_public,
        seenPrivateNo: row.seen_private,
        lastSeenEventTimestamp: row.last_seen_at,
      },
    ]),
  );
}

/** GET composes the room and the caller's membership. */
export async function readRoomViews(on: Tx | Reader, userId: string, ids: readonly string[]): Promise<RoomView[]> {
  const rooms = await readRooms(on, ids);
  const memberships = await readMemberships(on, userId, ids);
  return rooms.map((room) => {
    const membership = memberships.get(room.id) ?? {
      roomId: room.id,
      starred: false,
      seenPublicNo: 0,
      seenPrivateNo: 0,
      lastSeenEventTimestamp: null,
    };
    return {
      ...room,
      membership,
      starred: membership.starred,
      missedCounter: missedCount(room, membership, userId),
      lastSeenEventTimestamp: membership.lastSeenEventTimestamp,
    };
  });
}
