import type { RoomEvent } from '@parley/contract';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import { givenTimeslot } from '../../test/timeslots.ts';
import type { Actor } from '../accounts/index.ts';
import { createLocalBus } from '../platform/bus.ts';
import { newId } from '../platform/clock.ts';
import type { Tx } from '../platform/database.ts';
import { openLog } from '../platform/log.ts';
import { receiveText } from '../rooms/index.ts';
import { newestEvents } from '../rooms/reading/history.ts';
import { giveOut, startGivingOut } from './give-out.ts';
import { moveOn } from './overflow.ts';

const MINUTE = 60_000;
/** Ten o’clock on a Monday in London, an hour after the timeslot of the tests opens. */
const TEN = Date.parse('2026-12-07T10:00Z');
const NIGHT = Date.parse('2026-12-07T03:00Z');

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;
let repairs: string;
const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const one of databases) await one.drop();
});

const inAccount = <T>(work: (tx: Tx) => Promise<T>) => database.db.inAccount(account.accountId, work);
const setQueue = (id: string, columns: { overflow_queue_id?: string | null; overflow_minutes?: number; timeslot_id?: string | null }) =>
  inAccount((tx) => tx.updateTable('queues').set(columns).where('id', '=', id).execute());

beforeEach(async () => {
  database = await freshDatabase();
  databases.push(database);
  account = await givenAccount(database.db);
  rooms = givenRooms(database.db);
  repairs = newId();
  await inAccount((tx) => tx.insertInto('queues').values({ id: repairs, account_id: account.accountId, name: 'Repairs' }).execute());
  await setQueue(account.queueId, { overflow_queue_id: repairs, overflow_minutes: 5 });
});

/** Writes as if it were `at`, and answers the room. */
async function write(name: string, at = TEN): Promise<string> {
  const visitor = await account.visitor(name);
  await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
  await inAccount((tx) =>
    tx
      .updateTable('waiting')
      .set({ entered_at: new Date(at).toISOString() })
      .where('room_id', '=', visitor.roomId)
      .execute(),
  );
  return visitor.roomId;
}
const waiting = () =>
  inAccount((tx) =>
    tx
      .selectFrom('waiting as w')
      .innerJoin('conversations as c', 'c.id', 'w.conversation_id')
      .select(['w.room_id', 'w.queue_id', 'w.passed', 'c.queue_id as of_conversation'])
      .orderBy('w.place')
      .execute(),
  );
const move = (now: number) => moveOn(database.db, account.accountId, now);
const openFromNine = async () => {
  const id = await givenTimeslot(database.db, account.accountId);
  await inAccount((tx) => tx.updateTable('timeslots').set({ timezone: 'Europe/London' }).where('id', '=', id).execute());
  return id;
};
async function readyIn(queueId: string): Promise<Actor> {
  const agent = await account.agent('Dora', { inQueue: false });
  await inAccount(async (tx) => {
    const member = { account_id: account.accountId, user_id: agent.userId };
    await tx
      .insertInto('queue_members')
      .values({ ...member, queue_id: queueId })
      .execute();
    await tx
      .insertInto('presence_leases')
      .values({ ...member, server_id: newId() })
      .execute();
    await tx.updateTable('user_presence').set({ chat_status: 'ready' }).where('user_id', '=', agent.userId).execute();
  });
  return agent;
}

describe('what waits longer than its queue lets it', () => {
  it('goes on into the next queue with its place, is seen by its agents, and says so; what is younger stays', async () => {
    const dora = await readyIn(repairs);
    const [old, young] = [await write('Old', TEN - 5 * MINUTE), await write('Young', TEN - 4 * MINUTE)];
    expect(await move(TEN - 1)).toEqual({ moved: 0, hasMore: false, dueAt: TEN });
    expect(await move(TEN)).toEqual({ moved: 1, hasMore: false, dueAt: TEN + MINUTE });
    expect(await waiting()).toEqual([
      { room_id: old, queue_id: repairs, passed: [account.queueId], of_conversation: repairs },
      { room_id: young, queue_id: account.queueId, passed: [], of_conversation: account.queueId },
    ]);
    expect(await giveOut(database.db, account.accountId, TEN)).toMatchObject({ given: 1 });
    const page = { roomId: old, privateMessages: false, size: 10 };
    const { content } = await newestEvents(database.db.reader(account.accountId), dora, page);
    const entries = content.map((json) => JSON.parse(json) as RoomEvent).filter(({ eventData }) => eventData.type === 'ENTER_QUEUE');
    expect(entries.map(({ eventData }) => [eventData.modifiedValue, eventData.reason, eventData.assignment?.cameFrom])).toEqual([
      ['General', 'QUEUE_REASON_DEFAULT', undefined],
      ['Repairs', 'QUEUE_REASON_OVERFLOW', { id: account.queueId, name: 'General', because: 'WAITED' }],
    ]);
  });

  it('stands in the next queue where it stood by when it began to wait', async () => {
    const [first, second] = [await write('First', TEN - 9 * MINUTE), await write('Second', TEN - 8 * MINUTE)];
    await inAccount((tx) => sql`update waiting set queue_id = ${repairs} where room_id = ${second}`.execute(tx));
    await inAccount((tx) => tx.updateTable('conversations').set({ queue_id: repairs }).where('room_id', '=', second).execute());
    await move(TEN);
    const agent = await readyIn(repairs);
    await inAccount((tx) =>
      sql`update accounts set settings = '{"capacityWeights": {"LIVECHAT": 100}}' where id = ${account.accountId}`.execute(tx),
    );
    expect((await giveOut(database.db, account.accountId, TEN)).given).toBe(1);
    const held = await inAccount((tx) =>
      tx.selectFrom('conversations').select('room_id').where('assigned_user_id', '=', agent.userId).execute(),
    );
    expect(held).toEqual([{ room_id: first }]);
  });

  it('never comes back into a queue that it left, though two overflow into one another', async () => {
    await setQueue(repairs, { overflow_queue_id: account.queueId, overflow_minutes: 1 });
    const roomId = await write('Vera', TEN - 5 * MINUTE);
    expect((await move(TEN)).moved).toBe(1);
    for (const later of [1, 10, 1000]) expect(await move(TEN + later * MINUTE)).toEqual({ moved: 0, hasMore: false, dueAt: null });
    expect(await waiting()).toMatchObject([{ room_id: roomId, queue_id: repairs }]);
  });

  it('is moved once, though two processes look at the same moment, and not when somebody has it', async () => {
    for (let count = 0; count < 6; count++) await write(`Visitor ${count}`, TEN - 6 * MINUTE);
    const moved = await Promise.all([move(TEN), move(TEN), move(TEN)]);
    expect(moved.reduce((sum, one) => sum + one.moved, 0)).toBe(6);
    expect((await waiting()).every(({ queue_id: id, passed }) => id === repairs && passed.length === 1)).toBe(true);
  });
});

describe('what waits where nobody is there at this hour', () => {
  it('goes on at once and says so, past a queue that is closed as well', async () => {
    const night = newId();
    await inAccount((tx) => tx.insertInto('queues').values({ id: night, account_id: account.accountId, name: 'Night' }).execute());
    const byDay = await openFromNine();
    await setQueue(account.queueId, { timeslot_id: byDay });
    await setQueue(repairs, { timeslot_id: byDay, overflow_queue_id: night });
    const roomId = await write('Vera', NIGHT);
    expect(await move(NIGHT)).toMatchObject({ moved: 1 });
    expect(await waiting()).toMatchObject([{ room_id: roomId, queue_id: night, passed: [account.queueId] }]);
    const reasons = await inAccount((tx) =>
      tx.selectFrom('events').select('reason').where('type', '=', 'ENTER_QUEUE').orderBy('seq').execute(),
    );
    expect(reasons.map(({ reason }) => reason)).toEqual(['QUEUE_REASON_DEFAULT', 'QUEUE_REASON_OVERFLOW_CLOSED']);
  });

  it('waits as long as everybody from the opening on, though it came in the night', async () => {
    await setQueue(account.queueId, { timeslot_id: await openFromNine() });
    await setQueue(repairs, { timeslot_id: null });
    const roomId = await write('Vera', NIGHT);
    // The next queue is made only in the morning, so that nothing could go on in the night.
    const nine = TEN - 60 * MINUTE;
    expect(await move(nine)).toEqual({ moved: 0, hasMore: false, dueAt: nine + 5 * MINUTE });
    expect(await move(nine + 5 * MINUTE - 1)).toMatchObject({ moved: 0 });
    expect(await waiting()).toMatchObject([{ room_id: roomId, queue_id: account.queueId }]);
    expect(await move(nine + 5 * MINUTE)).toMatchObject({ moved: 1 });
  });

  it('stays when the next queue is closed too', async () => {
    const byDay = await openFromNine();
    await setQueue(account.queueId, { timeslot_id: byDay });
    await setQueue(repairs, { timeslot_id: byDay });
    await write('Vera', NIGHT);
    expect(await move(NIGHT)).toMatchObject({ moved: 0 });
    expect(await waiting()).toMatchObject([{ queue_id: account.queueId }]);
  });
});

it('a server that has just started moves it to the moment, of what the database says alone', async () => {
  await write('Vera', TEN);
  const begun = Date.now();
  const clock = () => TEN + 5 * MINUTE - 1000 + (Date.now() - begun);
  const bus = createLocalBus();
  const givingOut = startGivingOut(database.db, bus, openLog('silent'), clock);
  bus.publish('waiting', { accountId: account.accountId });
  const where = async () => (await waiting())[0]?.queue_id;
  expect(await where()).toBe(account.queueId);
  // Well before the sweep, which comes every 5 s.
  await expect.poll(where, { timeout: 3500, interval: 50 }).toBe(repairs);
  expect(clock()).toBeGreaterThanOrEqual(TEN + 5 * MINUTE);
  await givingOut.stop();
});

it('how long it waited is kept with what somebody takes', async () => {
  await readyIn(account.queueId);
  const roomId = await write('Vera', Date.now() - 90_000);
  await giveOut(database.db, account.accountId);
  const { waited_ms: waited } = await inAccount((tx) =>
    tx.selectFrom('conversations').select('waited_ms').where('room_id', '=', roomId).executeTakeFirstOrThrow(),
  );
  expect(waited).toBeGreaterThanOrEqual(90_000);
  expect(waited).toBeLessThan(150_000);
});
