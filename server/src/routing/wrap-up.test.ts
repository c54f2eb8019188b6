import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import type { Actor } from '../accounts/index.ts';
import { newId } from '../platform/clock.ts';
import { openLog } from '../platform/log.ts';
import { receiveText, resolveAs, takeAs } from '../rooms/index.ts';
import { giveOut, startGivingOut } from './give-out.ts';
import { chatStatus, keepPresence, type PresenceDeps, setChatStatus } from './presence.ts';
import { endWrapUp, keepWrapUp } from './wrap-up.ts';

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;
let deps: PresenceDeps;
let dora: Actor;
let roomId: string;
const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const one of databases) await one.drop();
});

beforeEach(async () => {
  database = await freshDatabase();
  databases.push(database);
  account = await givenAccount(database.db);
  rooms = givenRooms(database.db);
  deps = { db: database.db, bus: rooms.bus, hub: rooms.deps.hub, log: openLog('silent') };
  keepWrapUp(database.db, deps.hub);
  dora = await account.agent('Dora');
  await keepPresence(deps, newId()).arrived(dora);
  await setChatStatus(deps, dora, 'ready');
  roomId = await arrives();
  await takeAs(rooms.deps, dora, roomId);
});

async function arrives(): Promise<string> {
  const visitor = await account.visitor('Maria');
  await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
  return visitor.roomId;
}
const wrapUp = (seconds: number) =>
  database.db.inAccount(account.accountId, (tx) => tx.updateTable('queues').set({ wrap_up_seconds: seconds }).execute());
const given = async () => (await giveOut(database.db, account.accountId)).given;

describe('wrap-up', () => {
  it('of none is the usual: the next comes at once', async () => {
    await resolveAs(rooms.deps, dora, roomId);
    await arrives();
    expect((await chatStatus(deps, dora)).wrapUpUntil).toBeNull();
    expect(await given()).toBe(1);
  });

  it('keeps off the next for as long as the queue says, shown on every screen, whatever the status is chosen to be', async () => {
    await wrapUp(60);
    const screen = await rooms.screenOf(dora);
    const before = Date.now();
    await resolveAs(rooms.deps, dora, roomId);
    await arrives();
    const { status, wrapUpUntil } = await chatStatus(deps, dora);
    expect(status).toBe('ready');
    const left = Date.parse(wrapUpUntil ?? '') - before;
    expect(left).toBeGreaterThan(58_000);
    expect(left).toBeLessThan(75_000);
    expect(screen.of('ChatStatus').at(-1)).toMatchObject({ status: 'ready', wrapUpUntil });
    expect(await given()).toBe(0);
    await setChatStatus(deps, dora, 'break');
    await setChatStatus(deps, dora, 'ready');
    expect(await given()).toBe(0);
  });

  it('ends for whoever says that they are done', async () => {
    await wrapUp(3600);
    await resolveAs(rooms.deps, dora, roomId);
    await arrives();
    const givingOut = startGivingOut(database.db, rooms.bus, deps.log);
    expect(await endWrapUp(deps, dora)).toMatchObject({ status: 'ready', wrapUpUntil: null });
    const held = () => database.db.reader(account.accountId).selectFrom('waiting').select('room_id').execute();
    await expect.poll(held, { timeout: 3000 }).toEqual([]);
    await givingOut.stop();
  });

  it('ends by itself: what waits is given then, before any sweep, also by a server that has just started', async () => {
    await wrapUp(3600);
    await resolveAs(rooms.deps, dora, roomId);
    await arrives();
    await database.db.inAccount(account.accountId, (tx) =>
      sql`update user_presence set wrap_up_until = clock_timestamp() + interval '900 milliseconds'`.execute(tx),
    );
    const givingOut = startGivingOut(database.db, rooms.bus, deps.log);
    rooms.bus.publish('waiting', { accountId: account.accountId });
    const waits = async () => (await database.db.reader(account.accountId).selectFrom('waiting').select('room_id').execute()).length;
    expect(await waits()).toBe(1);
    await expect.poll(waits, { timeout: 3500 }).toBe(0);
    await givingOut.stop();
  });

  it('is that of whoever held it, not of the supervisor who resolves it', async () => {
    await wrapUp(60);
    const petar = await account.agent('Petar', { role: 'supervisor' });
    await resolveAs(rooms.deps, petar, roomId);
    expect((await chatStatus(deps, dora)).wrapUpUntil).not.toBeNull();
    expect((await chatStatus(deps, petar)).wrapUpUntil).toBeNull();
  });
});
