import { setTimeout as pause } from 'node:timers/promises';
import {
  type MonitoredStates,
  type MonitoredUsers,
  NOBODY_WATCHED,
  type Watched,
  watchedPeople,
  withSnapshot,
  withWatchedStates,
  withWatchedUsers,
} from '@parley/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId, type Screen, type TestAccount, type TestRooms } from '../../test/people.ts';
import type { Actor } from '../accounts/index.ts';
import { newId } from '../platform/clock.ts';
import { openLog } from '../platform/log.ts';
import { inRooms, receiveText, resolveAs, takeAs } from '../rooms/index.ts';
import { snoozeConversation, wakeByPerson } from '../rooms/snooze.ts';
import { goOffline } from '../routing/go-offline.ts';
import { keepPresence, type Presence, setChatStatus } from '../routing/presence.ts';
import { transferConversation } from '../routing/transfer.ts';
import { keepWrapUp } from '../routing/wrap-up.ts';
import { readMonitoring } from './reading.ts';
import { tellMonitoring } from './tell.ts';

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;
let server: Presence;
let told: ReturnType<typeof tellMonitoring>;
let presence: Parameters<typeof setChatStatus>[0];
let elena: Actor;
let dora: Actor;
let petar: Actor;

beforeAll(async () => {
  database = await freshDatabase();
  const { db } = database;
  rooms = givenRooms(db);
  presence = { db, hub: rooms.deps.hub, bus: rooms.bus, log: openLog('silent') };
  server = keepPresence(presence, newId());
  keepWrapUp(db, rooms.deps.hub);
  told = tellMonitoring(presence, { gather: 20, lookAgain: 400 });
});
afterAll(async () => {
  await server.stop();
  await told.stop();
  await database.drop();
});
beforeEach(async () => {
  account = await givenAccount(database.db);
  elena = await account.agent('Elena');
  dora = await account.agent('Dora');
  petar = await account.agent('Petar', { role: 'supervisor', inQueue: false });
});

const on = () => database.db.reader(account.accountId);
const talk = async () => {
  const visitor = await account.visitor('Maria');
  await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
  const { id } = await on().selectFrom('conversations').select('id').where('room_id', '=', visitor.roomId).executeTakeFirstOrThrow();
  return { roomId: visitor.roomId, conversationId: id };
};

/** A client that watches: all frames of its screen so far, from a snapshot or from nothing. */
function watched(screen: Screen, from: Watched = NOBODY_WATCHED): Watched {
  let held = from;
  for (const { type, payload } of screen.frames) {
    if (type === 'MonitoringUsersUpdated') held = withWatchedUsers(held, payload as unknown as MonitoredUsers);
    if (type === 'MonitoringUserStatesUpdated') held = withWatchedStates(held, payload as unknown as MonitoredStates);
  }
  return held;
}
const stateOf = (screen: Screen, { userId }: Actor) => watched(screen).states.get(userId)?.state;
const fresh = async () => watchedPeople(withSnapshot(NOBODY_WATCHED, await readMonitoring(on())));

describe('the work of people', () => {
  it('is told as it changes: who is there, what they chose, what they hold and have laid aside', async () => {
    const screen = await rooms.screenOf(petar);
    await server.arrived(elena);
    await setChatStatus(presence, elena, 'ready');
    await expect
      .poll(() => stateOf(screen, elena))
      .toMatchObject({ chatStatus: 'ready', isThere: true, inHand: 0, since: expect.any(String) });
    const { roomId, conversationId } = await talk();
    await takeAs(rooms.deps, elena, roomId);
    await expect.poll(() => stateOf(screen, elena)?.inHand).toBe(1);
    const held = { roomId, conversationId, expectedUserId: elena.userId };
    await inRooms(database.db, account.accountId, (tx) => snoozeConversation(tx, elena, { ...held, until: null }));
    await expect.poll(() => stateOf(screen, elena)).toMatchObject({ inHand: 0, snoozed: 1 });
    await inRooms(database.db, account.accountId, (tx) => wakeByPerson(tx, elena, held));
    await expect.poll(() => stateOf(screen, elena)).toMatchObject({ inHand: 1, snoozed: 0 });
    const transfer = { to: { type: 'USER', userId: dora.userId }, expectedQueueId: null, clientTransferId: messageId() } as const;
    await inRooms(database.db, account.accountId, (tx) => transferConversation(tx, rooms.bus, elena, { ...held, ...transfer }));
    await expect.poll(() => [stateOf(screen, elena)?.inHand, stateOf(screen, dora)?.inHand]).toEqual([0, 1]);
    await resolveAs(rooms.deps, dora, roomId);
    await expect.poll(() => stateOf(screen, dora)?.inHand).toBe(0);
    const second = await talk();
    await takeAs(rooms.deps, elena, second.roomId);
    await expect.poll(() => stateOf(screen, elena)?.inHand).toBe(1);
    await goOffline(presence, elena, true);
    await expect.poll(() => stateOf(screen, elena)).toMatchObject({ chatStatus: 'offline', inHand: 0 });
    server.left(elena);
    await expect.poll(() => stateOf(screen, elena)?.isThere).toBe(false);
  });

  it('is told to those who watch it, in their own account', async () => {
    const [lead, agent] = [await rooms.screenOf(petar), await rooms.screenOf(dora)];
    const abroad = await rooms.screenOf(await (await givenAccount(database.db, 'Orion')).agent('Zoe', { role: 'admin' }));
    await setChatStatus(presence, elena, 'break');
    await expect.poll(() => stateOf(lead, elena)?.chatStatus).toBe('break');
    expect(agent.frames.filter(({ type }) => type.startsWith('Monitoring'))).toEqual([]);
    // They hear of themselves, who have just come.
    expect(JSON.stringify(abroad.frames)).not.toContain(elena.userId);
  });

  it('of many at once makes one frame', async () => {
    const screen = await rooms.screenOf(petar);
    const people = await Promise.all(Array.from({ length: 20 }, (_, n) => account.agent(`Agent${n}`)));
    await Promise.all(people.map((one) => setChatStatus(presence, one, 'busy')));
    await expect.poll(() => people.every((one) => stateOf(screen, one)?.chatStatus === 'busy'), { timeout: 5000 }).toBe(true);
    // What is still to be told of that comes first.
    let before = -1;
    while (before < screen.frames.length) {
      before = screen.frames.length;
      await pause(200);
    }
    screen.frames.length = 0;
    for (const { accountId, userId } of people) rooms.bus.publish('presence', { accountId, userId });
    // Beside what is looked at by the clock.
    const told = () => screen.of('MonitoringUserStatesUpdated');
    await expect.poll(() => told().filter(({ states }) => (states as unknown[]).length === people.length).length).toBe(1);
    expect(told().length).toBeLessThan(4);
  });

  /** As by a server that was killed before it said so. */
  const untold = (status: string) =>
    on().updateTable('user_presence').set({ chat_status: status }).where('user_id', '=', elena.userId).execute();

  it('that no message tells of is found by looking again', async () => {
    const screen = await rooms.screenOf(petar);
    await setChatStatus(presence, elena, 'ready');
    await expect.poll(() => stateOf(screen, elena)?.chatStatus).toBe('ready');
    await untold('busy');
    await expect.poll(() => stateOf(screen, elena)?.chatStatus, { timeout: 5000 }).toBe('busy');
  });

  it('is looked at again also where nothing was told since somebody watches', async () => {
    await setChatStatus(presence, elena, 'ready');
    const from = withSnapshot(NOBODY_WATCHED, await readMonitoring(on()));
    const screen = await rooms.screenOf(petar);
    await untold('busy');
    await expect.poll(() => watched(screen, from).states.get(elena.userId)?.state.chatStatus, { timeout: 5000 }).toBe('busy');
    // Nothing more is told as long as nothing is another.
    const frames = screen.frames.length;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(screen.frames).toHaveLength(frames);
  });

  it('ends by its time as well: finishing up, and the presence of whoever’s server was killed', async () => {
    await server.arrived(elena);
    await setChatStatus(presence, elena, 'ready');
    const soon = sql<string>`clock_timestamp() + interval '900 milliseconds'`;
    await on().updateTable('user_presence').set({ wrap_up_until: soon }).where('user_id', '=', elena.userId).execute();
    const from = withSnapshot(NOBODY_WATCHED, await readMonitoring(on()));
    const screen = await rooms.screenOf(petar);
    const held = () => watched(screen, from).states.get(elena.userId)?.state;
    expect(held()).toMatchObject({ isThere: true, wrapUpUntil: expect.any(String) });
    const gone = sql<string>`clock_timestamp() - interval '1 hour'`;
    await on().updateTable('presence_leases').set({ renewed_at: gone }).where('user_id', '=', elena.userId).execute();
    await expect.poll(held, { timeout: 5000 }).toMatchObject({ isThere: false, wrapUpUntil: null });
    server.left(elena);
  });

  it('is told anew to whoever has begun to watch while something went by untold, and back again', async () => {
    const first = await rooms.screenOf(petar);
    await setChatStatus(presence, elena, 'ready');
    await expect.poll(() => stateOf(first, elena)?.chatStatus).toBe('ready');
    // What this one reads was told to nobody, and is over before anybody looks.
    await untold('busy');
    const from = withSnapshot(NOBODY_WATCHED, await readMonitoring(on()));
    await untold('ready');
    const second = await rooms.screenOf(petar);
    await expect.poll(() => watched(second, from).states.get(elena.userId)?.state.chatStatus, { timeout: 5000 }).toBe('ready');
  });

  it('tells who somebody is, too, where no message did: also of who works here no more', async () => {
    const screen = await rooms.screenOf(petar);
    const userOf = ({ userId }: Actor) => watched(screen).users.get(userId)?.user;
    await expect.poll(() => userOf(dora)?.active, { timeout: 5000 }).toBe(true);
    await on().updateTable('users').set({ first_name: 'Theodora' }).where('id', '=', dora.userId).execute();
    await expect.poll(() => userOf(dora)?.firstName, { timeout: 5000 }).toBe('Theodora');
    await on().updateTable('users').set({ active: false }).where('id', '=', dora.userId).execute();
    await expect.poll(() => userOf(dora)?.active, { timeout: 5000 }).toBe(false);
  });
});

it('an old snapshot with the frames since, in any order, is a fresh snapshot', async () => {
  const screen = await rooms.screenOf(petar);
  const old = await readMonitoring(on());
  await server.arrived(dora);
  await setChatStatus(presence, dora, 'ready');
  const { roomId } = await talk();
  await takeAs(rooms.deps, dora, roomId);
  await setChatStatus(presence, elena, 'break');
  await expect.poll(() => [stateOf(screen, dora)?.inHand, stateOf(screen, elena)?.chatStatus]).toEqual([1, 'break']);
  const since = await fresh();
  expect(watchedPeople(watched(screen, withSnapshot(NOBODY_WATCHED, old)))).toEqual(since);
  // Frames that came before the snapshot was here, and each of them late.
  expect(watchedPeople(withSnapshot(watched(screen), old))).toEqual(since);
  screen.frames.reverse();
  expect(watchedPeople(watched(screen, withSnapshot(NOBODY_WATCHED, old)))).toEqual(since);
  server.left(dora);
});
