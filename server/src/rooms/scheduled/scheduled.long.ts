import { Readable } from 'node:stream';
import {
  BY_CLOCK,
  isSentByClock,
  MOST_SCHEDULED_DAYS,
  type NewScheduledMessage,
  SCHEDULED_IN_ROOM,
  type ScheduledChange,
  type ScheduledEdit,
  type ScheduledMessage,
} from '@parley/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { givenFiles, type TestFiles } from '../../../test/files.ts';
import { loopBack } from '../../../test/loop-back/channel.ts';
import { givenApplication, givenCustomer, until } from '../../../test/loop-back/customers.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../../test/people.ts';
import type { Actor } from '../../accounts/index.ts';
import { receiveUpload, sweepFiles } from '../../files/index.ts';
import { notifyPeople } from '../../notifications/notify.ts';
import { openLog } from '../../platform/log.ts';
import { Problem } from '../../platform/problem.ts';
import { resolveAs, takeAs } from '../acting.ts';
import { assignByPerson } from '../assign.ts';
import { createInternalRoom } from '../colleagues/internal-rooms.ts';
import { forgetOldWork } from '../forget.ts';
import { type Incoming, receiveText } from '../receive.ts';
import { saveDraft } from '../room-drafts.ts';
import { sendFile, sendNote, sendText } from '../send.ts';
import { sendSms } from '../send-by-kind.ts';
import { inRooms } from '../work.ts';
import { editScheduled } from './edit-scheduled.ts';
import { changeScheduled, scheduleMessage } from './schedule.ts';
import { claimScheduled, MOST_TRIES, settleScheduled } from './scheduled-clock.ts';
import { roomsWithScheduled, scheduledOfRoom, undoableOf, waitingIn } from './scheduled-rows.ts';
import { tellScheduledOf } from './tell-scheduled.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const log = openLog('silent');

let database: TestDatabase;
let owner: pg.Client;
let files: TestFiles;
let rooms: TestRooms;
let account: TestAccount;
let dora: Actor;
let emil: Actor;
let petar: Actor;
let visitor: Omit<Incoming, 'text' | 'clientMessageId'>;
let roomId: string;

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

const reader = () => database.db.reader(account.accountId);
const customerSays = (text: string) => receiveText(rooms.deps, { ...visitor, text, clientMessageId: messageId() });
const asked = (more: Partial<NewScheduledMessage> = {}): NewScheduledMessage => ({
  clientMessageId: messageId(),
  channelId: visitor.contactChannelId,
  text: 'Any news?',
  fileIds: [],
  sendAt: new Date(Date.now() + HOUR).toISOString(),
  timezone: 'Europe/Sofia',
  unlessCustomerWrites: false,
  ...more,
});
const later = (more: Partial<NewScheduledMessage> = {}, actor = dora) => scheduleMessage(rooms.deps, actor, roomId, asked(more));
const sent = (more: Partial<NewScheduledMessage> = {}, actor = dora) => later({ sendAt: null, ...more }, actor);
const become = (scheduledId: string, to: ScheduledChange['become'], actor = dora) =>
  changeScheduled(rooms.deps, actor, { roomId, scheduledId }, { become: to });
const edit = ({ id: scheduledId, version, sendAt }: ScheduledMessage, more: Partial<ScheduledEdit> = {}, actor = dora, now = Date.now()) =>
  editScheduled(
    rooms.deps,
    actor,
    { roomId, scheduledId },
    { text: 'Any news yet?', fileIds: [], sendAt, timezone: 'Europe/Sofia', unlessCustomerWrites: false, version, ...more },
    now,
  );
const atOnce = (text: string, actor = dora) =>
  sendText(rooms.deps, actor, { roomId, channelId: visitor.contactChannelId, text, clientMessageId: messageId() });
const list = (actor = dora) => scheduledOfRoom(reader(), actor, roomId);
const undoSeconds = (seconds: 0 | 10) =>
  sql`update accounts set settings = settings || jsonb_build_object('undoSendSeconds', ${seconds}::int) where id = ${account.accountId}`.execute(
    reader(),
  );
/** Its time comes. */
/** Their time has come: told one after the other, so that two who tell it at once cannot wait for each other. */
async function comes(...ids: string[]): Promise<void> {
  for (const id of ids) {
    await sql`update scheduled_messages set due_at = clock_timestamp() - interval '1 second'
      where id = ${id}::uuid and state = 'WAITING'`.execute(reader());
  }
}
/** What every worker does that looks now, in one process or another. */
async function work(): Promise<number> {
  const claims = await claimScheduled(rooms.deps, 100);
  await Promise.all(claims.map((claim) => settleScheduled(rooms.deps, log, claim)));
  return claims.length;
}
const workAll = async () => {
  while ((await work()) > 0);
};
const rowOf = (id: string) => reader().selectFrom('scheduled_messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
async function said(): Promise<string[]> {
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
const toldOf = async (actor: Actor) =>
  (
    await reader().selectFrom('notifications').select(['kind', 'by_name']).where('user_id', '=', actor.userId).orderBy('id').execute()
  ).filter(({ kind }) => kind.startsWith('SCHEDULED'));
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof Problem ? error.key : error),
  );
const faultOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof Problem ? [error.key, error.params] : error),
  );
const uploaded = async (actor = dora, name = 'a.txt') => {
  const uploader = { by: 'USER', accountId: account.accountId, id: actor.userId } as const;
  const body = Readable.from([Buffer.from('words')]);
  return (await receiveUpload(files, { uploader, name, length: null, body, isCancelled: () => false })).fileId;
};
const aged = (hours: number) => sql`update files set created_at = created_at - make_interval(hours => ${hours})`.execute(reader());
const job = () => ({
  signal: new AbortController().signal,
  query: (text: string, values?: unknown[]) => owner.query(text, values),
});
const handToEmil = async () => {
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
const missed = async () => {
  const row = await reader()
    .selectFrom('rooms as r')
    .innerJoin('memberships as m', 'm.room_id', 'r.id')
    .select(['r.public_count', 'm.seen_public'])
    .where('r.id', '=', roomId)
    .where('m.user_id', '=', dora.userId)
    .executeTakeFirstOrThrow();
  return row.public_count - row.seen_public;
};

describe('a message for later', () => {
  it('waits where everybody who sees the room sees it, is sent at its time, and stands among what was said', async () => {
    const screens = [await rooms.screenOf(dora), await rooms.screenOf(petar)];
    const kept = await later({ unlessCustomerWrites: true });
    expect(kept).toMatchObject({
      roomId,
      author: { id: dora.userId, name: 'Dora Test' },
      text: 'Any news?',
      state: 'WAITING',
      isUndo: false,
    });
    expect(await list()).toEqual([kept]);
    expect(await list(petar)).toEqual([kept]);
    expect(await roomsWithScheduled(reader(), dora)).toEqual([
      { roomId, channelId: kept.channelId, nextAt: kept.sendAt, hasUnsent: false },
    ]);
    expect(await roomsWithScheduled(reader(), petar)).toEqual([]);
    for (const screen of screens) expect(screen.of('ScheduledChanged')).toEqual([{ roomId, authorId: dora.userId }]);
    expect(await work()).toBe(0);
    expect(await said()).toEqual([]);
    await comes(kept.id);
    rooms.told.length = 0;
    await workAll();
    expect(await said()).toEqual(['Any news?']);
    expect(await list()).toEqual([]);
    expect(await rowOf(kept.id)).toMatchObject({ state: 'SENT', due_at: null, reason: null });
    for (const screen of screens) {
      expect(screen.of('ScheduledChanged')).toHaveLength(2);
      expect(screen.of('Text')).toMatchObject([{ event: { eventData: { message: { text: 'Any news?' } }, origin: { id: dora.userId } } }]);
    }
    expect(rooms.told.map(([what]) => what)).toContain('stored');
    await workAll();
    expect(await said()).toHaveLength(1);
  });

  it('is the same one when it is asked again, and no other may be asked under its id', async () => {
    const first = asked();
    const kept = await scheduleMessage(rooms.deps, dora, roomId, first);
    expect(await scheduleMessage(rooms.deps, dora, roomId, first)).toEqual(kept);
    const others = [{ text: 'Other words' }, { sendAt: asked().sendAt }, { timezone: 'Europe/London' }, { unlessCustomerWrites: true }];
    for (const other of others)
      expect(await refusalOf(scheduleMessage(rooms.deps, dora, roomId, { ...first, ...other }))).toBe('CLIENT_MESSAGE_ID_USED');
    const of = messageId();
    await sendText(rooms.deps, dora, { roomId, channelId: visitor.contactChannelId, text: 'Sent', clientMessageId: of });
    expect(await refusalOf(later({ clientMessageId: of }))).toBe('CLIENT_MESSAGE_ID_USED');
    expect(await list()).toHaveLength(1);
    await comes(kept.id);
    await workAll();
    expect(await scheduleMessage(rooms.deps, dora, roomId, first)).toMatchObject({ id: kept.id, state: 'SENT' });
    await workAll();
    expect(await said()).toEqual(['Sent', 'Any news?']);
  });

  it('with files is sent as they would be: the first takes the words; no sweep takes them meanwhile', async () => {
    const fileIds = [await uploaded(dora, 'one.txt'), await uploaded(dora, 'two.txt')];
    const kept = await later({ text: null, fileIds });
    expect(kept.files.map(({ fileName }) => fileName)).toEqual(['one.txt', 'two.txt']);
    await aged(25);
    await sweepFiles(files)({}, job());
    await comes(kept.id);
    await workAll();
    expect(await said()).toEqual(['one.txt', 'two.txt']);
    expect(await refusalOf(later({ fileIds }))).toBe('FILE_ALREADY_SENT');
    expect(await refusalOf(later({ fileIds: [await uploaded(emil)] }))).toBe('FILE_NOT_FOUND');
    const forgotten = await later({ fileIds: [await uploaded()] });
    await become(forgotten.id, 'CANCELLED');
    await aged(25);
    await sweepFiles(files)({}, job());
    expect(
      await reader().selectFrom('files').select('id').where('state', '=', 'UPLOADED').where('user_id', '=', dora.userId).execute(),
    ).toEqual([]);
  });

  it('stands in its own room alone, also when it was not sent', async () => {
    const other = await account.visitor('Ivan');
    await receiveText(rooms.deps, { ...other, text: 'Hello', clientMessageId: messageId() });
    await takeAs(rooms.deps, dora, other.roomId);
    const kept = await later();
    await become(kept.id, 'CANCELLED', petar);
    expect((await list()).map(({ id }) => id)).toEqual([kept.id]);
    expect(await scheduledOfRoom(reader(), dora, other.roomId)).toEqual([]);
  });

  it('is sent by hand behind what its author sent before and could still take back', async () => {
    await undoSeconds(10);
    const [first, second] = [await sent({ text: 'First' }), await sent({ text: 'Second' })];
    await become(second.id, 'SENT');
    expect(await said()).toEqual(['First', 'Second']);
    const kept = await later({ text: 'Fourth' });
    await sent({ text: 'Third' });
    await become(kept.id, 'SENT');
    expect(await said()).toEqual(['First', 'Second', 'Third', 'Fourth']);
    expect((await rowOf(first.id)).state).toBe('SENT');
  });

  it('that a colleague gives back is cancelled in nobody’s list, and finds no place where the room is full', async () => {
    const kept = await later();
    await become(kept.id, 'CANCELLED', petar);
    const told = () => reader().selectFrom('notifications').select('kind').where('user_id', '=', dora.userId).execute();
    expect(await told()).toEqual([{ kind: 'SCHEDULED_CANCELLED' }]);
    await become(kept.id, 'WAITING', petar);
    expect(await told()).toEqual([]);
    await become(kept.id, 'CANCELLED', petar);
    for (let n = 0; n < SCHEDULED_IN_ROOM; n++) await later();
    expect(await refusalOf(become(kept.id, 'WAITING', petar))).toBe('SCHEDULED_ROOM_FULL');
  });

  it('cannot be taken back where the conversation was resolved: that is what it says', async () => {
    await undoSeconds(10);
    await resolveAs(rooms.deps, dora, roomId);
    expect(await refusalOf(sent())).toBe('CONVERSATION_RESOLVED');
  });

  it('is refused with the field that is wrong: a time that passed, one beyond a year, too many in a room', async () => {
    const now = Date.now();
    const at = (ms: number) => scheduleMessage(rooms.deps, dora, roomId, asked({ sendAt: new Date(ms).toISOString() }), now);
    expect(await faultOf(at(now))).toEqual(['SCHEDULED_TIME_PASSED', { field: 'body.sendAt' }]);
    expect(await faultOf(at(now + MOST_SCHEDULED_DAYS * DAY + 1))).toEqual(['SCHEDULED_TOO_LATE', { field: 'body.sendAt' }]);
    await at(now + MOST_SCHEDULED_DAYS * DAY);
    for (let i = 1; i < SCHEDULED_IN_ROOM; i++) await at(now + i);
    expect(await faultOf(at(now + HOUR))).toEqual(['SCHEDULED_ROOM_FULL', { field: 'params.roomId', limit: SCHEDULED_IN_ROOM }]);
    expect(await list()).toHaveLength(SCHEDULED_IN_ROOM);
  });

  it('is for who may write there now, on a channel of the room that is in a conversation', async () => {
    expect(await refusalOf(later({}, petar))).toBe('COMMUNICATION_CHANNEL_CANNOT_MESSAGE_NOT_PARTICIPANT');
    const stranger = await account.agent('Zoe', { inQueue: false });
    expect(await refusalOf(later({}, stranger))).toBe('ROOM_NOT_FOUND');
    expect(await refusalOf(list(stranger))).toBe('ROOM_NOT_FOUND');
    const elsewhere = await account.visitor('Iva');
    expect(await refusalOf(later({ channelId: elsewhere.contactChannelId }))).toBe('CHANNEL_NOT_FOUND');
    const group = await inRooms(database.db, account.accountId, (tx) =>
      createInternalRoom(tx, dora, { users: [emil.userId, petar.userId], roomType: 'GROUP' }),
    );
    expect(await refusalOf(scheduleMessage(rooms.deps, dora, group, asked()))).toBe('CHANNEL_NOT_FOUND');
    await resolveAs(rooms.deps, dora, roomId);
    expect(await refusalOf(later())).toBe('CONVERSATION_RESOLVED');
  });

  it('ends the draft that it was written as', async () => {
    const clientMessageId = messageId();
    await reader()
      .insertInto('room_drafts')
      .values({
        account_id: account.accountId,
        user_id: dora.userId,
        room_id: roomId,
        channel_key: visitor.contactChannelId,
        contact_channel_id: visitor.contactChannelId,
        content: JSON.stringify({ text: 'Any news?', attachments: [] }),
        client_message_id: clientMessageId,
        version: 1,
      })
      .execute();
    const screen = await rooms.screenOf(dora);
    await later({ clientMessageId });
    expect(screen.of('Draft')).toMatchObject([{ text: '', version: 2 }]);
  });

  it('is not missed by its author, and does not say that they have seen what the customer wrote meanwhile', async () => {
    await sendText(rooms.deps, dora, { roomId, channelId: visitor.contactChannelId, text: 'Hi', clientMessageId: messageId() });
    const [first, second] = [await later(), await later()];
    await comes(first.id);
    await workAll();
    expect(await missed()).toBe(0);
    await customerSays('At night');
    await comes(second.id);
    await workAll();
    // What the customer wrote, and not what Dora did.
    expect(await missed()).toBe(1);
    const { client_message_id } = await reader()
      .selectFrom('events')
      .select('client_message_id')
      .where('room_id', '=', roomId)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(isSentByClock(client_message_id)).toBe(true);
  });
});

describe('a message that waits is edited where it stands', () => {
  it('words, files, time and choice at once, told to every window, and goes so, once', async () => {
    const screens = [await rooms.screenOf(dora), await rooms.screenOf(petar)];
    const fileIds = [await uploaded(dora, 'one.txt')];
    const kept = await later({ fileIds });
    const sendAt = new Date(Date.now() + 2 * HOUR).toISOString();
    const now = await edit(kept, { text: 'It is ready', fileIds, sendAt, timezone: 'Europe/London', unlessCustomerWrites: true });
    expect(now).toEqual({ ...kept, text: 'It is ready', sendAt, timezone: 'Europe/London', unlessCustomerWrites: true, version: 2 });
    expect(await list()).toEqual([now]);
    for (const screen of screens) expect(screen.of('ScheduledChanged')).toHaveLength(2);
    expect(await rowOf(kept.id)).toMatchObject({ due_at: sendAt, lease: null });
    await comes(kept.id);
    await workAll();
    expect(await said()).toEqual(['It is ready']);
    const left = await later({ fileIds: [await uploaded()], text: 'Words' });
    expect((await edit(left, { text: 'No file', fileIds: [] })).files).toEqual([]);
  });

  it('by its author alone, as long as they may write there', async () => {
    const kept = await later();
    expect(await refusalOf(edit(kept, {}, petar))).toBe('SCHEDULED_NOT_YOURS');
    expect(await refusalOf(edit(kept, {}, await account.agent('Zoe', { inQueue: false })))).toBe('ROOM_NOT_FOUND');
    const stranger = await (await givenAccount(database.db, 'Orion')).agent('Ivan', { role: 'admin' });
    expect(await refusalOf(edit(kept, {}, stranger))).toBe('ROOM_NOT_FOUND');
    await handToEmil();
    expect(await refusalOf(edit(kept))).toBe('COMMUNICATION_CHANNEL_CANNOT_MESSAGE_NOT_PARTICIPANT');
    expect(await list(petar)).toEqual([kept]);
  });

  it('not once it was sent, cancelled or taken back, and not what was sent and can be taken back', async () => {
    await undoSeconds(10);
    const [gone, cancelled, back, own] = [await later(), await later(), await later(), await sent()];
    await become(gone.id, 'SENT');
    await become(cancelled.id, 'CANCELLED', petar);
    await become(back.id, 'TAKEN_BACK');
    for (const one of [gone, cancelled, back, own]) expect(await refusalOf(edit(one))).toBe('SCHEDULED_SETTLED');
    expect(await refusalOf(edit(own, {}, petar))).toBe('SCHEDULED_NOT_FOUND');
    expect((await rowOf(gone.id)).text).toBe('Any news?');
  });

  it('of two windows the second is told; a lost answer that is asked again is the edit that was made', async () => {
    const kept = await later();
    const first = await edit(kept, { text: 'By the first' });
    expect(await refusalOf(edit(kept, { text: 'By the second' }))).toBe('SCHEDULED_CHANGED');
    expect(await edit(kept, { text: 'By the first' })).toEqual(first);
    expect((await edit(first, { text: 'By the second' })).version).toBe(3);
    // Made once, whatever a repeated making says.
    const given = asked({ clientMessageId: kept.clientMessageId });
    expect((await scheduleMessage(rooms.deps, dora, roomId, given)).text).toBe('By the second');
  });

  it('is refused with the field that is wrong', async () => {
    const kept = await later();
    const now = Date.now();
    const at = (ms: number) => faultOf(edit(kept, { sendAt: new Date(ms).toISOString() }, dora, now));
    expect(await at(now)).toEqual(['SCHEDULED_TIME_PASSED', { field: 'body.sendAt' }]);
    expect(await at(now + MOST_SCHEDULED_DAYS * DAY + 1)).toEqual(['SCHEDULED_TOO_LATE', { field: 'body.sendAt' }]);
    expect(await refusalOf(edit(kept, { fileIds: [await uploaded(emil)] }))).toBe('FILE_NOT_FOUND');
    expect(await list()).toEqual([kept]);
  });

  it('at the moment in which it goes, it goes as it was or as it is, and its author knows which', async () => {
    for (let n = 0; n < 10; n++) {
      const kept = await later({ text: `Before ${n}` });
      await comes(kept.id);
      const [claims] = await Promise.all([claimScheduled(rooms.deps, 10)]);
      const [, refusal] = await Promise.all([
        Promise.all(claims.map((claim) => settleScheduled(rooms.deps, log, claim))),
        refusalOf(edit(kept, { text: `After ${n}` })),
      ]);
      const row = await rowOf(kept.id);
      if (refusal === null) expect(row).toMatchObject({ state: 'WAITING', text: `After ${n}`, lease: null });
      else expect([refusal, row.state, (await said()).at(-1)]).toEqual(['SCHEDULED_SETTLED', 'SENT', `Before ${n}`]);
      await become(kept.id, 'CANCELLED').catch(() => undefined);
    }
  });
});

describe('a file', () => {
  it('of a message that waits is refused to another, which names it, also of two at the same moment', async () => {
    const fileIds = [await uploaded(dora, 'offer.txt')];
    const kept = await later({ fileIds });
    expect(await faultOf(later({ fileIds }))).toEqual(['FILE_IN_OTHER_SCHEDULED', { field: 'body.fileIds', name: 'offer.txt' }]);
    const other = await later();
    expect(await refusalOf(edit(other, { fileIds }))).toBe('FILE_IN_OTHER_SCHEDULED');
    await become(kept.id, 'CANCELLED');
    await edit(other, { fileIds });
    expect(await refusalOf(become(kept.id, 'WAITING'))).toBe('FILE_IN_OTHER_SCHEDULED');
    const fresh = { fileIds: [await uploaded(dora, 'terms.txt')] };
    const elsewhere = await account.visitor('Ivan');
    await receiveText(rooms.deps, { ...elsewhere, text: 'Hello', clientMessageId: messageId() });
    await takeAs(rooms.deps, dora, elsewhere.roomId);
    const there = asked({ ...fresh, channelId: elsewhere.contactChannelId });
    const both = await Promise.all([refusalOf(later(fresh)), refusalOf(scheduleMessage(rooms.deps, dora, elsewhere.roomId, there))]);
    expect(both.toSorted()).toEqual(['FILE_IN_OTHER_SCHEDULED', null]);
  });
});

describe('what is sent at once behind what can still be taken back', () => {
  it('stays behind it, when taking back was switched off in between, and leaves what others have sent alone', async () => {
    await undoSeconds(10);
    const theirs = await sent({ text: 'By Dora' });
    await handToEmil();
    const [one, two] = [await sent({ text: 'One' }, emil), await sent({ text: 'Two' }, emil)];
    await undoSeconds(0);
    const screen = await rooms.screenOf(emil);
    await atOnce('Three', emil);
    expect(await said()).toEqual(['One', 'Two', 'Three']);
    for (const { id } of [one, two]) expect(await rowOf(id)).toMatchObject({ state: 'SENT' });
    expect(await rowOf(theirs.id)).toMatchObject({ state: 'WAITING' });
    await until(
      async () => screen.of('ScheduledChanged').length,
      (count) => count > 0,
    );
  });

  it('goes all the same when what was held cannot', async () => {
    await undoSeconds(10);
    const fileIds = [await uploaded()];
    const held = await sent({ text: null, fileIds });
    await sql`update files set state = 'KEPT' where id = ${fileIds[0]}`.execute(reader());
    await undoSeconds(0);
    await atOnce('At once');
    expect(await said()).toEqual(['At once']);
    expect(await rowOf(held.id)).toMatchObject({ state: 'WAITING' });
  });

  it('by a provider, too; and what can be taken back for no time waits for what can longer', async () => {
    await undoSeconds(10);
    const customer = await givenCustomer(rooms.deps, dora, 'SMS', await givenApplication(database.db, account, 'SMS'));
    const { contactChannelId: channelId } = customer;
    const keep = (text: string) => scheduleMessage(rooms.deps, dora, customer.roomId, asked({ channelId, text, sendAt: null }));
    const held = await keep('One');
    await undoSeconds(0);
    const behind = await keep('Two');
    expect(behind.sendAt).toBe(held.sendAt);
    await sendSms(rooms.deps, dora, { roomId: customer.roomId, channelId, text: 'Three', clientMessageId: messageId() });
    roomId = customer.roomId;
    expect(await said()).toEqual(['One', 'Two', 'Three']);
  });
});

describe('what was taken back', () => {
  it('is looked after by the draft that is saved with its words, in the same moment, and by nobody else’s', async () => {
    const [mine, other] = [await later(), await later()];
    for (const { id } of [mine, other]) await become(id, 'TAKEN_BACK');
    const save = {
      text: 'Any news?',
      attachments: [],
      clientMessageId: messageId(),
      windowId: messageId(),
      save: 1,
      base: 0,
      typedAgo: 0,
      aside: [],
      settled: [mine.id, 'no id'],
    };
    const place = { roomId, channelId: visitor.contactChannelId };
    await saveDraft(rooms.deps, petar, place, { ...save, settled: [other.id] });
    const screen = await rooms.screenOf(dora);
    await saveDraft(rooms.deps, dora, place, save);
    expect((await list()).map(({ id }) => id)).toEqual([other.id]);
    expect(screen.of('ScheduledChanged')).toEqual([{ roomId, authorId: dora.userId }]);
    await saveDraft(rooms.deps, dora, place, { ...save, save: 2 });
    expect(screen.of('ScheduledChanged')).toHaveLength(1);
  });
});

describe('what goes at once under the id of a message for later', () => {
  const atOnce = (clientMessageId: string, more: { text?: string } = {}) =>
    sendText(rooms.deps, dora, { roomId, channelId: visitor.contactChannelId, text: 'Any news?', clientMessageId, ...more });

  it.each([
    ['a message for later', later],
    ['one that can be taken back', sent],
  ])('is refused while it waits and once it was sent: %s', async (_which, keep) => {
    await undoSeconds(10);
    const kept = await keep();
    expect(await refusalOf(atOnce(kept.clientMessageId))).toBe('CLIENT_MESSAGE_ID_USED');
    expect(await refusalOf(sendNote(rooms.deps, dora, { roomId, text: 'Any news?', clientMessageId: kept.clientMessageId }))).toBe(
      'CLIENT_MESSAGE_ID_USED',
    );
    expect(await said()).toEqual([]);
    await comes(kept.id);
    await workAll();
    // What could be taken back is answered as what was stored under its id.
    expect(await refusalOf(atOnce(kept.clientMessageId))).toBe(kept.isUndo ? null : 'CLIENT_MESSAGE_ID_USED');
    expect(await said()).toEqual(['Any news?']);
  });

  it('leaves its file to be sent with it', async () => {
    const fileIds = [await uploaded(dora, 'one.txt')];
    const kept = await later({ text: null, fileIds });
    const send = { roomId, channelId: visitor.contactChannelId, text: null, fileId: fileIds[0] as string };
    const [refused] = await Promise.allSettled([
      sendFile(rooms.deps, dora, 'FILE', { ...send, clientMessageId: kept.clientMessageId }),
      atOnce(messageId(), { text: 'Beside it' }),
    ]);
    expect(refused).toMatchObject({ status: 'rejected', reason: { key: 'CLIENT_MESSAGE_ID_USED' } });
    await comes(kept.id);
    await workAll();
    expect(await said()).toEqual(['Beside it', 'one.txt']);
  });

  it('of two that come at the same moment one is stored, whichever is first', async () => {
    const waiting = async () => {
      // Within a transaction it tells only of those who were there at first.
      await owner.query('select pg_stat_clear_snapshot()');
      const { rows } = await owner.query<{ count: string }>(
        `select count(*) from pg_locks l join pg_stat_activity a on a.pid = l.pid where not l.granted and a.datname = current_database()`,
      );
      return Number(rows[0]?.count);
    };
    const clientMessageIds = [messageId(), messageId()];
    for (const [place, clientMessageId] of clientMessageIds.entries()) {
      const text = `Round ${place}`;
      const asks = [() => later({ clientMessageId, text }), () => atOnce(clientMessageId, { text })];
      await owner.query('begin');
      const asked: Promise<unknown>[] = [];
      try {
        await owner.query('select from rooms where id = $1 for no key update', [roomId]);
        for (const ask of place === 0 ? asks : asks.toReversed()) {
          asked.push(refusalOf(ask()));
          await until(waiting, (now) => now === asked.length);
        }
      } finally {
        await owner.query('commit');
      }
      expect(await Promise.all(asked)).toEqual([null, 'CLIENT_MESSAGE_ID_USED']);
    }
    await comes(...(await list()).map(({ id }) => id));
    await workAll();
    expect((await said()).toSorted()).toEqual(['Round 0', 'Round 1']);
  });

  it('goes once it was cancelled, which is then not taken back', async () => {
    const kept = await later();
    await become(kept.id, 'CANCELLED');
    await atOnce(kept.clientMessageId);
    expect(await refusalOf(become(kept.id, 'WAITING'))).toBe('SCHEDULED_SETTLED');
    await comes(kept.id);
    await workAll();
    expect(await said()).toEqual(['Any news?']);
  });

  it('is refused where a provider brings it', async () => {
    const customer = await givenCustomer(rooms.deps, dora, 'SMS', await givenApplication(database.db, account, 'SMS'));
    const { contactChannelId: channelId } = customer;
    const sms = { roomId: customer.roomId, channelId, text: 'By SMS' };
    await sendSms(rooms.deps, dora, { ...sms, clientMessageId: messageId() });
    const kept = await scheduleMessage(rooms.deps, dora, customer.roomId, asked({ channelId, text: 'By SMS' }));
    expect(await refusalOf(sendSms(rooms.deps, dora, { ...sms, clientMessageId: kept.clientMessageId }))).toBe('CLIENT_MESSAGE_ID_USED');
  });
});

describe('when the customer writes first', () => {
  it('what was to be sent unless they did is cancelled with their message, and its author is told; everything else waits on', async () => {
    const [unless, whatever] = [await later({ unlessCustomerWrites: true }), await later()];
    await sendText(rooms.deps, dora, { roomId, channelId: visitor.contactChannelId, text: 'Hi', clientMessageId: messageId() });
    expect(await rowOf(unless.id)).toMatchObject({ state: 'WAITING' });
    await customerSays('I am here again');
    expect(await rowOf(unless.id)).toMatchObject({ state: 'CANCELLED', reason: 'SCHEDULED_CUSTOMER_WROTE' });
    const screen = await rooms.screenOf(dora);
    await workAll();
    expect(await toldOf(dora)).toMatchObject([{ kind: 'SCHEDULED_OVERTAKEN' }]);
    expect(screen.of('ScheduledChanged')).toEqual([{ roomId, authorId: dora.userId }]);
    expect((await list()).map(({ id, state }) => [id, state])).toEqual([
      [unless.id, 'CANCELLED'],
      [whatever.id, 'WAITING'],
    ]);
    expect((await list(petar)).map(({ id }) => id)).toEqual([whatever.id]);
    expect(await roomsWithScheduled(reader(), dora)).toEqual([
      { roomId, channelId: whatever.channelId, nextAt: whatever.sendAt, hasUnsent: true },
    ]);
    await become(unless.id, 'DISMISSED');
    expect((await list()).map(({ id }) => id)).toEqual([whatever.id]);
    await workAll();
    expect(await toldOf(dora)).toHaveLength(1);
  });

  it('and begins a conversation anew, it is cancelled too', async () => {
    const unless = await later({ unlessCustomerWrites: true });
    await resolveAs(rooms.deps, dora, roomId);
    await customerSays('One more thing');
    expect(await rowOf(unless.id)).toMatchObject({ state: 'CANCELLED', reason: 'SCHEDULED_CUSTOMER_WROTE' });
  });
});

describe('what cannot be sent at its time', () => {
  it.each([
    ['the conversation was resolved', () => resolveAs(rooms.deps, dora, roomId), 'CONVERSATION_RESOLVED'],
    ['its author does not hold it any more', handToEmil, 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_NOT_PARTICIPANT'],
    [
      'its author works here no more',
      () => reader().updateTable('users').set({ active: false }).where('id', '=', dora.userId).execute(),
      'SCHEDULED_AUTHOR_LEFT',
    ],
    [
      'its file was thrown away',
      () => sql`update files set state = 'GOING' where user_id = ${dora.userId}`.execute(reader()),
      'FILE_NOT_FOUND',
    ],
  ])('is said to its author: %s', async (_why, happens, reason) => {
    const kept = await later({ fileIds: [await uploaded()] });
    await happens();
    await comes(kept.id);
    await workAll();
    expect(await said()).toEqual([]);
    expect(await rowOf(kept.id)).toMatchObject({ state: 'FAILED', reason, due_at: null });
    expect(await toldOf(dora)).toEqual([{ kind: 'SCHEDULED_NOT_SENT', by_name: '' }]);
    await workAll();
    expect(await toldOf(dora)).toHaveLength(1);
  });

  it('of who works here no more is said to who holds the conversation, by the name of its author', async () => {
    const leaves = () => reader().updateTable('users').set({ active: false }).where('id', '=', dora.userId).execute();
    const kept = await later();
    await handToEmil();
    await leaves();
    await comes(kept.id);
    await workAll();
    expect(await rowOf(kept.id)).toMatchObject({ state: 'FAILED', reason: 'SCHEDULED_AUTHOR_LEFT' });
    expect(await toldOf(emil)).toEqual([{ kind: 'SCHEDULED_NOT_SENT', by_name: 'Dora Test' }]);
    expect(await toldOf(dora)).toEqual([{ kind: 'SCHEDULED_NOT_SENT', by_name: '' }]);
    expect(await toldOf(petar)).toEqual([]);
  });

  it('of who works here no more is said to those who oversee where nobody holds the conversation, and stands in the room until one of them has seen to it', async () => {
    const ana = await account.agent('Ana', { role: 'admin', inQueue: false });
    const seenBy = async (of: Actor) => (await list(of)).map(({ text, state, isAuthorGone }) => [text, state, isAuthorGone]);
    const kept = await later({ text: 'Your lamp is ready' });
    expect(await seenBy(petar)).toEqual([['Your lamp is ready', 'WAITING', false]]);
    await resolveAs(rooms.deps, dora, roomId);
    await reader().updateTable('users').set({ active: false }).where('id', '=', dora.userId).execute();
    expect(await seenBy(petar)).toEqual([['Your lamp is ready', 'WAITING', true]]);
    await comes(kept.id);
    await workAll();
    expect(await rowOf(kept.id)).toMatchObject({ state: 'FAILED', reason: 'SCHEDULED_AUTHOR_LEFT' });
    for (const one of [petar, ana]) {
      expect(await toldOf(one)).toEqual([{ kind: 'SCHEDULED_NOT_SENT', by_name: 'Dora Test' }]);
      expect(await seenBy(one)).toEqual([['Your lamp is ready', 'FAILED', true]]);
    }
    expect(await toldOf(emil)).toEqual([]);
    await expect(become(kept.id, 'DISMISSED', emil)).rejects.toMatchObject({ key: 'SCHEDULED_NOT_YOURS' });
    await become(kept.id, 'DISMISSED', petar);
    expect(await seenBy(ana)).toEqual([]);
  });

  it('is told beforehand where its author is deactivated, and is told otherwise where they are activated', async () => {
    await later();
    const screen = await rooms.screenOf(petar);
    await tellScheduledOf(rooms.deps, account.accountId, dora.userId);
    expect(screen.of('ScheduledChanged')).toEqual([{ roomId, authorId: dora.userId }]);
  });

  it('for a fault of ours is tried again, and given up in the end', async () => {
    const kept = await later();
    await comes(kept.id);
    const broken = { ...rooms.deps, channels: { ...rooms.deps.channels } };
    await owner.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'a fault of ours'; end $$;
       create trigger refuse before insert on events for each row execute function refuse()`,
    );
    try {
      const [claim] = await claimScheduled(broken, 10);
      await settleScheduled(broken, log, claim as NonNullable<typeof claim>);
      expect(await rowOf(kept.id)).toMatchObject({ state: 'WAITING', tries: 1 });
      expect(await work()).toBe(0);
      await sql`update scheduled_messages set due_at = clock_timestamp(), tries = ${MOST_TRIES - 1} where id = ${kept.id}`.execute(
        reader(),
      );
      await work();
      expect(await rowOf(kept.id)).toMatchObject({ state: 'FAILED', reason: 'ERROR_DEFAULT_MESSAGE' });
    } finally {
      await owner.query('drop trigger refuse on events; drop function refuse()');
    }
    expect(await toldOf(dora)).toMatchObject([{ kind: 'SCHEDULED_NOT_SENT' }]);
  });
});

describe('who may change it', () => {
  it('its author sends it now, cancels it, takes that back, and goes on writing it', async () => {
    const [now, cancelled, edited] = [await later({ text: 'Now' }), await later({ text: 'Never' }), await later({ text: 'Not so' })];
    expect(await become(now.id, 'SENT')).toMatchObject({ state: 'SENT' });
    expect(await become(now.id, 'SENT')).toMatchObject({ state: 'SENT' });
    expect(await said()).toEqual(['Now']);
    expect(await refusalOf(become(now.id, 'CANCELLED'))).toBe('SCHEDULED_SETTLED');
    expect(await refusalOf(become(now.id, 'TAKEN_BACK'))).toBe('SCHEDULED_SETTLED');
    expect(await refusalOf(become(now.id, 'WAITING'))).toBe('SCHEDULED_SETTLED');
    await become(cancelled.id, 'CANCELLED');
    await become(cancelled.id, 'CANCELLED');
    expect((await list()).map(({ text }) => text)).toEqual(['Not so']);
    expect(await become(cancelled.id, 'WAITING')).toMatchObject({ state: 'WAITING', reason: null });
    expect(await become(edited.id, 'TAKEN_BACK')).toMatchObject({ state: 'CANCELLED', reason: 'SCHEDULED_TAKEN_BACK', text: 'Not so' });
    expect(await become(edited.id, 'TAKEN_BACK')).toMatchObject({ text: 'Not so' });
    // Its words are nowhere else until the window has them.
    expect((await list()).map(({ text }) => text).toSorted()).toEqual(['Never', 'Not so']);
    await become(edited.id, 'DISMISSED');
    expect(await refusalOf(become(edited.id, 'TAKEN_BACK'))).toBeNull();
    expect(await refusalOf(become(edited.id, 'WAITING'))).toBe('SCHEDULED_SETTLED');
    await comes(cancelled.id, edited.id);
    await workAll();
    expect(await said()).toEqual(['Now', 'Never']);
    expect(await toldOf(dora)).toEqual([]);
  });

  it('who holds the conversation and supervisors cancel it, and its author is told by whom; nobody else', async () => {
    const [one, two] = [await later(), await later()];
    expect(await refusalOf(become(one.id, 'CANCELLED', emil))).toBe('ROOM_NOT_FOUND');
    for (const to of ['SENT', 'TAKEN_BACK', 'DISMISSED'] as const)
      expect(await refusalOf(become(one.id, to, petar))).toBe('SCHEDULED_NOT_YOURS');
    await become(one.id, 'CANCELLED', petar);
    expect(await toldOf(dora)).toEqual([{ kind: 'SCHEDULED_CANCELLED', by_name: 'Petar Test' }]);
    expect((await list()).map(({ id, reason }) => [id, reason])).toEqual([
      [one.id, 'SCHEDULED_CANCELLED_BY_COLLEAGUE'],
      [two.id, null],
    ]);
    await become(one.id, 'WAITING', petar);
    await handToEmil();
    await become(two.id, 'CANCELLED', emil);
    const of = await later({}, emil);
    expect(await refusalOf(become(of.id, 'CANCELLED'))).toBe('SCHEDULED_NOT_YOURS');
    const stranger = await account.agent('Zoe', { inQueue: false });
    expect(await refusalOf(become(one.id, 'CANCELLED', stranger))).toBe('ROOM_NOT_FOUND');
    expect(await refusalOf(changeScheduled(rooms.deps, petar, { roomId, scheduledId: dora.userId }, { become: 'CANCELLED' }))).toBe(
      'SCHEDULED_NOT_FOUND',
    );
  });

  it('what its author gave up no colleague has back; nor does it wait again once the customer wrote, who was to keep it from going', async () => {
    const [own, theirs, unless] = [await later(), await later(), await later({ unlessCustomerWrites: true })];
    await become(own.id, 'CANCELLED');
    expect(await refusalOf(become(own.id, 'CANCELLED', petar))).toBe('SCHEDULED_SETTLED');
    expect(await refusalOf(become(own.id, 'WAITING', petar))).toBe('SCHEDULED_SETTLED');
    await become(theirs.id, 'CANCELLED', petar);
    await become(theirs.id, 'WAITING', petar);
    await become(theirs.id, 'CANCELLED', petar);
    await become(theirs.id, 'DISMISSED');
    expect(await refusalOf(become(theirs.id, 'WAITING', petar))).toBe('SCHEDULED_SETTLED');
    await become(unless.id, 'CANCELLED');
    await customerSays('I am here again');
    expect(await refusalOf(become(unless.id, 'WAITING'))).toBe('SCHEDULED_SETTLED');
    await become(own.id, 'WAITING');
    expect(await rowOf(own.id)).toMatchObject({ state: 'WAITING' });
  });

  it('a cancelled one does not wait again once its time has passed; what is settled is forgotten after a month', async () => {
    const kept = await later();
    await become(kept.id, 'CANCELLED');
    const scheduledId = kept.id;
    const after = Date.parse(kept.sendAt) + 1;
    expect(await refusalOf(changeScheduled(rooms.deps, dora, { roomId, scheduledId }, { become: 'WAITING' }, after))).toBe(
      'SCHEDULED_TIME_PASSED',
    );
    await forgetOldWork({}, job());
    expect(await rowOf(kept.id)).toMatchObject({ state: 'CANCELLED' });
    await sql`update scheduled_messages set settled_at = now() - interval '31 days' where id = ${kept.id}`.execute(reader());
    await forgetOldWork({}, job());
    expect(await reader().selectFrom('scheduled_messages').select('id').where('id', '=', kept.id).execute()).toEqual([]);
  });
});

describe('a message that was sent and can be taken back', () => {
  it('waits ten seconds where the account says so, told to its author alone, and goes in order', async () => {
    await undoSeconds(10);
    const [screen, others] = [await rooms.screenOf(dora), await rooms.screenOf(petar)];
    const before = Date.now();
    const [one, two] = [await sent({ text: 'One' }), await sent({ text: 'Two' })];
    expect(Date.parse(one.sendAt) - before).toBeGreaterThanOrEqual(10_000);
    expect(Date.parse(one.sendAt) - before).toBeLessThan(20_000);
    expect(await list()).toMatchObject([{ isUndo: true }, { isUndo: true }]);
    expect(await list(petar)).toEqual([]);
    expect(await roomsWithScheduled(reader(), dora)).toEqual([]);
    expect((await undoableOf(reader(), dora)).map(({ text }) => text)).toEqual(['One', 'Two']);
    expect(await undoableOf(reader(), petar)).toEqual([]);
    expect(screen.of('ScheduledChanged')).toHaveLength(2);
    expect(others.of('ScheduledChanged')).toHaveLength(0);
    expect(await refusalOf(become(one.id, 'CANCELLED', petar))).toBe('SCHEDULED_NOT_FOUND');
    expect(await work()).toBe(0);
    await sql`update scheduled_messages set send_at = send_at - interval '1 minute', due_at = due_at - interval '1 minute'`.execute(
      reader(),
    );
    await workAll();
    expect(await said()).toEqual(['One', 'Two']);
    expect(await undoableOf(reader(), dora)).toEqual([]);
    const keys = await reader().selectFrom('client_sends').select('client_message_id').where('sender_id', '=', dora.userId).execute();
    const known = [one, two].flatMap(({ clientMessageId }) => [clientMessageId, `${BY_CLOCK}${clientMessageId}`]);
    expect(keys.map((row) => row.client_message_id).toSorted()).toEqual(known.toSorted());
    // A window that heard no answer sends it again.
    const again = { roomId, channelId: visitor.contactChannelId, text: 'One', clientMessageId: one.clientMessageId };
    await sendText(rooms.deps, dora, again);
    expect(await said()).toEqual(['One', 'Two']);
  });

  it('does not say that its author has seen what the customer wrote before it went', async () => {
    await undoSeconds(10);
    await sendText(rooms.deps, dora, { roomId, channelId: visitor.contactChannelId, text: 'Hi', clientMessageId: messageId() });
    await sent({ text: 'I shall look' });
    await customerSays('Are you there?');
    await sql`update scheduled_messages set send_at = now(), due_at = now()`.execute(reader());
    await workAll();
    expect(await missed()).toBe(1);
  });

  it('is never sent once it was taken back, and is due at once where nothing can be', async () => {
    await undoSeconds(10);
    const slip = await sent({ text: 'A slip' });
    await become(slip.id, 'TAKEN_BACK');
    await undoSeconds(0);
    await sent({ text: 'At once' });
    await workAll();
    await comes(slip.id);
    await workAll();
    expect(await said()).toEqual(['At once']);
  });

  it('goes before the conversation is resolved, and whoever holds it by then', async () => {
    await undoSeconds(10);
    const bye = await sent({ text: 'Goodbye' });
    const waits = await later();
    await resolveAs(rooms.deps, dora, roomId);
    expect(await said()).toEqual(['Goodbye']);
    expect(await rowOf(bye.id)).toMatchObject({ state: 'SENT' });
    expect(await rowOf(waits.id)).toMatchObject({ state: 'WAITING' });
    const types = await reader().selectFrom('events').select('type').where('room_id', '=', roomId).orderBy('seq').execute();
    expect(types.slice(-2).map(({ type }) => type)).toEqual(['MESSAGE', 'RESOLVE']);

    await customerSays('Once more');
    await takeAs(rooms.deps, dora, roomId);
    const last = await sent({ text: 'I hand you over' });
    await handToEmil();
    await customerSays('Fine');
    await comes(last.id);
    await workAll();
    expect(await said()).toEqual(['Goodbye', 'I hand you over']);
  });
});

describe('what its author had sent who works here no more', () => {
  const leaves = () => reader().updateTable('users').set({ active: false }).where('id', '=', dora.userId).execute();

  it.each([
    ['at its time', (id: string) => comes(id).then(workAll)],
    ['before the conversation is resolved', () => handToEmil().then(() => resolveAs(rooms.deps, emil, roomId))],
  ])('goes all the same, under their name: %s', async (_when, happens) => {
    await undoSeconds(10);
    const bye = await sent({ text: 'Goodbye' });
    await leaves();
    await happens(bye.id);
    expect(await said()).toEqual(['Goodbye']);
    expect(await rowOf(bye.id)).toMatchObject({ state: 'SENT' });
    expect(await toldOf(dora)).toEqual([]);
  });

  it('begins no conversation that nobody would hold', async () => {
    await undoSeconds(10);
    const customer = await givenCustomer(rooms.deps, dora, 'SMS', await givenApplication(database.db, account, 'SMS'));
    await resolveAs(rooms.deps, dora, customer.roomId);
    const { contactChannelId: channelId } = customer;
    const kept = await scheduleMessage(rooms.deps, dora, customer.roomId, asked({ channelId, sendAt: null }));
    await leaves();
    await comes(kept.id);
    await workAll();
    expect(await rowOf(kept.id)).toMatchObject({ state: 'FAILED', reason: 'SCHEDULED_AUTHOR_LEFT' });
  });
});

describe('before a conversation is resolved or handed on', () => {
  it('it is told how many messages wait in it: scheduled by anybody, just sent by whoever asks; and of no room out of sight', async () => {
    await undoSeconds(10);
    const { id } = await reader().selectFrom('conversations').select('id').where('room_id', '=', roomId).executeTakeFirstOrThrow();
    await later();
    const cancelled = await later();
    await become(cancelled.id, 'CANCELLED');
    await sent({ text: 'Just now' });
    const stranger = await (await givenAccount(database.db, 'Orion')).agent('Ivan', { role: 'admin' });
    const told = (actor: Actor, ids = [id]) => waitingIn(database.db.reader(actor.accountId), actor, ids);
    expect(await told(dora)).toEqual({ scheduled: 1, starting: 0, undoable: 1 });
    expect(await told(petar)).toEqual({ scheduled: 1, starting: 0, undoable: 0 });
    expect(await told(stranger)).toEqual({ scheduled: 0, starting: 0, undoable: 0 });
    const nobody = await account.agent('Nobody', { inQueue: false });
    expect(await told(nobody)).toEqual({ scheduled: 0, starting: 0, undoable: 0 });
    await resolveAs(rooms.deps, dora, roomId);
    expect(await told(dora)).toEqual({ scheduled: 0, starting: 0, undoable: 0 });
  });
});

describe('by SMS, where sending begins a conversation', () => {
  const holders = async (room: string) =>
    (
      await reader().selectFrom('conversations').select(['state', 'assigned_user_id']).where('room_id', '=', room).orderBy('id').execute()
    ).map(({ state, assigned_user_id }) => [state, assigned_user_id]);
  async function resolved() {
    const customer = await givenCustomer(rooms.deps, dora, 'SMS', await givenApplication(database.db, account, 'SMS'));
    await resolveAs(rooms.deps, dora, customer.roomId);
    return { room: customer.roomId, channelId: customer.contactChannelId };
  }

  it('a message for later may be written while there is none, and begins one at its time, held by its author', async () => {
    const { room, channelId } = await resolved();
    const kept = await scheduleMessage(rooms.deps, dora, room, asked({ channelId }));
    expect(await holders(room)).toEqual([['RESOLVED', dora.userId]]);
    await comes(kept.id);
    await workAll();
    expect(await rowOf(kept.id)).toMatchObject({ state: 'SENT' });
    expect(await holders(room)).toEqual([
      ['RESOLVED', dora.userId],
      ['ASSIGNED', dora.userId],
    ]);
  });

  it('goes into the one that its author has begun meanwhile', async () => {
    const { room, channelId } = await resolved();
    const kept = await scheduleMessage(rooms.deps, dora, room, asked({ channelId }));
    await sendSms(rooms.deps, dora, { roomId: room, channelId, text: 'Now', clientMessageId: messageId() });
    await comes(kept.id);
    await workAll();
    expect(await rowOf(kept.id)).toMatchObject({ state: 'SENT' });
    expect(await holders(room)).toHaveLength(2);
  });

  it('what was written into a conversation begins no other when that has ended', async () => {
    const customer = await givenCustomer(rooms.deps, dora, 'SMS', await givenApplication(database.db, account, 'SMS'));
    const kept = await scheduleMessage(rooms.deps, dora, customer.roomId, asked({ channelId: customer.contactChannelId }));
    await resolveAs(rooms.deps, dora, customer.roomId);
    await comes(kept.id);
    await workAll();
    expect(await rowOf(kept.id)).toMatchObject({ state: 'FAILED', reason: 'CONVERSATION_RESOLVED' });
    expect(await holders(customer.roomId)).toEqual([['RESOLVED', dora.userId]]);
  });
});

describe('whatever happens at once', () => {
  type Act = 'customer' | 'work' | 'work twice' | 'cancel' | 'now' | 'take back' | 'resolve' | 'again';
  const act: fc.Arbitrary<Act> = fc.constantFrom('customer', 'work', 'work twice', 'cancel', 'now', 'take back', 'resolve', 'again');

  it('each is stored once or not at all, and its row says which', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (rounds, unless) => {
          account = await givenAccount(database.db);
          dora = await account.agent('Dora');
          visitor = await account.visitor('Maria');
          roomId = visitor.roomId;
          await customerSays('Hello');
          await takeAs(rooms.deps, dora, roomId);
          await undoSeconds(10);
          const asks = [asked({ text: 'Later', unlessCustomerWrites: unless }), asked({ text: 'Undo', sendAt: null })];
          const kept = await Promise.all(asks.map((one) => scheduleMessage(rooms.deps, dora, roomId, one)));
          const ids = kept.map(({ id }) => id);
          const passing = (promise: Promise<unknown>) =>
            promise.catch((error: unknown) => {
              if (!(error instanceof Problem)) throw error;
            });
          const doing: Record<Act, () => Promise<unknown>> = {
            customer: () => customerSays('Me'),
            work: () => comes(...ids).then(work),
            'work twice': () => comes(...ids).then(() => Promise.all([work(), work()])),
            cancel: () => passing(become(ids[0] as string, 'CANCELLED')),
            now: () => passing(become(ids[0] as string, 'SENT')),
            'take back': () => passing(become(ids[1] as string, 'TAKEN_BACK')),
            resolve: () => passing(resolveAs(rooms.deps, dora, roomId)),
            again: () => Promise.all(asks.map((one) => passing(scheduleMessage(rooms.deps, dora, roomId, one)))),
          };
          for (const round of rounds) await Promise.all(round.map((one) => doing[one]()));
          await comes(...ids);
          await sql`update scheduled_messages set due_at = clock_timestamp() where due_at is not null`.execute(reader());
          await workAll();
          const rows = await Promise.all(ids.map(rowOf));
          const words = await said();
          for (const [place, text] of ['Later', 'Undo'].entries()) {
            expect(rows[place]?.state).not.toBe('WAITING');
            expect(rows[place]?.due_at).toBeNull();
            expect(words.filter((one) => one === text)).toHaveLength(rows[place]?.state === 'SENT' ? 1 : 0);
          }
          // Nothing that was not sent by another's hand is silent.
          const silent = rows.filter(({ state, reason }) => state === 'FAILED' || reason === 'SCHEDULED_CUSTOMER_WROTE').length;
          expect(await toldOf(dora)).toHaveLength(silent);
        },
      ),
      { numRuns: 25 },
    );
  });
});
