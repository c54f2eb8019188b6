import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import { givenTimeslot } from '../../test/timeslots.ts';
import type { Actor } from '../accounts/index.ts';
import { createLocalBus } from '../platform/bus.ts';
import { newId } from '../platform/clock.ts';
import type { Tx } from '../platform/database.ts';
import { createHub } from '../platform/hub.ts';
import { openLog } from '../platform/log.ts';
import { assignByPerson } from '../rooms/assign.ts';
import { inRooms, receiveText } from '../rooms/index.ts';
import { resolveConversation } from '../rooms/resolve.ts';
import { giveOut, startGivingOut } from './give-out.ts';
import { keepPresence, setChatStatus } from './presence.ts';

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;
const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const one of databases) await one.drop();
});

beforeEach(async () => {
  database = await freshDatabase();
  databases.push(database);
  account = await givenAccount(database.db);
  rooms = givenRooms(database.db);
});

function presence() {
  const bus = createLocalBus();
  const deps = { db: database.db, bus, hub: createHub(bus), log: openLog('silent') };
  return { deps, leases: keepPresence(deps, newId()) };
}

async function ready(...agents: Actor[]) {
  const { deps, leases } = presence();
  for (const agent of agents) {
    await leases.arrived(agent);
    await setChatStatus(deps, agent, 'ready');
  }
  return { deps, leases };
}

async function waitingVisitors(count: number): Promise<string[]> {
  const roomIds: string[] = [];
  for (let index = 0; index < count; index++) {
    const visitor = await account.visitor(`Visitor ${index}`);
    await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
    roomIds.push(visitor.roomId);
  }
  return roomIds;
}

async function holders(): Promise<Map<string, string | null>> {
  const rows = await database.db.reader(account.accountId).selectFrom('conversations').select(['room_id', 'assigned_user_id']).execute();
  return new Map(rows.map((row) => [row.room_id, row.assigned_user_id]));
}

/** Somebody waits for a lock that somebody else holds. */
async function waitingForLock(): Promise<void> {
  await expect
    .poll(async () => (await sql`select from pg_locks where not granted`.execute(database.db.outsideReader())).rows.length)
    .toBeGreaterThan(0);
}

/** As long as the database takes for so many questions. */
async function roundTrips(count: number): Promise<void> {
  for (let at = 0; at < count; at++) await sql`select 1`.execute(database.db.outsideReader());
}

async function resolveOneOf(agent: Actor): Promise<void> {
  const { id: conversationId, room_id: roomId } = await database.db
    .reader(account.accountId)
    .selectFrom('conversations')
    .select(['id', 'room_id'])
    .where('assigned_user_id', '=', agent.userId)
    .limit(1)
    .executeTakeFirstOrThrow();
  await inRooms(database.db, account.accountId, (tx) => resolveConversation(tx, agent, { roomId, conversationId }));
}

describe('giving out', () => {
  it('gives six waiting rooms to two agents, three each, oldest first (BUG-086)', async () => {
    const [dora, emil] = [await account.agent('Dora'), await account.agent('Emil')];
    const roomIds = await waitingVisitors(6);
    await ready(dora, emil);
    expect((await giveOut(database.db, account.accountId)).given).toBe(6);
    const held = await holders();
    const inOrder = roomIds.map((id) => held.get(id));
    expect(inOrder.filter((user) => user === dora.userId)).toHaveLength(3);
    for (let index = 0; index < 6; index += 2) expect(new Set(inOrder.slice(index, index + 2)).size).toBe(2);
  });

  it('gives nothing to who is on a break, has no socket, or whose lease has run out', async () => {
    const [onBreak, away, gone] = [await account.agent('Ana'), await account.agent('Boris'), await account.agent('Cveta')];
    await waitingVisitors(1);
    const { deps } = await ready(onBreak, gone);
    await setChatStatus(deps, onBreak, 'break');
    await setChatStatus(deps, away, 'ready');
    await database.db.inAccount(account.accountId, (tx) =>
      sql`update presence_leases set renewed_at = clock_timestamp() - interval '61 seconds' where user_id = ${gone.userId}`.execute(tx),
    );
    expect((await giveOut(database.db, account.accountId)).given).toBe(0);
    await setChatStatus(deps, onBreak, 'ready');
    expect((await giveOut(database.db, account.accountId)).given).toBe(1);
  });

  it('looks behind what is too heavy for those who are left, and no more once nobody has a place', async () => {
    const [ana, boris] = [await account.agent('Ana'), await account.agent('Boris')];
    await waitingVisitors(4);
    await ready(boris);
    expect(await giveOut(database.db, account.accountId)).toMatchObject({ given: 4, hasMore: false });
    const calls = await waitingVisitors(15);
    await database.db.inAccount(account.accountId, (tx) =>
      sql`update conversations set channel_types = '{PHONE}' where room_id = any(${calls}::uuid[])`.execute(tx),
    );
    const [chat = ''] = await waitingVisitors(1);
    await ready(ana);
    expect(await giveOut(database.db, account.accountId)).toMatchObject({ given: 1, hasMore: true });
    expect((await holders()).get(calls[0] ?? '')).toBe(ana.userId);
    expect(await giveOut(database.db, account.accountId)).toMatchObject({ given: 1, hasMore: false });
    expect((await holders()).get(chat)).toBe(boris.userId);
  });

  it('stops at the account’s five live chats an agent, and goes on when one is resolved', async () => {
    const dora = await account.agent('Dora');
    await waitingVisitors(7);
    await ready(dora);
    expect((await giveOut(database.db, account.accountId)).given).toBe(5);
    expect((await giveOut(database.db, account.accountId)).given).toBe(0);
    const woken: string[] = [];
    rooms.bus.subscribe('waiting', ({ accountId }: { accountId: string }) => void woken.push(accountId));
    await resolveOneOf(dora);
    expect(woken).toEqual([account.accountId]);
    expect((await giveOut(database.db, account.accountId)).given).toBe(1);
    expect((await giveOut(database.db, account.accountId)).given).toBe(0);
  });

  /** Open from nine to six in London in winter. */
  async function keepHours(): Promise<void> {
    const timeslotId = await givenTimeslot(database.db, account.accountId);
    await database.db.inAccount(account.accountId, async (tx) => {
      await tx.updateTable('timeslots').set({ timezone: 'Europe/London' }).where('id', '=', timeslotId).execute();
      await tx.updateTable('queues').set({ timeslot_id: timeslotId }).where('id', '=', account.queueId).execute();
    });
  }
  const NINE = Date.parse('2026-12-07T09:00Z');

  it('gives nothing from a queue that is closed, and says when it opens', async () => {
    const dora = await account.agent('Dora');
    await keepHours();
    expect(await giveOut(database.db, account.accountId, NINE - 1)).toMatchObject({ given: 0, opensAt: null });
    await waitingVisitors(1);
    await ready(dora);
    expect(await giveOut(database.db, account.accountId, NINE - 1)).toMatchObject({ given: 0, opensAt: NINE });
    expect(await giveOut(database.db, account.accountId, NINE)).toMatchObject({ given: 1, opensAt: null });
  });

  it('gives what waited in a closed queue as it opens, and not only at the next look at everything', async () => {
    const dora = await account.agent('Dora');
    await keepHours();
    await waitingVisitors(1);
    const { deps } = await ready(dora);
    const begun = Date.now();
    const clock = () => NINE - 1500 + (Date.now() - begun);
    const givingOut = startGivingOut(database.db, deps.bus, deps.log, clock);
    deps.bus.publish('waiting', { accountId: account.accountId });
    const holder = async () => [...(await holders()).values()][0];
    while (clock() < NINE - 100) expect(await holder()).toBeNull();
    // Well before the sweep, which comes every 5 s.
    await expect.poll(holder, { timeout: 2500, interval: 50 }).toBe(dora.userId);
    await givingOut.stop();
  });

  it('gives somebody else the next when what was meant for them was taken by hand in that moment', async () => {
    const [dora, emil] = [await account.agent('Dora'), await account.agent('Emil')];
    const roomIds = await waitingVisitors(8);
    const { deps } = await ready(emil);
    const givingOut = startGivingOut(database.db, deps.bus, deps.log);
    const takeByHand = async (tx: Tx, roomId: string) => {
      const { conversation_id: conversationId } = await tx
        .selectFrom('waiting')
        .select('conversation_id')
        .where('room_id', '=', roomId)
        .executeTakeFirstOrThrow();
      await assignByPerson(tx, dora, { roomId, conversationId, userId: dora.userId, expectedUserId: null });
    };
    await inRooms(database.db, account.accountId, async (tx) => {
      for (const roomId of roomIds.slice(0, 3).toSorted()) await takeByHand(tx, roomId);
      deps.bus.publish('waiting', { accountId: account.accountId });
      // The round has read what waits, and waits for the rooms that are being taken.
      await new Promise((resolve) => setTimeout(resolve, 400));
    });
    const heldBy = async (agent: Actor) => [...(await holders()).values()].filter((holder) => holder === agent.userId).length;
    // Well before the sweep, which comes every 5 s.
    await expect.poll(() => heldBy(emil), { timeout: 3000 }).toBe(5);
    expect(await heldBy(dora)).toBe(3);
    await givingOut.stop();
  });

  it('tries again at once when the database refused, and not only at the next look at everything', async () => {
    const dora = await account.agent('Dora');
    await waitingVisitors(1);
    const { deps } = await ready(dora);
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    // A number that is drawn stays drawn, also by a transaction that fails.
    await owner.query(`create sequence refusals; grant usage on sequence refusals to public;
      create function refuse_once() returns trigger language plpgsql as $$ begin
        if nextval('refusals') = 1 then raise exception 'refused' using errcode = 'deadlock_detected'; end if; return new; end $$;
      create trigger refuse_once before update on conversations for each row when (new.state = 'ASSIGNED') execute function refuse_once()`);
    const givingOut = startGivingOut(database.db, deps.bus, deps.log);
    deps.bus.publish('waiting', { accountId: account.accountId });
    // Well before the sweep, which comes every 5 s.
    await expect.poll(async () => [...(await holders()).values()][0], { timeout: 2500, interval: 20 }).toBe(dora.userId);
    expect((await owner.query<{ value: string }>('select last_value as value from refusals')).rows[0]?.value).not.toBe('1');
    await givingOut.stop();
    await owner.end();
  });

  it('gives nothing to who is on a break, busy or offline from the moment in which they are told so, though a round saw them ready', async () => {
    for (const status of ['break', 'busy'] as const) {
      const agent = await account.agent(`Agent on ${status}`);
      const { deps, leases } = await ready(agent);
      await waitingVisitors(1);
      const held = () =>
        database.db
          .reader(account.accountId)
          .selectFrom('conversations')
          .select('id')
          .where('assigned_user_id', '=', agent.userId)
          .execute();
      // The round has chosen this agent, and waits for the room in which somebody writes at that moment.
      const { promise: stands, resolve: letGo } = Promise.withResolvers<void>();
      const { promise: isHeld, resolve: holds } = Promise.withResolvers<void>();
      const writing = database.db.inAccount(account.accountId, async (tx) => {
        await sql`select from rooms where state = 'UNASSIGNED' for update`.execute(tx);
        holds();
        await stands;
      });
      await isHeld;
      const round = giveOut(database.db, account.accountId);
      await waitingForLock();
      let told: number | null = null;
      const telling = setChatStatus(deps, agent, status).then(async () => {
        told = (await held()).length;
      });
      // Whoever needs no turn is told at once.
      await Promise.race([telling, roundTrips(20)]);
      letGo();
      await Promise.all([writing, round, telling]);
      expect([told, (await held()).length]).toEqual([1, 1]);
      await leases.stop();
    }
  });

  it('never gives one conversation to two, though two processes give out at the same moment', async () => {
    const agents = [await account.agent('A'), await account.agent('B'), await account.agent('C')];
    await waitingVisitors(12);
    await ready(...agents);
    const counts = await Promise.all([1, 2, 3].map(() => giveOut(database.db, account.accountId)));
    expect(counts.reduce((sum, { given }) => sum + given, 0)).toBe(12);
    const rows = await database.db
      .reader(account.accountId)
      .selectFrom('events')
      .select('id')
      .where('type', '=', 'USER_ASSIGNED')
      .execute();
    expect(rows).toHaveLength(12);
    const left = await database.db.reader(account.accountId).selectFrom('waiting').select('conversation_id').execute();
    expect(left).toEqual([]);
  });
  it('goes on with two processes at the same time until all agents are full, each conversation once and nobody above it', async () => {
    const agents = [await account.agent('A'), await account.agent('B'), await account.agent('C'), await account.agent('D')];
    await waitingVisitors(30);
    const { deps } = await ready(...agents);
    // Two servers hear of everything over the bus.
    const servers = [startGivingOut(database.db, deps.bus, deps.log), startGivingOut(database.db, deps.bus, deps.log)];
    deps.bus.publish('waiting', { accountId: account.accountId });
    const given = async () => [...(await holders()).values()].filter((holder) => holder !== null).length;
    await expect.poll(given, { timeout: 10_000 }).toBe(20);
    await Promise.all(servers.map((one) => one.stop()));
    const held = Map.groupBy([...(await holders()).values()], (holder) => holder);
    for (const agent of agents) expect(held.get(agent.userId)).toHaveLength(5);
    const { rows } = await sql<{ times: number }>`
      select count(*) as times from events where type = 'USER_ASSIGNED' group by conversation_id`.execute(
      database.db.reader(account.accountId),
    );
    expect(rows.map(({ times }) => times)).toEqual(Array(20).fill(1));
  });
});
