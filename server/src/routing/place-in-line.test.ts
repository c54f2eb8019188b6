import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import { givenTimeslot } from '../../test/timeslots.ts';
import { newId } from '../platform/clock.ts';
import { createHub } from '../platform/hub.ts';
import { openLog } from '../platform/log.ts';
import { receiveText, takeAs } from '../rooms/index.ts';
import { placeInLine } from './place-in-line.ts';
import { keepPresence, setChatStatus } from './presence.ts';
import { newConversationsFrom } from './timeslots/queue-hours.ts';

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;
beforeAll(async () => {
  database = await freshDatabase();
  account = await givenAccount(database.db);
  rooms = givenRooms(database.db);
});
afterAll(() => database.drop());

async function write(name: string): Promise<string> {
  const visitor = await account.visitor(name);
  await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
  return visitor.contactChannelId;
}
const look = (channelId: string, now?: number) => placeInLine(database.db.reader(account.accountId), channelId, now);

/** One who was taken so many seconds after entering the queue, the latest of all. */
const taken = (channelId: string, seconds: number) =>
  database.db.inAccount(account.accountId, (tx) =>
    sql`
      insert into conversations (id, account_id, room_id, state, queue_id, change, assigned_at, resolved_at, waited_ms)
      select ${newId()}, account_id, room_id, 'RESOLVED', queue_id, change, clock_timestamp(), clock_timestamp(), ${seconds * 1000}
      from conversations where id = (select conversation_id from conversation_channels where contact_channel_id = ${channelId} and open)`.execute(
      tx,
    ),
  );

describe('who waits', () => {
  it('knows how many stand up to them in their queue alone, and moves up as others go', async () => {
    const [first, second, third] = [await write('A'), await write('B'), await write('C')];
    const other = newId();
    await database.db.inAccount(account.accountId, async (tx) => {
      await tx.insertInto('queues').values({ id: other, account_id: account.accountId, name: 'Repairs' }).execute();
      await sql`update waiting set queue_id = ${other} where conversation_id =
        (select conversation_id from conversation_channels where contact_channel_id = ${first} and open)`.execute(tx);
    });
    const places = async () => Promise.all([first, second, third].map(async (one) => (await look(one)).place));
    expect(await places()).toEqual([1, 1, 2]);
    await database.db.inAccount(account.accountId, (tx) =>
      sql`delete from waiting where conversation_id =
        (select conversation_id from conversation_channels where contact_channel_id = ${second} and open)`.execute(tx),
    );
    expect(await places()).toEqual([1, null, 1]);
    expect(await look(newId())).toEqual({ place: null, isAnybodyThere: false, usualSeconds: null, opensAt: null });
  });

  it('knows the middle of the last twenty waits there, of fewer than three none, and none while nobody is at work', async () => {
    const mine = await write('D');
    const deps = { db: database.db, bus: rooms.bus, hub: createHub(rooms.bus), log: openLog('silent') };
    const [server, dora] = [keepPresence(deps, newId()), await account.agent('Dora')];
    await server.arrived(dora);
    await setChatStatus(deps, dora, 'ready');
    for (const seconds of [10, 500]) await taken(mine, seconds);
    expect((await look(mine)).usualSeconds).toBeNull();
    await taken(mine, 60);
    expect((await look(mine)).usualSeconds).toBe(60);
    for (let count = 0; count < 20; count++) await taken(mine, 200 + count);
    expect(await look(mine)).toMatchObject({ isAnybodyThere: true, usualSeconds: 210 });
    const nothing = { isAnybodyThere: false, usualSeconds: null };
    // Nothing is given to any of these.
    for (const status of ['offline', 'break', 'busy'] as const) {
      await setChatStatus(deps, dora, status);
      expect([status, await look(mine)]).toMatchObject([status, nothing]);
    }
    await setChatStatus(deps, dora, 'ready');
    expect(await look(mine)).toMatchObject({ isAnybodyThere: true, usualSeconds: 210 });
    // Busy with a customer: that ends, and somebody else is next. On a break it waits as they do.
    const other = await account.visitor('Other');
    await receiveText(rooms.deps, { ...other, text: 'Hello', clientMessageId: messageId() });
    await takeAs(rooms.deps, dora, other.roomId);
    await setChatStatus(deps, dora, 'busy');
    expect(await look(mine)).toMatchObject({ isAnybodyThere: true, usualSeconds: 210 });
    await setChatStatus(deps, dora, 'break');
    expect(await look(mine)).toMatchObject(nothing);
    await setChatStatus(deps, dora, 'ready');
    await server.stop();
    expect(await look(mine)).toMatchObject(nothing);
  });

  it('knows when somebody is back while the queue is closed', async () => {
    const mine = await write('E');
    const timeslotId = await givenTimeslot(database.db, account.accountId);
    await database.db.inAccount(account.accountId, async (tx) => {
      await tx.updateTable('timeslots').set({ timezone: 'Europe/London' }).where('id', '=', timeslotId).execute();
      await tx.updateTable('queues').set({ timeslot_id: timeslotId }).where('id', '=', account.queueId).execute();
    });
    expect((await look(mine, Date.parse('2026-12-07T03:00Z'))).opensAt).toBe('2026-12-07T09:00:00.000Z');
    expect((await look(mine, Date.parse('2026-12-07T10:00Z'))).opensAt).toBeNull();
    // So does whoever has not written yet.
    const opens = (now: string) => newConversationsFrom(database.db.reader(account.accountId), Date.parse(now));
    expect(await opens('2026-12-07T03:00Z')).toBe('2026-12-07T09:00:00.000Z');
    expect(await opens('2026-12-07T10:00Z')).toBeNull();
  });
});
