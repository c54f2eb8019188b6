import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms } from '../../test/people.ts';
import { newId } from '../platform/clock.ts';
import { openLog } from '../platform/log.ts';
import { colleaguesThere, tellPresence } from './colleagues-presence.ts';
import { keepPresence, setChatStatus } from './presence.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

describe('which colleagues are there', () => {
  it('is told to everybody of the account, and of no other, when somebody comes, chooses a status, or goes', async () => {
    const { db } = database;
    const account = await givenAccount(db);
    const { deps, bus, screenOf } = givenRooms(db);
    const presence = { db, hub: deps.hub, bus, log: openLog('silent') };
    const told = tellPresence(presence);
    const server = keepPresence(presence, newId());
    const [elena, dora] = [await account.agent('Elena'), await account.agent('Dora')];
    const stranger = await (await givenAccount(db, 'Orion')).agent('Zoe');
    const [screen, abroad] = [await screenOf(dora), await screenOf(stranger)];
    const last = () => (screen.of('ColleaguePresence').at(-1)?.people as { userId: string; status: string }[] | undefined)?.at(-1);
    const there = async () => (await colleaguesThere(db.reader(account.accountId))).map(({ userId, status }) => [userId, status]);

    await setChatStatus(presence, elena, 'ready');
    // Chosen, and no window open.
    await expect.poll(last).toEqual({ userId: elena.userId, status: 'offline' });
    expect(await there()).toEqual([]);
    await server.arrived(elena);
    await expect.poll(last).toEqual({ userId: elena.userId, status: 'ready' });
    await setChatStatus(presence, elena, 'break');
    await expect.poll(last).toEqual({ userId: elena.userId, status: 'break' });
    expect(await there()).toEqual([[elena.userId, 'break']]);
    const frames = screen.of('ColleaguePresence').length;
    // A second window, and that one closed again: nobody comes or goes.
    await server.arrived(elena);
    server.left(elena);
    server.left(elena);
    await expect.poll(last).toEqual({ userId: elena.userId, status: 'offline' });
    expect(screen.of('ColleaguePresence').length).toBe(frames + 1);
    expect(await there()).toEqual([]);
    expect(abroad.frames).toEqual([]);
    await server.stop();
    await told.stop();
  });
});
