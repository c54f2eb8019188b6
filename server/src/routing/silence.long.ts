import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { loopBack } from '../../test/loop-back/channel.ts';
import { givenApplication, givenCustomer } from '../../test/loop-back/customers.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import type { Actor } from '../accounts/index.ts';
import { notifyPeople } from '../notifications/notify.ts';
import { inRooms, receiveText, resolveAs, sendText, takeAs } from '../rooms/index.ts';
import { saveDraft } from '../rooms/room-drafts.ts';
import { scheduleMessage } from '../rooms/scheduled/schedule.ts';
import { snoozeConversation, wakeByPerson } from '../rooms/snooze.ts';
import { type KeptOpen, nothingKeptOpen, silenceTask } from './silence.ts';

const MINUTE = 60_000;

let database: TestDatabase;
let owner: pg.Pool;
let account: TestAccount;
let rooms: TestRooms;
let dora: Actor;

beforeAll(async () => {
  database = await freshDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl });
  rooms = givenRooms(database.db);
  notifyPeople(database.db, rooms.deps.hub);
  for (const type of ['SMS', 'VIBER', 'EMAIL'] as const)
    rooms.deps.channels.register(loopBack({ type, origin: 'http://127.0.0.1:9', takesKey: true }));
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});
beforeEach(async () => {
  account = await givenAccount(database.db);
  dora = await account.agent('Dora');
  await rule({ silentMinutes: 30, warningMinutes: 5 });
});

const reader = () => database.db.reader(account.accountId);
const rule = (settings: object) =>
  database.db.inAccount(account.accountId, (tx) =>
    tx
      .updateTable('accounts')
      .set({ settings: JSON.stringify(settings) })
      .where('id', '=', account.accountId)
      .execute(),
  );
/** The clock looks, so many minutes from now. */
const look = (minutes: number, keptOpen: KeptOpen = nothingKeptOpen) =>
  silenceTask(
    rooms.deps,
    keptOpen,
    () => Date.now() + minutes * MINUTE,
  )({}, { signal: new AbortController().signal, query: (text, values) => owner.query(text, values) });

/** A conversation that Dora holds. */
async function talk() {
  const visitor = await account.visitor('Maria');
  const say = (text: string) => receiveText(rooms.deps, { ...visitor, text, clientMessageId: messageId() });
  await say('Hello');
  await takeAs(rooms.deps, dora, visitor.roomId);
  const { roomId, contactChannelId: channelId } = visitor;
  const { id } = await reader().selectFrom('conversations').select('id').where('room_id', '=', roomId).executeTakeFirstOrThrow();
  const answer = (text = 'Good day') => sendText(rooms.deps, dora, { roomId, channelId, text, clientMessageId: messageId() });
  const held = { roomId, conversationId: id, expectedUserId: dora.userId };
  return { ...visitor, id, channelId, say, answer, held };
}
type Talk = Awaited<ReturnType<typeof talk>>;
const stateOf = async ({ id }: Talk) =>
  (await reader().selectFrom('conversations').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
/** What was said and done, from the newest. */
const last = async ({ roomId }: Talk) =>
  reader()
    .selectFrom('events')
    .select(['type', 'origin_type as by', 'message', 'status'])
    .where('room_id', '=', roomId)
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();

describe('a silent conversation', () => {
  it('is warned about in the customer’s language when the time has come, and resolved when the silence goes on', async () => {
    const one = await talk();
    await one.answer();
    await look(29);
    expect(await last(one)).toMatchObject({ by: 'USER' });
    await look(30.1);
    const warning = await last(one);
    expect(warning).toMatchObject({ type: 'MESSAGE', by: 'SYSTEM', status: 'SENT' });
    expect((warning.message as { text: string }).text).toContain('we will close this conversation in 5 min');
    expect(rooms.told.at(-1)?.[0]).toBe('stored');
    await look(4);
    expect(await stateOf(one)).toBe('ASSIGNED');
    const screen = await rooms.screenOf(dora);
    await look(5.1);
    expect(await stateOf(one)).toBe('RESOLVED');
    expect(await last(one)).toMatchObject({ type: 'AUTO_RESOLVE', by: 'SYSTEM' });
    expect(screen.of('Resolve')).toHaveLength(1);
    expect(screen.of('ConversationResolved')).toHaveLength(1);
    // Its holder has not ended it: nothing to wrap up, and nothing that a colleague did.
    expect(await reader().selectFrom('notifications').select('kind').where('user_id', '=', dora.userId).execute()).toEqual([]);
  });

  it('stays open when the customer or an agent says something after the warning, and is warned about anew later', async () => {
    const [one, other] = [await talk(), await talk()];
    await one.answer();
    await other.answer();
    await look(31);
    await one.say('Wait, please');
    await other.answer('Take your time');
    await look(24 * 60);
    // The customer waits for us now: that is no silence of theirs.
    expect(await stateOf(one)).toBe('ASSIGNED');
    expect(await last(one)).toMatchObject({ by: 'CUSTOMER' });
    expect(await stateOf(other)).toBe('ASSIGNED');
    expect(await last(other)).toMatchObject({ by: 'SYSTEM' });
  });

  it('is not one that waits for us, waits in a queue, sleeps, has just woken, or has a message that waits to be sent', async () => {
    const asked = await talk();
    const [asleep, woken, later] = [await talk(), await talk(), await talk()];
    for (const one of [asleep, woken, later]) await one.answer();
    const queued = await account.visitor('Ivan');
    await receiveText(rooms.deps, { ...queued, text: 'Anybody?', clientMessageId: messageId() });
    await inRooms(database.db, account.accountId, async (tx) => {
      await snoozeConversation(tx, dora, { ...asleep.held, until: null });
      await snoozeConversation(tx, dora, { ...woken.held, until: null });
    });
    await database.db.inAccount(account.accountId, (tx) =>
      tx
        .updateTable('events')
        .set({ created_at: new Date(Date.now() - 60 * MINUTE).toISOString() })
        .where('room_id', '=', woken.roomId)
        .execute(),
    );
    await inRooms(database.db, account.accountId, (tx) => wakeByPerson(tx, dora, woken.held));
    await look(29);
    expect(await stateOf(woken)).toBe('ASSIGNED');
    expect(await last(woken)).toMatchObject({ type: 'WOKEN' });
    const sendAt = new Date(Date.now() + 5 * 24 * 60 * MINUTE).toISOString();
    await scheduleMessage(
      rooms.deps,
      dora,
      later.roomId,
      {
        clientMessageId: messageId(),
        channelId: later.channelId,
        text: 'Tomorrow',
        fileIds: [],
        sendAt,
        timezone: 'Europe/Sofia',
        unlessCustomerWrites: true,
      },
      Date.now(),
    );
    await look(24 * 60);
    for (const one of [asked, asleep, later]) expect(await stateOf(one)).toBe('ASSIGNED');
    expect(await last(later)).toMatchObject({ by: 'USER' });
    const state = reader().selectFrom('rooms').select('state').where('id', '=', queued.roomId);
    expect(await state.executeTakeFirstOrThrow()).toEqual({ state: 'UNASSIGNED' });
  });

  it('stays open while its holder types the answer, before and after the warning, and not for what others have typed', async () => {
    const [typed, left] = [await talk(), await talk()];
    for (const one of [typed, left]) await one.answer();
    const ago = (minutes: number) =>
      database.db.inAccount(account.accountId, (tx) =>
        tx
          .updateTable('room_drafts')
          .set({ changed_at: new Date(Date.now() + minutes * MINUTE).toISOString() })
          .where('room_id', '=', typed.roomId)
          .execute(),
      );
    const types = (by: Actor, { roomId, channelId }: Talk) =>
      saveDraft(
        rooms.deps,
        by,
        { roomId, channelId },
        {
          text: 'I have found it:',
          clientMessageId: messageId(),
          windowId: messageId(),
          save: 1,
          base: 0,
          attachments: [],
          typedAgo: 0,
          settled: [],
          aside: [],
        },
      );
    const petar = await account.agent('Petar', { role: 'supervisor' });
    await types(petar, left);
    await types(dora, typed);
    await ago(20);
    await look(31);
    expect(await last(typed)).toMatchObject({ by: 'USER' });
    expect(await last(left)).toMatchObject({ by: 'SYSTEM' });
    await look(50.1);
    expect(await last(typed)).toMatchObject({ type: 'MESSAGE', by: 'SYSTEM' });
    // The warning is stored now, by the clock of the test: what is typed after it counts from there.
    await ago(3);
    await look(7);
    expect(await stateOf(typed)).toBe('ASSIGNED');
    expect(await stateOf(left)).not.toBe('ASSIGNED');
    await look(8.1);
    expect(await stateOf(typed)).not.toBe('ASSIGNED');
  });

  it('is resolved without a warning where the account wants none, with its own words where it has some, and never where nothing is set', async () => {
    const one = await talk();
    await one.answer();
    await rule({});
    await look(30 * 24 * 60);
    expect(await stateOf(one)).toBe('ASSIGNED');
    await rule({ silentMinutes: 30, warningMinutes: 5, warningText: 'Still here?' });
    await look(31);
    expect((await last(one)).message).toMatchObject({ text: 'Still here?' });
    const other = await talk();
    await other.answer();
    await rule({ silentMinutes: 30, warningMinutes: null });
    await look(31);
    expect([await stateOf(one), await stateOf(other)]).toEqual(['RESOLVED', 'RESOLVED']);
  });

  it.each(['SMS', 'VIBER', 'EMAIL'] as const)('is warned about over %s, too, unless the account wants none there', async (type) => {
    const application = await givenApplication(database.db, account, type);
    const written = async () => {
      const { contactChannelId, roomId, say } = await givenCustomer(rooms.deps, dora, type, application);
      await say('Good day');
      await arrived(contactChannelId);
      const { id } = await reader().selectFrom('conversations').select('id').where('room_id', '=', roomId).executeTakeFirstOrThrow();
      return { id, roomId, contactChannelId };
    };
    const arrived = (contactChannelId: string) =>
      owner.query(`update events set status = 'DELIVERED' where contact_channel_id = $1 and status = 'PENDING'`, [contactChannelId]);
    const told = ({ roomId }: { roomId: string }) =>
      reader()
        .selectFrom('events')
        .select(['type', 'origin_type as by', 'status', 'message', 'details'])
        .where('room_id', '=', roomId)
        .orderBy('seq', 'desc')
        .executeTakeFirstOrThrow();
    const one = await written();
    await look(31);
    const warning = await told(one);
    expect(warning).toMatchObject({ type: type === 'VIBER' ? 'MESSAGE' : type, by: 'SYSTEM', status: 'PENDING' });
    expect(JSON.stringify(type === 'EMAIL' ? warning.details : warning.message)).toContain('we will close this conversation in 5 min');
    // What has not arrived has warned nobody.
    await look(24 * 60);
    expect(await told(one)).toMatchObject({ by: 'SYSTEM', status: 'PENDING' });
    await arrived(one.contactChannelId);
    await look(6);
    expect(await told(one)).toMatchObject({ type: 'AUTO_RESOLVE' });

    await rule({ silentMinutes: 30, warningMinutes: 5, warnsOutsideChats: false });
    const other = await written();
    await look(31);
    expect(await told(other)).toMatchObject({ type: 'AUTO_RESOLVE' });
    // Our end was switched off: there is nothing to warn with.
    await rule({ silentMinutes: 30, warningMinutes: 5 });
    const third = await written();
    await owner.query('update channel_applications set active = false where id = $1', [application]);
    await look(31);
    expect(await told(third)).toMatchObject({ type: 'AUTO_RESOLVE' });
  });

  it('goes by its queue’s own time, where that has one; 0 is never', async () => {
    const one = await talk();
    await one.answer();
    const ofQueue = (minutes: number | null) =>
      database.db.inAccount(account.accountId, (tx) =>
        tx.updateTable('queues').set({ silent_minutes: minutes }).where('id', '=', account.queueId).execute(),
      );
    await ofQueue(0);
    await look(24 * 60);
    expect(await last(one)).toMatchObject({ by: 'USER' });
    await ofQueue(60);
    await look(59);
    expect(await last(one)).toMatchObject({ by: 'USER' });
    await look(61);
    expect(await last(one)).toMatchObject({ by: 'SYSTEM' });
  });

  it('stays open where something marks it for that', async () => {
    const one = await talk();
    await one.answer();
    await look(24 * 60, async (_tx, ids) => new Set(ids));
    expect(await last(one)).toMatchObject({ by: 'USER' });
  });

  it('is one of fifty that end at once, each once, whoever looks beside it and whoever resolves meanwhile', async () => {
    await rule({ silentMinutes: 30, warningMinutes: null });
    const all = await Promise.all(Array.from({ length: 50 }, talk));
    await Promise.all(all.map((one) => one.answer()));
    const [first, second] = all as [Talk, Talk];
    await Promise.all([look(31), look(31), ...[first, second].map((one) => resolveAs(rooms.deps, dora, one.roomId).catch(() => {}))]);
    expect(await Promise.all(all.map(stateOf))).toEqual(Array(50).fill('RESOLVED'));
    const ends = await reader().selectFrom('events').select('room_id').where('type', 'in', ['RESOLVE', 'AUTO_RESOLVE']).execute();
    expect(new Set(ends.map(({ room_id: id }) => id)).size).toBe(ends.length);
    expect(ends).toHaveLength(50);
  });
});
