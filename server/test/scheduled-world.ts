import { Readable } from 'node:stream';
import type { NewScheduledMessage, ScheduledChange, ScheduledEdit, ScheduledMessage } from '@parley/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Actor } from '../src/accounts/index.ts';
import { receiveUpload } from '../src/files/index.ts';
import { notifyPeople } from '../src/notifications/notify.ts';
import { openLog } from '../src/platform/log.ts';
import { Problem } from '../src/platform/problem.ts';
import { takeAs } from '../src/rooms/acting.ts';
import { assignByPerson } from '../src/rooms/assign.ts';
import { type Incoming, receiveText } from '../src/rooms/receive.ts';
import { editScheduled } from '../src/rooms/scheduled/edit-scheduled.ts';
import { changeScheduled, scheduleMessage } from '../src/rooms/scheduled/schedule.ts';
import { claimScheduled, settleScheduled } from '../src/rooms/scheduled/scheduled-clock.ts';
import { scheduledOfRoom } from '../src/rooms/scheduled/scheduled-rows.ts';
import { sendText } from '../src/rooms/send.ts';
import { inRooms } from '../src/rooms/work.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { givenFiles, type TestFiles } from './files.ts';
import { loopBack } from './loop-back/channel.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from './people.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const log = openLog('silent');

export let database: TestDatabase;
export let owner: pg.Client;
export let files: TestFiles;
export let rooms: TestRooms;
export let account: TestAccount;
export let dora: Actor;
export let emil: Actor;
export let petar: Actor;
export let visitor: Omit<Incoming, 'text' | 'clientMessageId'>;
export let roomId: string;

/** What every file of these tests begins with. A room in which Dora holds a conversation with a visitor. */
export function useScheduledWorld(): void {
  beforeAll(async () => {
    database = await freshDatabase();
    owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    files = givenFiles(database.db);
    rooms = givenRooms(database.db, files);
    notifyPeople(database.db, rooms.deps.hub);
    rooms.deps.channels.register(loopBack({ type: 'SMS', origin: 'http://127.0.0.1:9', takesKey: false, timeoutMs: 2000 }));
  });
  afterAll(async () => {
    await owner.end();
    await database.drop();
  });
  beforeEach(async () => {
    account = await givenAccount(database.db);
    dora = await account.agent('Dora');
    emil = await account.agent('Emil');
    petar = await account.agent('Petar', { role: 'supervisor', inQueue: false });
    visitor = await account.visitor('Maria');
    roomId = visitor.roomId;
    await customerSays('Hello');
    await takeAs(rooms.deps, dora, roomId);
  });
}

export const reader = () => database.db.reader(account.accountId);
export const customerSays = (text: string) => receiveText(rooms.deps, { ...visitor, text, clientMessageId: messageId() });
export const asked = (more: Partial<NewScheduledMessage> = {}): NewScheduledMessage => ({
  clientMessageId: messageId(),
  channelId: visitor.contactChannelId,
  text: 'Any news?',
  fileIds: [],
  sendAt: new Date(Date.now() + HOUR).toISOString(),
  timezone: 'Europe/Sofia',
  unlessCustomerWrites: false,
  ...more,
});
export const later = (more: Partial<NewScheduledMessage> = {}, actor = dora) => scheduleMessage(rooms.deps, actor, roomId, asked(more));
export const sent = (more: Partial<NewScheduledMessage> = {}, actor = dora) => later({ sendAt: null, ...more }, actor);
export const become = (scheduledId: string, to: ScheduledChange['become'], actor = dora) =>
  changeScheduled(rooms.deps, actor, { roomId, scheduledId }, { become: to });
export const edit = (
  { id: scheduledId, version, sendAt }: ScheduledMessage,
  more: Partial<ScheduledEdit> = {},
  actor = dora,
  now = Date.now(),
) =>
  editScheduled(
    rooms.deps,
    actor,
    { roomId, scheduledId },
    { text: 'Any news yet?', fileIds: [], sendAt, timezone: 'Europe/Sofia', unlessCustomerWrites: false, version, ...more },
    now,
  );
export const atOnce = (text: string, actor = dora) =>
  sendText(rooms.deps, actor, { roomId, channelId: visitor.contactChannelId, text, clientMessageId: messageId() });
export const list = (actor = dora) => scheduledOfRoom(reader(), actor, roomId);
export const undoSeconds = (seconds: 0 | 10) =>
  sql`update accounts set settings = settings || jsonb_build_object('undoSendSeconds', ${seconds}::int) where id = ${account.accountId}`.execute(
    reader(),
  );
/** Its time comes. */
/** Their time has come: told one after the other, so that two who tell it at once cannot wait for each other. */
export async function comes(...ids: string[]): Promise<void> {
  for (const id of ids) {
    await sql`update scheduled_messages set due_at = clock_timestamp() - interval '1 second'
      where id = ${id}::uuid and state = 'WAITING'`.execute(reader());
  }
}
/** What every worker does that looks now, in one process or another. */
export async function work(): Promise<number> {
  const claims = await claimScheduled(rooms.deps, 100);
  await Promise.all(claims.map((claim) => settleScheduled(rooms.deps, log, claim)));
  return claims.length;
}
export const workAll = async () => {
  while ((await work()) > 0);
};
export const rowOf = (id: string) => reader().selectFrom('scheduled_messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
export async function said(): Promise<string[]> {
  const rows = await reader()
    .selectFrom('events')
    .select('message')
    .where('room_id', '=', roomId)
    .where('kind', '=', 'COMMUNICATION')
    .where('origin_type', '=', 'USER')
    .orderBy('seq')
    .execute();
  return rows.map(
    ({ message }) => (message as { text: string | null; fileName?: string }).text ?? (message as { fileName: string }).fileName,
  );
}
export const toldOf = async (actor: Actor) =>
  (
    await reader().selectFrom('notifications').select(['kind', 'by_name']).where('user_id', '=', actor.userId).orderBy('id').execute()
  ).filter(({ kind }) => kind.startsWith('SCHEDULED'));
export const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof Problem ? error.key : error),
  );
export const faultOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof Problem ? [error.key, error.params] : error),
  );
export const uploaded = async (actor = dora, name = 'a.txt') => {
  const uploader = { by: 'USER', accountId: account.accountId, id: actor.userId } as const;
  const body = Readable.from([Buffer.from('words')]);
  return (await receiveUpload(files, { uploader, name, length: null, body, isCancelled: () => false })).fileId;
};
export const aged = (hours: number) => sql`update files set created_at = created_at - make_interval(hours => ${hours})`.execute(reader());
export const job = () => ({
  signal: new AbortController().signal,
  query: (text: string, values?: unknown[]) => owner.query(text, values),
});
export const handToEmil = async () => {
  const { id: conversationId } = await reader()
    .selectFrom('conversations')
    .select('id')
    .where('room_id', '=', roomId)
    .where('state', '<>', 'RESOLVED')
    .executeTakeFirstOrThrow();
  await inRooms(database.db, account.accountId, (tx) =>
    assignByPerson(tx, dora, { roomId, conversationId, userId: emil.userId, expectedUserId: dora.userId }),
  );
};

/** How many messages of the room Dora has not seen. */
export const missed = async () => {
  const row = await reader()
    .selectFrom('rooms as r')
    .innerJoin('memberships as m', 'm.room_id', 'r.id')
    .select(['r.public_count', 'm.seen_public'])
    .where('r.id', '=', roomId)
    .where('m.user_id', '=', dora.userId)
    .executeTakeFirstOrThrow();
  return row.public_count - row.seen_public;
};

/** Another account with a visitor of its own takes the place of the first. */
export async function useAnotherAccount(): Promise<void> {
  account = await givenAccount(database.db);
  dora = await account.agent('Dora');
  visitor = await account.visitor('Maria');
  roomId = visitor.roomId;
}

/** What is read and done from now on is of this room. */
export function useRoom(id: string): void {
  roomId = id;
}
