import { type EventDataType, lastDataType, missedCount, type OriginType } from '@parley/contract';
import { type Cell, cellsOf, type Prepared, packed, unpacked } from '../../platform/cells.ts';
import type { Reader, Tx } from '../../platform/database.ts';
import { jsonOf } from '../../platform/written-json.ts';
import { IS_FAILED } from './last-said.ts';
import { createMadeRooms, type MadeRoom } from './made-rooms.ts';
import { applicationsJson, channelsOf, conversationsOf, participantsOf, peopleOf } from './room-parts.ts';

const { word, text, flag, instant } = jsonOf;

const ROOMS: Prepared = {
  name: 'rooms-by-id',
  text: `select name, last_event, last_received,
      case when type <> 'EXTERNAL' and not (last_event ->> 'privateMessage')::boolean then 'INTERNAL' else last_channel_type end,
      last_event ->> 'originType' <> 'CUSTOMER' and (select ${IS_FAILED} from events e where e.id = (last_event ->> 'id')::uuid),
      ${packed(`id, type, state, contact_id, epoch, change, seq, public_count, private_count, last_event_at, last_channel_application_id,
        last_received_at, last_received_channel_type, last_assigned_user_id, created_at`)}
    from rooms where id = any($1::uuid[])`,
};
type RoomCells = readonly [name: Cell, lastEvent: Cell, lastReceived: Cell, lastChannelType: Cell, lastFailed: Cell, packed: string];

const MEMBERSHIPS: Prepared = {
  name: 'memberships-by-room',
  text: `select ${packed('room_id, starred, followed, seen_public, seen_private, last_seen_at')} from memberships where user_id = $1 and room_id = any($2::uuid[])`,
};

/** Which of the parts that may be left empty are wanted. */
export interface Parts {
  conversations: boolean;
  participants: boolean;
}
export const ALL_PARTS: Parts = { conversations: true, participants: true };

/** A room and the change up to which it is known. */
export interface RoomVersion {
  id: string;
  epoch: string;
  change: string;
}

const VERSIONS: Prepared = {
  name: 'versions-of-rooms',
  text: `select ${packed('id, epoch, change')} from rooms where id = any($1::uuid[])`,
};

async function versionsOf(on: Tx | Reader, ids: readonly string[]): Promise<RoomVersion[]> {
  const rows = await cellsOf<[packed: string]>(on, VERSIONS, [ids]);
  return rows.map(([cell]) => {
    const [id = '', epoch = '', change = ''] = unpacked(cell);
    return { id, epoch, change };
  });
}

/** Of all accounts together. A room takes about five kilobytes. */
const HELD_BYTES = 48 * 1024 * 1024;
const madeRooms = createMadeRooms(HELD_BYTES);

/**
 * Rooms by their ids (communications, section 3); ids that are not there, or not of this account, are left out. Everything in a room but
 * names takes a number of it when it changes (domain, invariant 3): one that was made at this number, with these names, is as it was.
 * Inside a transaction a number may still be taken back, so that all is read.
 *
 * @param known the versions of these rooms where they were just read; each must have been let through by row-level security
 */
async function openRooms(
  on: Tx | Reader,
  ids: readonly string[],
  parts: Parts,
  known?: readonly RoomVersion[],
): Promise<ReadonlyMap<string, MadeRoom>> {
  if (ids.length === 0) return new Map();
  if (on.isTransaction || !(parts.conversations && parts.participants)) return makeRooms(on, ids, parts);
  const found = new Map<string, MadeRoom>();
  for (const { id, epoch, change } of known ?? (await versionsOf(on, ids))) {
    const made = madeRooms.get(on, id);
    if (made?.epoch === epoch && made.change === change) found.set(id, made);
  }
  const now = await namesNow(on, [...found.values()]);
  for (const [id, { names }] of found) if (names.some((one) => now.get(one.id) !== one.name)) found.delete(id);
  const others = ids.filter((id) => !found.has(id));
  for (const [id, room] of await makeRooms(on, others, parts)) {
    madeRooms.keep(on, id, room);
    found.set(id, room);
  }
  return found;
}

/** Reads rooms anew. The rooms' rows come first: their parts may then be newer than the numbers say, which the next frame says again, and never older. */
async function makeRooms(on: Tx | Reader, ids: readonly string[], parts: Parts): Promise<Map<string, MadeRoom>> {
  if (ids.length === 0) return new Map();
  const rows = await cellsOf<RoomCells>(on, ROOMS, [ids]);
  const participants = await participantsOf(on, ids);
  const channels = await channelsOf(on, ids);
  const conversations = parts.conversations ? await conversationsOf(on, ids, channels.facts) : new Map<string, string[]>();
  return new Map(
    rows.map((row): [string, MadeRoom] => {
      const [roomId = '', type, state, contactId, epoch = '', change = '', seq, publicCount, privateCount, ...rest] = unpacked(row[5]);
      const [lastEventAt, lastApplicationId, lastReceivedAt, lastReceivedChannelType, lastAssignedUserId, createdAt] = rest;
      const [ownName, lastEvent, lastReceived, lastChannelType, lastFailed] = row;
      const roomParticipants = participants.get(roomId) ?? [];
      const roomChannels = channels.byRoom.get(roomId) ?? [];
      const shown = parts.participants ? roomParticipants : [];
      const customer = type === 'EXTERNAL' ? roomParticipants.find((one) => one.type === 'CUSTOMER') : undefined;
      const name = type === 'EXTERNAL' ? customer?.name || null : ownName;
      const picture = customer?.pictureId ? `"pictureId":"${customer.pictureId}",` : '';
      const json =
        `{"id":"${roomId}","type":"${type}","name":${text(name)},"state":"${state}","contactId":${word(contactId)},${picture}"epoch":${epoch},` +
        `"change":${change},"lastSeq":${seq},"publicCount":${publicCount},"privateCount":${privateCount},` +
        `"lastEventTimestamp":${instant(lastEventAt)},"lastEventChannelType":${word(lastChannelType)},` +
        `"lastEventChannelApplicationId":${word(lastApplicationId)},${lastEventJson(lastEvent, lastFailed)},"lastReceivedMessage":${lastReceived},"lastReceivedTimestamp":${instant(lastReceivedAt)},` +
        `"lastReceivedChannelType":${word(lastReceivedChannelType)},"lastAssignedUserId":${word(lastAssignedUserId)},` +
        `"createdAt":${instant(createdAt)},"roomConversations":[${(conversations.get(roomId) ?? []).join(',')}],` +
        `"roomParticipants":[${shown.map((one) => one.json).join(',')}],"channels":[${roomChannels.map((one) => one.json).join(',')}]`;
      const names = [
        ...roomParticipants.map((one) => ({ id: one.associatedParticipantId, name: one.namesJson })),
        ...roomChannels.map((one) => ({ id: one.applicationId, name: one.applicationJson })),
      ];
      return [
        roomId,
        { epoch, change, json, publicCount: Number(publicCount), privateCount: Number(privateCount), roomParticipants, names },
      ];
    }),
  );
}

/** The last words as `rooms.last_event` keeps them. */
interface StoredLastEvent {
  id: string;
  type: EventDataType;
  text: string | null;
  originType: OriginType;
  originId: string | null;
  privateMessage: boolean;
  deleted?: true;
}

/** The same by the names of the contract, as fields of a room's JSON. */
function lastEventJson(cell: Cell, failed: Cell): string {
  const last = cell === null ? null : (JSON.parse(cell) as StoredLastEvent);
  const fields = {
    lastEventData: last?.text ?? null,
    lastEventDataType: last && lastDataType(last.type),
    lastEventType: last?.type ?? null,
    lastEventId: last?.id ?? null,
    lastEventOriginType: last?.originType ?? null,
    lastEventOriginId: last?.originId ?? null,
    lastEventPrivate: last?.privateMessage ?? false,
    lastEventDeleted: last?.deleted ?? false,
    lastEventFailed: failed === 't',
  };
  return JSON.stringify(fields).slice(1, -1);
}

/** The names that stand in these rooms, as they are now, and whether our ends of their channels are closed. */
async function namesNow(on: Reader | Tx, rooms: readonly MadeRoom[]): Promise<ReadonlyMap<string, string>> {
  if (rooms.length === 0) return new Map();
  const people = rooms.flatMap(({ roomParticipants }) => roomParticipants);
  const inParts = new Set(people.map((one) => one.associatedParticipantId));
  const applications = new Set(rooms.flatMap(({ names }) => names.flatMap(({ id }) => (inParts.has(id) ? [] : [id]))));
  const names = await applicationsJson(on, [...applications]);
  for (const [id, { namesJson }] of await peopleOf(on, people)) names.set(id, namesJson);
  return names;
}

/** Rooms as everybody who may see them sees them, each in JSON, in the order asked for. */
export async function jsonOfRooms(on: Tx | Reader, ids: readonly string[]): Promise<string[]> {
  const rooms = await openRooms(on, ids, ALL_PARTS);
  return inOrder(ids, rooms).map(({ json }) => `${json}}`);
}

/** The same with what one user has of each: their membership, what they missed. Parts that are not wanted come empty. @param known as openRooms */
export async function jsonOfRoomViews(
  on: Tx | Reader,
  userId: string,
  ids: readonly string[],
  parts: Parts,
  known?: readonly RoomVersion[],
): Promise<string[]> {
  const rooms = await openRooms(on, ids, parts, known);
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

const UNTOUCHED = ['f', 'f', '0', '0', ''];

function viewOf(roomId: string, room: MadeRoom, membership: readonly string[], userId: string): string {
  const [starred, followed, seenPublic, seenPrivate, lastSeenAt] = membership;
  const seen = {
    starred: starred === 't',
    followed: followed === 't',
    seenPublicNo: Number(seenPublic),
    seenPrivateNo: Number(seenPrivate),
  };
  return (
    `"membership":{"roomId":"${roomId}","starred":${flag(starred)},"followed":${flag(followed)},"seenPublicNo":${seenPublic},` +
    `"seenPrivateNo":${seenPrivate},` +
    `"lastSeenEventTimestamp":${instant(lastSeenAt)}},"starred":${flag(starred)},"missedCounter":${missedCount(room, seen, userId)},` +
    `"lastSeenEventTimestamp":${instant(lastSeenAt)}`
  );
}

function inOrder(ids: readonly string[], rooms: ReadonlyMap<string, MadeRoom>): MadeRoom[] {
  return ids.flatMap((one) => rooms.get(one) ?? []);
}
