import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { startWorker } from '../../test/loop-back/worker.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import type { Actor } from '../accounts/index.ts';
import { notifyPeople } from '../notifications/notify.ts';
import { createLocalBus } from '../platform/bus.ts';
import { newId } from '../platform/clock.ts';
import { openDatabase, type Tx } from '../platform/database.ts';
import { createHub } from '../platform/hub.ts';
import { openLog } from '../platform/log.ts';
import { Problem } from '../platform/problem.ts';
import { inRooms, receiveText, takeAs } from '../rooms/index.ts';
import { snoozeConversation } from '../rooms/snooze.ts';
import { giveBackOfAway } from './away.ts';
import { giveBackHeld } from './give-back.ts';
import { giveOut, startGivingOut } from './give-out.ts';
import { goOffline } from './go-offline.ts';
import { keepPresence, type PresenceDeps, setChatStatus } from './presence.ts';
import { transferTargets } from './transfer-targets.ts';
import { wakeDue } from './wake.ts';

const MINUTE = 60_000;

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;
let deps: PresenceDeps;
let dora: Actor;
const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const one of databases) await one.drop();
});

beforeEach(async () => {
  database = await freshDatabase();
  databases.push(database);
  account = await givenAccount(database.db);
  rooms = givenRooms(database.db);
  notifyPeople(database.db, rooms.deps.hub);
  deps = { db: database.db, bus: rooms.bus, hub: createHub(rooms.bus), log: openLog('silent') };
  dora = await account.agent('Dora');
});

const reader = () => database.db.reader(account.accountId);
const inAccount = <T>(work: (tx: Tx) => Promise<T>) => database.db.inAccount(account.accountId, work);
const server = () => keepPresence(deps, newId());
const wake = (now = Date.now()) => wakeDue(database.db, account.accountId, now);
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

async function comesReady(agent: Actor) {
  const here = server();
  await here.arrived(agent);
  await setChatStatus(deps, agent, 'ready');
  return here;
}
async function writes(name: string) {
  const visitor = await account.visitor(name);
  await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
  return visitor;
}
const again = (visitor: Awaited<ReturnType<typeof writes>>) =>
  receiveText(rooms.deps, { ...visitor, text: 'And now?', clientMessageId: messageId() });

/** A conversation that Dora holds and has snoozed. */
async function snoozed(until: string | null, name = 'Maria') {
  const visitor = await writes(name);
  await takeAs(rooms.deps, dora, visitor.roomId);
  const { id: conversationId } = await reader()
    .selectFrom('conversations')
    .select('id')
    .where('room_id', '=', visitor.roomId)
    .executeTakeFirstOrThrow();
  const place = { roomId: visitor.roomId, conversationId };
  await inRooms(database.db, account.accountId, (tx) => snoozeConversation(tx, dora, { ...place, expectedUserId: dora.userId, until }));
  return { ...place, visitor };
}
const stateOf = ({ conversationId }: { conversationId: string }) =>
  reader()
    .selectFrom('conversations')
    .select(['state', 'assigned_user_id as holder', 'snoozed_at as snoozed', 'queue_id as queue'])
    .where('id', '=', conversationId)
    .executeTakeFirstOrThrow();
const entries = async ({ roomId }: { roomId: string }) =>
  (await reader().selectFrom('events').select(['type', 'reason', 'origin_type']).where('room_id', '=', roomId).orderBy('seq').execute())
    .map(({ type, reason }) => [type, reason])
    .slice(-2);
const told = async () =>
  (await reader().selectFrom('notifications').select(['kind', 'user_id']).orderBy('id').execute()).map((one) => [one.kind, one.user_id]);
const line = async () =>
  (await reader().selectFrom('waiting').select('room_id').orderBy('place').execute()).map(({ room_id: roomId }) => roomId);

describe('what is due', () => {
  it('is its holder’s again when its time has come and they are there, who are told; not before', async () => {
    await comesReady(dora);
    const one = await snoozed(inMinutes(60));
    expect(await wake()).toMatchObject({ woken: 0, hasMore: false });
    const due = Date.parse(inMinutes(60));
    expect(await wake(due)).toEqual({ woken: 1, hasMore: false, dueAt: null });
    expect(await stateOf(one)).toEqual({ state: 'ASSIGNED', holder: dora.userId, snoozed: null, queue: account.queueId });
    expect((await entries(one)).at(-1)).toEqual(['WOKEN', 'WAKE_REASON_TIME']);
    expect(await told()).toEqual([['WOKE_IN_TIME', dora.userId]]);
    expect(await line()).toEqual([]);
  });

  it('is what the customer has written in, whatever its time', async () => {
    await comesReady(dora);
    const [timed, open] = [await snoozed(inMinutes(60)), await snoozed(null, 'Ivan')];
    const screen = await rooms.screenOf(dora);
    await again(timed.visitor);
    await again(open.visitor);
    expect(await wake()).toEqual({ woken: 2, hasMore: false, dueAt: null });
    for (const one of [timed, open]) {
      expect(await stateOf(one)).toMatchObject({ holder: dora.userId, snoozed: null });
      expect((await entries(one)).at(-1)).toEqual(['WOKEN', 'WAKE_REASON_CUSTOMER']);
    }
    expect(await told()).toEqual([
      ['WOKE_BY_CUSTOMER', dora.userId],
      ['WOKE_BY_CUSTOMER', dora.userId],
    ]);
    expect(screen.of('Notification')).toHaveLength(2);
  });

  it('goes back to its queue at its old place, with its reason, when its holder is not ready or has nothing open', async () => {
    const here = await comesReady(dora);
    const [first, second] = [await snoozed(null, 'First'), await snoozed(null, 'Second')];
    const later = await writes('Later');
    await setChatStatus(deps, dora, 'break');
    await again(second.visitor);
    await wake();
    await setChatStatus(deps, dora, 'ready');
    await here.stop();
    await again(first.visitor);
    await wake();
    expect(await line()).toEqual([first.roomId, second.roomId, later.roomId]);
    for (const one of [first, second]) {
      expect(await stateOf(one)).toEqual({ state: 'UNASSIGNED', holder: null, snoozed: null, queue: account.queueId });
      expect(await entries(one)).toEqual([
        ['WOKEN', 'WAKE_REASON_CUSTOMER'],
        ['ENTER_QUEUE', 'QUEUE_REASON_SNOOZE_ENDED'],
      ]);
    }
    // Who had snoozed it learns where it went.
    const rows = await reader().selectFrom('notifications').select(['kind', 'user_id', 'to_name']).execute();
    expect(rows).toEqual(Array(2).fill({ kind: 'WOKE_WHILE_AWAY', user_id: dora.userId, to_name: 'General' }));
    // A colleague gets it next.
    const emil = await account.agent('Emil');
    await comesReady(emil);
    await giveOut(database.db, account.accountId);
    expect(await stateOf(first)).toMatchObject({ holder: emil.userId });
  });

  it('is theirs also above their capacity, and while they wrap something up', async () => {
    await comesReady(dora);
    const one = await snoozed(null);
    for (let count = 0; count < 5; count++) await writes(`Visitor ${count}`);
    await giveOut(database.db, account.accountId);
    await inAccount((tx) => sql`update user_presence set wrap_up_until = clock_timestamp() + interval '1 minute'`.execute(tx));
    await again(one.visitor);
    await wake();
    const held = await reader().selectFrom('conversations').select('id').where('assigned_user_id', '=', dora.userId).execute();
    expect(held).toHaveLength(6);
  });

  it('is woken once, though two servers look at the same moment', async () => {
    const other = openDatabase(database.appUrl);
    await comesReady(dora);
    const all = [];
    for (let count = 0; count < 6; count++) all.push(await snoozed(null, `Visitor ${count}`));
    for (const { visitor } of all) await again(visitor);
    const foreign = givenRooms(other);
    const looks = await Promise.all([wake(), wakeDue(other, account.accountId), wake(), wakeDue(other, account.accountId)]);
    expect(looks.reduce((sum, { woken }) => sum + woken, 0)).toBe(6);
    const woken = await reader().selectFrom('events').select('room_id').where('type', '=', 'WOKEN').execute();
    expect(new Set(woken.map(({ room_id: roomId }) => roomId)).size).toBe(6);
    expect(woken).toHaveLength(6);
    await foreign.deps.lanes.drained();
    await other.close();
  });
});

describe('what sleeps', () => {
  it('takes no capacity and is not in hand', async () => {
    await comesReady(dora);
    for (let count = 0; count < 5; count++) await snoozed(null, `Visitor ${count}`);
    await writes('Next');
    expect((await giveOut(database.db, account.accountId)).given).toBe(1);
    const { people } = await transferTargets(reader(), 'dora');
    expect(people.map(({ inHand }) => inHand)).toEqual([1]);
  });

  it('makes room for the next at once', async () => {
    await comesReady(dora);
    const givingOut = startGivingOut(database.db, rooms.bus, openLog('silent'));
    for (let count = 0; count < 6; count++) await writes(`Visitor ${count}`);
    const held = () =>
      reader()
        .selectFrom('conversations')
        .select(['id', 'room_id'])
        .where('assigned_user_id', '=', dora.userId)
        .where('snoozed_at', 'is', null)
        .execute();
    await expect.poll(async () => (await held()).length, { interval: 50 }).toBe(5);
    const [one] = await held();
    await inRooms(database.db, account.accountId, (tx) =>
      snoozeConversation(tx, dora, { roomId: one?.room_id ?? '', conversationId: one?.id ?? '', expectedUserId: dora.userId, until: null }),
    );
    await expect.poll(line, { timeout: 3000, interval: 50 }).toEqual([]);
    expect(await held()).toHaveLength(5);
    await givingOut.stop();
  });

  it('stays with who goes offline or is away, and goes back at once when they are deactivated', async () => {
    const here = await comesReady(dora);
    const one = await snoozed(inMinutes(60));
    // Nothing is in hand: nobody is asked about it.
    await goOffline(deps, dora, false);
    expect(await stateOf(one)).toMatchObject({ holder: dora.userId });
    await goOffline(deps, dora, true);
    await here.stop();
    await giveBackOfAway(database.db, rooms.bus);
    expect(await reader().selectFrom('absences').select('user_id').execute()).toEqual([]);
    expect(await stateOf(one)).toMatchObject({ state: 'ASSIGNED', holder: dora.userId });
    await inRooms(database.db, account.accountId, (tx) =>
      giveBackHeld(tx, rooms.bus, { accountId: account.accountId, userId: dora.userId, reason: 'QUEUE_REASON_DEACTIVATED' }),
    );
    expect(await stateOf(one)).toEqual({ state: 'UNASSIGNED', holder: null, snoozed: null, queue: account.queueId });
    expect((await entries(one)).at(-1)).toEqual(['ENTER_QUEUE', 'QUEUE_REASON_DEACTIVATED']);
  });

  it('counts as in hand once it is awake', async () => {
    await comesReady(dora);
    const one = await snoozed(null);
    await again(one.visitor);
    await wake();
    await expect(goOffline(deps, dora, false)).rejects.toBeInstanceOf(Problem);
  });
});

describe('the clock of a server', () => {
  it('wakes it to the moment, also of one that has just started and of what the database says alone', async () => {
    await comesReady(dora);
    const due = Date.parse(inMinutes(60));
    const one = await snoozed(new Date(due).toISOString());
    const begun = Date.now();
    const clock = () => due - 1500 + (Date.now() - begun);
    const bus = createLocalBus();
    const givingOut = startGivingOut(database.db, bus, openLog('silent'), clock);
    bus.publish('waiting', { accountId: account.accountId });
    const isAsleep = async () => (await stateOf(one)).snoozed !== null;
    expect(await isAsleep()).toBe(true);
    // Well before the sweep, which comes every 5 s.
    await expect.poll(isAsleep, { timeout: 4000, interval: 50 }).toBe(false);
    expect(clock()).toBeGreaterThanOrEqual(due);
    await givingOut.stop();
  });

  it('is set by the snooze itself, and the customer’s message is looked at at once', async () => {
    await comesReady(dora);
    const givingOut = startGivingOut(database.db, rooms.bus, openLog('silent'));
    const [soon, open] = [await snoozed(new Date(Date.now() + 1500).toISOString()), await snoozed(null, 'Ivan')];
    await again(open.visitor);
    const isAsleep = async (one: typeof soon) => (await stateOf(one)).snoozed !== null;
    await expect.poll(() => isAsleep(open), { timeout: 2000, interval: 50 }).toBe(false);
    await expect.poll(() => isAsleep(soon), { timeout: 3500, interval: 50 }).toBe(false);
    await givingOut.stop();
  });

  it('finds what a server left that was killed between the message and the waking', async () => {
    await comesReady(dora);
    const one = await snoozed(null);
    const worker = startWorker();
    await worker.order({ do: 'open', appUrl: database.appUrl, ownerUrl: database.ownerUrl, channels: [] });
    await worker.order({ do: 'hear', incoming: { ...one.visitor, text: 'Are you there?', clientMessageId: messageId() } });
    await worker.kill();
    expect((await stateOf(one)).snoozed).not.toBeNull();
    const givingOut = startGivingOut(database.db, createLocalBus(), openLog('silent'));
    await expect.poll(async () => (await stateOf(one)).snoozed, { timeout: 12_000, interval: 100 }).toBeNull();
    expect((await entries(one)).at(-1)).toEqual(['WOKEN', 'WAKE_REASON_CUSTOMER']);
    await givingOut.stop();
  }, 30_000);
});
