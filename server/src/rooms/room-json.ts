import { missedCount } from '@parley/contract';
import { type Cell, cellsOf, type Prepared, packed, unpacked } from '../platform/cells.ts';
import type { Reader, Tx } from '../platform/database.ts';
import { jsonOf } from '../platform/written-json.ts';
import { channelsOf, conversationsOf, type PartOfRoom, participantsOf } from './room-parts.ts';

const { word, text, flag, instant } = jsonOf;

const ROOMS: Prepared = {
  name: 'rooms-by-id',
  text: `select name, last_event,
      case when type <> 'EXTERNAL' and not (last_event ->> 'privateMessage')::boolean then 'INTERNAL' else last_channel_type end,
      ${packed(`id, type, state, contact_id, epoch, change, seq, public_count, private_count, last_event_at, last_channel_application_id,
        last_received_at, last_received_channel_type, last_assigned_user_id, created_at`)}
    from rooms where id = any($1::uuid[])`,
};
type RoomCells = readonly [name: Cell, lastEvent: Cell, lastChannelType: Cell, packed: string];

const MEMBERSHIPS: Prepared = {
  name: 'memberships-by-room',
  text: `select ${packed('room_id, starred, seen_public, seen_private, last_seen_at')} from memberships where user_id = $1 and room_id = any($2::uuid[])`,
};

/** Which of the parts that may be left empty are wanted. */
export interface Parts {
  conversations: boolean;
  participants: boolean;
}
export const ALL_PARTS: Parts = { conversations: true, participants: true };

/** A room in JSON but for its closing brace, and of what a user's view of it is made besides. */
interface OpenRoom {
  json: string;
  publicCount: number;
  privateCount: number;
  roomParticipants: readonly PartOfRoom[];
}

/** Rooms by their ids (communications, section 3); ids that are not there, or not of this account, are left out. */
async function openRooms(on: Tx | Reader, ids: readonly string[], parts: Parts): Promise<Map<string, OpenRoom>> {
  if (ids.length === 0) return new Map();
  const participants = await participantsOf(on, ids);
  const channels = await channelsOf(on, ids);
  const conversations = parts.conversations ? await conversationsOf(on, ids, channels.facts) : new Map<string, string[]>();
  const rows = await cellsOf<RoomCells>(on, ROOMS, [ids]);
  return new Map(
    rows.map((row): [string, OpenRoom] => {
      const [roomId = '', type, state, contactId, epoch, change, seq, publicCount, privateCount, ...rest] = unpacked(row[3]);
      const [lastEventAt, lastApplicationId, lastReceivedAt, lastReceivedChannelType, lastAssignedUserId, createdAt] = rest;
      const [ownName, lastEvent, lastChannelType] = row;
      const roomParticipants = participants.get(roomId) ?? [];
      const shown = parts.participants ? roomParticipants : [];
      const name = type === 'EXTERNAL' ? roomParticipants.find((one) => one.type === 'CUSTOMER')?.name || null : ownName;
      const json =
        `{"id":"${roomId}","type":"${type}","name":${text(name)},"state":"${state}","contactId":${word(contactId)},"epoch":${epoch},` +
        `"change":${change},"lastSeq":${seq},"publicCount":${publicCount},"privateCount":${privateCount},` +
        `"lastEventTimestamp":${instant(lastEventAt)},"lastEventChannelType":${word(lastChannelType)},` +
        `"lastEventChannelApplicationId":${word(lastApplicationId)},"lastEvent":${lastEvent},"lastReceivedTimestamp":${instant(lastReceivedAt)},` +
        `"lastReceivedChannelType":${word(lastReceivedChannelType)},"lastAssignedUserId":${word(lastAssignedUserId)},` +
        `"createdAt":${instant(createdAt)},"roomConversations":[${(conversations.get(roomId) ?? []).join(',')}],` +
        `"roomParticipants":[${shown.map((one) => one.json).join(',')}],"channels":[${(channels.byRoom.get(roomId) ?? []).join(',')}]`;
      return [roomId, { json, publicCount: Number(publicCount), privateCount: Number(privateCount), roomParticipants }];
    }),
  );
}

/** Rooms as everybody who may see them sees them, each in JSON, in the order asked for. */
export async function jsonOfRooms(on: Tx | Reader, ids: readonly string[]): Promise<string[]> {
  const rooms = await openRooms(on, ids, ALL_PARTS);
  return inOrder(ids, rooms).map(({ json }) => `${json}}`);
}

/** The same with what one user has of each: their membership, what they missed. Parts that are not wanted come empty. */
export async function jsonOfRoomViews(on: Tx | Reader, userId: string, ids: readonly string[], parts: Parts): Promise<string[]> {
  const rooms = await openRooms(on, ids, parts);
  const memberships = ids.length === 0 ? [] : await cellsOf<[packed: string]>(on, MEMBERSHIPS, [userId, ids]);
  const byRoom = new Map(
    memberships.map(([cell]): [string, string[]] => {
      const [roomId = '', ...rest] = unpacked(cell);
      return [roomId, rest];
    }),
  );
  return ids.flatMap((roomId) => {
    const room = rooms.get(roomId);
    return room ? [`${room.json},${viewOf(roomId, room, byRoom.get(roomId) ?? UNTOUCHED, userId)}}`] : [];
  });
}

const UNTOUCHED = ['f', '0', '0', ''];

function viewOf(roomId: string, room: OpenRoom, membership: readonly string[], userId: string): string {
  const [starred, seenPublic, seenPrivate, lastSeenAt] = membership;
  const seen = { starred: starred === 't', seenPublicNo: Number(seenPublic), seenPrivateNo: Number(seenPrivate) };
  return (
    `"membership":{"roomId":"${roomId}","starred":${flag(starred)},"seenPublicNo":${seenPublic},"seenPrivateNo":${seenPrivate},` +
    `"lastSeenEventTimestamp":${instant(lastSeenAt)}},"starred":${flag(starred)},"missedCounter":${missedCount(room, seen, userId)},` +
    `"lastSeenEventTimestamp":${instant(lastSeenAt)}`
  );
}

function inOrder(ids: readonly string[], rooms: ReadonlyMap<string, OpenRoom>): OpenRoom[] {
  return ids.flatMap((one) => rooms.get(one) ?? []);
}
