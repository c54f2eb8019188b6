import { type ChannelType, isNameOrCode, numberChannels, RESOLVED_CONVERSATIONS_TOLD } from '@parley/contract';
import { type Cell, cellsOf, type Prepared, packed, unpacked } from '../../platform/cells.ts';
import type { Reader, Tx } from '../../platform/database.ts';
import { jsonOf } from '../../platform/written-json.ts';
import { lastSaidIn } from './last-said.ts';

// The parts of many rooms, each in JSON and by room. Table by table and joined here: joined by PostgreSQL, or made into JSON by
// it, a thousand rooms cost it three to six times as much.

const { word, text, instant } = jsonOf;

const CHANNELS: Prepared = {
  name: 'channels-of-rooms',
  text: `select address, ${packed('room_id, id, type, channel_application_id, used_at, unsubscribed')} from contact_channels where room_id = any($1::uuid[]) order by id`,
};
const CHANNELS_BY_ID: Prepared = {
  name: 'channels-by-id',
  text: 'select id, type, channel_application_id from contact_channels where id = any($1::uuid[])',
};
/** Over live chat is spoken as long as a visitor is there; an end at a provider that is off, or goes one way alone, holds no conversations. */
const APPLICATIONS: Prepared = {
  name: 'applications',
  text: `select id, name, type <> 'LIVECHAT' and not (active and communication_type = 'TWO_WAY' and settings->>'direction' is distinct from 'INCOMING')
    from channel_applications where id = any($1::uuid[])`,
};
const CONVERSATIONS: Prepared = {
  name: 'conversations-of-rooms',
  text: `select ${packed(`c.room_id, c.id, c.state, c.assigned_user_id, c.assigned_chatbot_id, c.queue_id, w.since, c.assigned_at, c.snoozed_at,
      c.snoozed_until, c.created_at, c.modified_at, c.change`)}
    from unnest($1::uuid[]) as room(id)
      cross join lateral (
        (select * from conversations u where u.room_id = room.id and u.state <> 'RESOLVED')
        union all
        (select * from conversations r where r.room_id = room.id and r.state = 'RESOLVED' order by r.id desc limit ${RESOLVED_CONVERSATIONS_TOLD})) c
      left join waiting w on w.conversation_id = c.id
    order by c.id desc`,
};
const CHANNELS_OF_CONVERSATIONS: Prepared = {
  name: 'channels-of-conversations',
  text: `select ${packed('conversation_id, contact_channel_id')} from conversation_channels where conversation_id = any($1::uuid[])
    order by added_at, contact_channel_id`,
};
const PARTICIPANTS: Prepared = {
  name: 'participants-of-rooms',
  text: `select ${packed('room_id, id, type, associated_id')} from participants where room_id = any($1::uuid[]) order by joined_at, id`,
};
const USERS: Prepared = {
  name: 'users-by-id',
  text: 'select id, first_name, last_name, job_title, null from users where id = any($1::uuid[])',
};
const CONTACTS: Prepared = {
  name: 'contacts-by-id',
  text: 'select id, first_name, last_name, null, picture_id from contacts where id = any($1::uuid[])',
};

/** The rows of a statement of one packed column. */
async function unpackedOf<Row extends readonly string[]>(on: Tx | Reader, statement: Prepared, ids: readonly string[]): Promise<Row[]> {
  const rows = await cellsOf<[packed: string]>(on, statement, [ids]);
  return rows.map(([cell]) => unpacked(cell) as unknown as Row);
}

export type ByRoom<Part> = ReadonlyMap<string, Part[]>;

function add<Part>(byKey: Map<string, Part[]>, key: string, part: Part): void {
  const list = byKey.get(key);
  if (list) list.push(part);
  else byKey.set(key, [part]);
}

/** Who takes part in a room, with the JSON of it. */
export interface PartOfRoom {
  type: string;
  associatedParticipantId: string;
  /** First and last name, as far as there are any. */
  name: string;
  /** What is told of them beside who they are: names and job title. */
  namesJson: string;
  /** Of a customer; null where there is none. Another one takes a number of the room. */
  pictureId: string | null;
  json: string;
}

type Names = Pick<PartOfRoom, 'name' | 'namesJson' | 'pictureId'>;

type PersonCells = readonly [id: string, first: string, last: string, job: Cell, pictureId: Cell];

/** What these are called, by id; who is gone is nobody. */
export async function peopleOf(
  on: Tx | Reader,
  parts: ReadonlyArray<Pick<PartOfRoom, 'type' | 'associatedParticipantId'>>,
): Promise<Map<string, Names>> {
  const people = new Map<string, Names>();
  const read = async (statement: Prepared, kind: string) => {
    const ids = new Set<string>();
    for (const { type, associatedParticipantId } of parts) if (type === kind) ids.add(associatedParticipantId);
    if (ids.size === 0) return;
    for (const [key, first, last, job, pictureId] of await cellsOf<PersonCells>(on, statement, [[...ids]])) {
      people.set(key, { name: [first, last].filter(Boolean).join(' '), namesJson: namesJson(first, last, job ?? ''), pictureId });
    }
  };
  await read(USERS, 'USER');
  await read(CONTACTS, 'CUSTOMER');
  for (const { associatedParticipantId: id } of parts) if (!people.has(id)) people.set(id, NOBODY);
  return people;
}

/** Those who take part in these rooms, in the order in which they came. */
export async function participantsOf(on: Tx | Reader, roomIds: readonly string[]): Promise<ByRoom<PartOfRoom>> {
  const rows = await unpackedOf<[roomId: string, id: string, type: string, associatedId: string]>(on, PARTICIPANTS, roomIds);
  const people = await peopleOf(
    on,
    rows.map(([, , type, associatedParticipantId]) => ({ type, associatedParticipantId })),
  );
  const byRoom = new Map<string, PartOfRoom[]>();
  for (const [roomId, key, type, associated] of rows) {
    const names = people.get(associated) ?? NOBODY;
    const json = `{"id":"${key}","type":"${type}","associatedParticipantId":"${associated}",${names.namesJson}}`;
    add(byRoom, roomId, { type, associatedParticipantId: associated, ...names, json });
  }
  return byRoom;
}

const namesJson = (first: string, last: string, job: string): string =>
  `"firstName":${text(first)},"lastName":${text(last)},"jobTitle":${text(job)}`;
const NOBODY: Names = { name: '', namesJson: namesJson('', '', ''), pictureId: null };

type ChannelFacts = ReadonlyMap<string, { type: string; applicationId: string }>;

/** A channel of a room, with the JSON of it. */
export interface ChannelOfRoom {
  applicationId: string;
  /** What it is told of that. */
  applicationJson: string;
  json: string;
}

/** What is told of our ends in rooms, in JSON by id: what they are called, and that they are closed. */
export async function applicationsJson(on: Tx | Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await cellsOf<[id: string, name: string, closed: string]>(on, APPLICATIONS, [ids]);
  return new Map(rows.map(([id, name, closed]) => [id, `"name":${text(name)}${closed === 't' ? ',"closed":true' : ''}`]));
}

/** The customer's, where people call each other by it. */
function addressJson(type: string, address: string): string {
  if (type === 'EMAIL') return `,"emailAddress":${text(address)}`;
  if (isNameOrCode(type as ChannelType, address)) return `,"sender":${text(address)}`;
  return numberChannels.has(type as ChannelType) ? `,"phoneNumber":${text(address)}` : '';
}

type ChannelCells = readonly [
  roomId: string,
  id: string,
  type: string,
  applicationId: string,
  usedAt: string,
  unsubscribed: string,
  address: string,
];

/** The channels of these rooms, and what is known of each for the conversations on them. */
export async function channelsOf(
  on: Tx | Reader,
  roomIds: readonly string[],
): Promise<{ byRoom: ByRoom<ChannelOfRoom>; facts: ChannelFacts }> {
  const cells = await cellsOf<[address: string, packed: string]>(on, CHANNELS, [roomIds]);
  const rows = cells.map(([address, cell]) => [...unpacked(cell), address] as unknown as ChannelCells);
  const facts = new Map(rows.map(([, channel, type, applicationId]) => [channel, { type, applicationId }]));
  const applications = await applicationsJson(on, [...new Set(rows.map(([, , , applicationId]) => applicationId))]);
  const byRoom = new Map<string, ChannelOfRoom[]>();
  for (const [roomId, channel, type, applicationId, usedAt, unsubscribed, address] of rows) {
    const applicationJson = applications.get(applicationId) ?? '"name":""';
    const json =
      `{"channelId":"${channel}","channelType":${text(type)},"channelApplicationId":"${applicationId}",${applicationJson},` +
      `"timestamp":${instant(usedAt)}${addressJson(type, address)}${unsubscribed === 't' ? ',"unsubscribed":true' : ''}}`;
    add(byRoom, roomId, { applicationId, applicationJson, json });
  }
  return { byRoom, facts };
}

type ConversationCells = readonly [
  roomId: string,
  id: string,
  state: string,
  userId: string,
  chatbotId: string,
  queueId: string,
  waitingSince: string,
  assignedAt: string,
  snoozedAt: string,
  snoozedUntil: string,
  createdAt: string,
  modifiedAt: string,
  change: string,
];

/** Unresolved conversations and the newest resolved ones of each room, newest first (contract: toldConversations). */
export async function conversationsOf(on: Tx | Reader, roomIds: readonly string[], known: ChannelFacts): Promise<ByRoom<string>> {
  const rows = await unpackedOf<ConversationCells>(on, CONVERSATIONS, roomIds);
  const channels = await channelsOfConversations(
    on,
    rows.map(([, conversation]) => conversation),
    known,
  );
  const said = await lastSaidIn(
    on,
    rows.flatMap(([, conversation, state]) => (state === 'RESOLVED' ? [] : [conversation])),
  );
  const byRoom = new Map<string, string[]>();
  for (const [roomId, key, state, userId, chatbotId, queueId, waitingSince, assignedAt, ...rest] of rows) {
    const [snoozedAt, snoozedUntil, createdAt, modifiedAt, change] = rest;
    const snooze = snoozedAt === '' ? 'null' : `{"until":${instant(snoozedUntil)}}`;
    add(
      byRoom,
      roomId,
      `{"id":"${key}","state":"${state}","assignedUserId":${word(userId)},"assignedChatbotId":${word(chatbotId)},"queueId":${word(queueId)},` +
        `"waitingSince":${instant(waitingSince)},"assignedSince":${instant(assignedAt)},"snooze":${snooze},"channels":[${(channels.get(key) ?? []).join(',')}],` +
        `"lastEvent":${said.get(key) ?? 'null'},"createdAt":${instant(createdAt)},"modifiedAt":${instant(modifiedAt)},"change":${change}}`,
    );
  }
  return byRoom;
}

async function channelsOfConversations(on: Tx | Reader, ids: readonly string[], known: ChannelFacts): Promise<Map<string, string[]>> {
  const byConversation = new Map<string, string[]>();
  if (ids.length === 0) return byConversation;
  const rows = await unpackedOf<[conversationId: string, channelId: string]>(on, CHANNELS_OF_CONVERSATIONS, ids);
  // Nearly always the room's own; one that has moved to another contact since is told all the same.
  const moved = rows.flatMap(([, channel]) => (known.has(channel) ? [] : [channel]));
  const others =
    moved.length === 0 ? [] : await cellsOf<[id: string, type: string, applicationId: string]>(on, CHANNELS_BY_ID, [[...new Set(moved)]]);
  const facts = new Map([...known, ...others.map(([channel, type, applicationId]) => [channel, { type, applicationId }] as const)]);
  for (const [conversation, channel] of rows) {
    const found = facts.get(channel);
    if (!found) continue;
    add(
      byConversation,
      conversation,
      `{"channelId":"${channel}","channelType":${text(found.type)},"channelApplicationId":"${found.applicationId}"}`,
    );
  }
  return byConversation;
}
