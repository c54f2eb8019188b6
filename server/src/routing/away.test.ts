import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import type { Actor } from '../accounts/index.ts';
import { newId } from '../platform/clock.ts';
import { createHub } from '../platform/hub.ts';
import { openLog } from '../platform/log.ts';
import { Problem } from '../platform/problem.ts';
import { assignByPerson } from '../rooms/assign.ts';
import { inRooms, receiveText } from '../rooms/index.ts';
import { sendNote } from '../rooms/send.ts';
import { giveBackOfAway } from './away.ts';
import { giveOut } from './give-out.ts';
import { goOffline } from './go-offline.ts';
import { keepPresence, type PresenceDeps, setChatStatus } from './presence.ts';

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;
let deps: PresenceDeps;
const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const one of databases) await one.drop();
});

beforeEach(async () => {
  database = await freshDatabase();
  databases.push(database);
  account = await givenAccount(database.db);
  rooms = givenRooms(database.db);
  deps = { db: database.db, bus: rooms.bus, hub: createHub(rooms.bus), log: openLog('silent') };
});

const reader = () => database.db.reader(account.accountId);
const look = () => giveBackOfAway(database.db, rooms.bus);
const server = () => keepPresence(deps, newId());

/** The absences of everybody began so much earlier, as if the time had passed with servers running. */
const passes = (minutes: number) =>
  database.db.inAccount(account.accountId, (tx) =>
    sql`update absences set gone_since = gone_since - make_interval(mins => ${minutes}::integer)`.execute(tx),
  );

/** Everything that was assigned or said is so much older. */
const longAgo = (minutes: number) =>
  database.db.inAccount(account.accountId, async (tx) => {
    await sql`update conversations set assigned_at = assigned_at - make_interval(mins => ${minutes}::integer)`.execute(tx);
    await sql`update events set created_at = created_at - make_interval(mins => ${minutes}::integer)`.execute(tx);
  });

async function waitingVisitor(name: string): Promise<string> {
  const visitor = await account.visitor(name);
  await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
  return visitor.roomId;
}

const take = (agent: Actor, roomId: string) => give(agent, agent, roomId);

async function give(by: Actor, agent: Actor, roomId: string): Promise<void> {
  const { id: conversationId } = await reader()
    .selectFrom('conversations')
    .select('id')
    .where('room_id', '=', roomId)
    .executeTakeFirstOrThrow();
  const assignment = { roomId, conversationId, userId: agent.userId, expectedUserId: null };
  await inRooms(database.db, account.accountId, (tx) => assignByPerson(tx, by, assignment));
}

/** Somebody ready, with the application open on a server, and so many conversations in hand. */
async function holding(firstName: string, count: number) {
  const agent = await account.agent(firstName);
  const here = server();
  await here.arrived(agent);
  await setChatStatus(deps, agent, 'ready');
  const roomIds: string[] = [];
  for (let at = 0; at < count; at++) roomIds.push(await waitingVisitor(`${firstName}’s ${at}`));
  for (const roomId of roomIds) await take(agent, roomId);
  return { agent, here, roomIds };
}

async function heldBy(agent: Actor): Promise<number> {
  const rows = await reader()
    .selectFrom('conversations')
    .select('id')
    .where('assigned_user_id', '=', agent.userId)
    .where('state', '=', 'ASSIGNED')
    .execute();
  return rows.length;
}

async function line(): Promise<string[]> {
  const rows = await reader().selectFrom('waiting').select('room_id').orderBy('place').orderBy('conversation_id').execute();
  return rows.map((row) => row.room_id);
}

async function lastEntry(roomId: string) {
  return reader()
    .selectFrom('events')
    .select(['type', 'reason', 'origin_type', 'origin_name', 'modified_value'])
    .where('room_id', '=', roomId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** The last socket on this server closes; resolved once the lease is given back. */
const leaves = (here: ReturnType<typeof server>): Promise<void> => here.stop();

describe('whoever has no socket anywhere', () => {
  it('keeps what they hold for ten minutes; then it goes back to its old place, with the reason', async () => {
    const before = await waitingVisitor('Earlier');
    const { agent, here, roomIds } = await holding('Dora', 2);
    const after = await waitingVisitor('Later');
    await leaves(here);
    expect(await look()).toBe(0);
    await passes(9);
    expect([await look(), await heldBy(agent)]).toEqual([0, 2]);
    rooms.told.length = 0;
    await passes(1);
    expect([await look(), await heldBy(agent)]).toEqual([2, 0]);
    expect(await line()).toEqual([before, ...roomIds, after]);
    expect(await lastEntry(roomIds[0] ?? '')).toEqual({
      type: 'ENTER_QUEUE',
      reason: 'QUEUE_REASON_AGENT_LEFT',
      origin_type: 'SYSTEM',
      origin_name: null,
      modified_value: 'General',
    });
    // The customers’ side hears that nobody holds it.
    const told = rooms.told.filter(([what]) => what === 'conversations').flatMap(([, , list]) => list as Array<{ state: string }>);
    expect(told.map(({ state }) => state)).toEqual(['UNASSIGNED', 'UNASSIGNED']);
    expect(await reader().selectFrom('absences').select('user_id').execute()).toHaveLength(1);
    await look();
    expect(await reader().selectFrom('absences').select('user_id').execute()).toEqual([]);
  });

  it('loses nothing when they come back in time, and begins anew when they leave again', async () => {
    const { agent, here } = await holding('Dora', 1);
    await leaves(here);
    await look();
    await passes(9);
    const again = server();
    await again.arrived(agent);
    await again.stop();
    await look();
    await passes(9);
    expect([await look(), await heldBy(agent)]).toEqual([0, 1]);
    await passes(1);
    expect(await look()).toBe(1);
  });

  it('is not gone while one of several tabs, on whichever server, is open', async () => {
    const { agent, here } = await holding('Dora', 1);
    const other = server();
    await other.arrived(agent);
    await other.arrived(agent);
    other.left(agent);
    await leaves(here);
    await look();
    await passes(60);
    expect([await look(), await heldBy(agent)]).toEqual([0, 1]);
    await leaves(other);
    await look();
    await passes(10);
    expect(await look()).toBe(1);
  });

  it('or is offline with the application open loses what they were given and do not touch, and nothing else', async () => {
    const petar = await account.agent('Petar', { role: 'supervisor', inQueue: false });
    const dora = await account.agent('Dora');
    const here = server();
    await here.arrived(dora);
    const [untouched, answered, fresh] = [await waitingVisitor('First'), await waitingVisitor('Second'), await waitingVisitor('Third')];
    for (const roomId of [untouched, answered]) await give(petar, dora, roomId);
    await look();
    await passes(9);
    await longAgo(9);
    expect([await look(), await heldBy(dora)]).toEqual([0, 2]);
    await passes(1);
    await longAgo(1);
    await sendNote(rooms.deps, dora, { roomId: answered, clientMessageId: messageId(), text: 'I look at it' });
    await give(petar, dora, fresh);
    // A heartbeat says that the application is open, and no more.
    await here.arrived(dora);
    expect([await look(), await heldBy(dora)]).toEqual([1, 2]);
    expect(await line()).toEqual([untouched]);
    expect(await lastEntry(untouched)).toMatchObject({ type: 'ENTER_QUEUE', reason: 'QUEUE_REASON_AGENT_IDLE', origin_type: 'SYSTEM' });
    // Whoever is back at work keeps the rest.
    await setChatStatus(deps, dora, 'ready');
    await longAgo(60);
    expect([await look(), await heldBy(dora)]).toEqual([0, 2]);
    await here.stop();
  });

  it('is gone also when the server was killed, once the lease has run out', async () => {
    const { agent } = await holding('Dora', 1);
    await database.db.inAccount(account.accountId, (tx) =>
      sql`update presence_leases set renewed_at = renewed_at - interval '61 seconds'`.execute(tx),
    );
    await look();
    await passes(10);
    expect([await look(), await heldBy(agent)]).toEqual([1, 0]);
  });

  it('is not charged the time in which no server ran', async () => {
    const { agent, here } = await holding('Dora', 1);
    await leaves(here);
    await look();
    await passes(8);
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    // For an hour nothing runs: nobody looks, and nobody can come.
    await owner.query("update absence_watch set looked_at = looked_at - interval '1 hour'");
    await owner.query("update absences set gone_since = gone_since - interval '1 hour'");
    await owner.end();
    expect([await look(), await heldBy(agent)]).toEqual([0, 1]);
    // Nor is the moment between the last look and the stop: a minute more than the two that are left.
    await passes(3);
    expect(await look()).toBe(1);
  });

  it('is waited for as long as the account says', async () => {
    const { here } = await holding('Dora', 1);
    await database.db.inAccount(account.accountId, (tx) =>
      sql`update accounts set settings = jsonb_build_object('handBackAfterMinutes', 30) where id = ${account.accountId}`.execute(tx),
    );
    await leaves(here);
    await look();
    await passes(29);
    expect(await look()).toBe(0);
    await passes(1);
    expect(await look()).toBe(1);
  });

  it('gives each back once, though several servers look at the same moment, and of every account its own', async () => {
    const other = await givenAccount(database.db, 'Orion');
    const stays = await other.agent('Mira');
    const { here } = await holding('Dora', 3);
    const mira = server();
    await mira.arrived(stays);
    await leaves(here);
    await look();
    await passes(10);
    const counts = await Promise.all([look(), look(), look()]);
    expect(counts.reduce((sum, one) => sum + one)).toBe(3);
    const entries = await reader().selectFrom('events').select('id').where('reason', '=', 'QUEUE_REASON_AGENT_LEFT').execute();
    expect(entries).toHaveLength(3);
    await mira.stop();
  });

  it('has left only if they were here: what is given to somebody before their first day waits for them', async () => {
    const newcomer = await account.agent('Nora');
    await take(newcomer, await waitingVisitor('Early'));
    await look();
    expect(await reader().selectFrom('absences').select('user_id').execute()).toEqual([]);
  });

  it('gives them to whoever is ready', async () => {
    const { here } = await holding('Dora', 2);
    await leaves(here);
    await look();
    await passes(10);
    await look();
    const emil = await account.agent('Emil');
    const there = server();
    await there.arrived(emil);
    await setChatStatus(deps, emil, 'ready');
    expect((await giveOut(database.db, account.accountId)).given).toBe(2);
    expect(await heldBy(emil)).toBe(2);
    await there.stop();
  });
});

describe('whoever chooses offline', () => {
  const refusalOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => (error instanceof Problem ? { key: error.key, params: error.params } : error),
    );

  it('is asked first about what they hold, and keeps status and conversations until they say', async () => {
    const { agent, here } = await holding('Dora', 2);
    expect(await refusalOf(goOffline(deps, agent, false))).toEqual({ key: 'CONVERSATIONS_IN_HAND', params: { count: 2 } });
    expect(await heldBy(agent)).toBe(2);
    const status = await reader().selectFrom('user_presence').select('chat_status').executeTakeFirstOrThrow();
    expect(status.chat_status).toBe('ready');
    await here.stop();
  });

  it('hands everything back at once, and the history says who', async () => {
    const { agent, here, roomIds } = await holding('Dora', 2);
    expect((await goOffline(deps, agent, true)).status).toBe('offline');
    expect([await heldBy(agent), await line()]).toEqual([0, roomIds]);
    expect(await lastEntry(roomIds[1] ?? '')).toMatchObject({
      type: 'ENTER_QUEUE',
      reason: 'QUEUE_REASON_AGENT_OFFLINE',
      origin_type: 'USER',
      origin_name: 'Dora Test',
    });
    expect((await giveOut(database.db, account.accountId)).given).toBe(0);
    await here.stop();
  });

  it('needs no word when nothing is in hand', async () => {
    const { agent, here } = await holding('Dora', 0);
    expect((await goOffline(deps, agent, false)).status).toBe('offline');
    await here.stop();
  });

  it('hands back also what a round is giving them in that moment', async () => {
    const { agent, here } = await holding('Dora', 1);
    const roomIds = [await waitingVisitor('One'), await waitingVisitor('Two')];
    await Promise.all([giveOut(database.db, account.accountId), goOffline(deps, agent, true)]);
    expect([await heldBy(agent), (await line()).slice(1)]).toEqual([0, roomIds]);
    await here.stop();
  });

  it('is not what a break or being busy is: those keep what is in hand and bring nothing new', async () => {
    const { agent, here } = await holding('Dora', 1);
    await waitingVisitor('Another');
    for (const status of ['break', 'busy'] as const) {
      await setChatStatus(deps, agent, status);
      await database.db.inAccount(account.accountId, (tx) =>
        sql`update user_presence set status_since = status_since - interval '3 hours'`.execute(tx),
      );
      expect([await look(), await heldBy(agent), (await giveOut(database.db, account.accountId)).given]).toEqual([0, 1, 0]);
    }
    await here.stop();
  });
});
