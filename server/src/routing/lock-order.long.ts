import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId } from '../../test/people.ts';
import type { Actor } from '../accounts/index.ts';
import { newId } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/database.ts';
import { createHub } from '../platform/hub.ts';
import { openLog } from '../platform/log.ts';
import { Problem } from '../platform/problem.ts';
import { inRooms, receiveText, resolveAs, takeAs } from '../rooms/index.ts';
import { giveBackOfAway } from './away.ts';
import { giveOut } from './give-out.ts';
import { goOffline } from './go-offline.ts';
import { moveOn } from './overflow.ts';
import { keepPresence, setChatStatus } from './presence.ts';
import { transferConversation } from './transfer.ts';
import { endWrapUp, keepWrapUp } from './wrap-up.ts';

const LASTS = 6000;
/** On a busy machine it goes on until everything has been done, but no longer than this. */
const LASTS_AT_MOST = 20_000;
const KINDS = ['write', 'give out', 'move on', 'take', 'resolve', 'hand on', 'status', 'come and go'];
const RENEWED_EVERY = 40;

let database: TestDatabase;
let db: Database;
let owner: pg.Client;
let closed: Promise<void> | undefined;
/** Each connection tells as it ends what the database counts of it. */
const close = () => (closed ??= db.close());
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase(database.appUrl, 24);
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await close();
  await owner.end();
  await database.drop();
});

const oneOf = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T;

it('nobody meets anybody in a deadlock, no lease is lost and nothing stands half, whatever people and queues do at once', async () => {
  const account = await givenAccount(db);
  const { accountId, queueId } = account;
  const rooms = givenRooms(db);
  const hub = createHub(rooms.bus);
  keepWrapUp(db, hub);
  const deps = { db, bus: rooms.bus, hub, log: openLog('silent') };
  const repairs = newId();
  await db.inAccount(accountId, async (tx) => {
    await tx.insertInto('queues').values({ id: repairs, account_id: accountId, name: 'Repairs', wrap_up_seconds: 1 }).execute();
    await tx
      .updateTable('queues')
      .set({ wrap_up_seconds: 1, overflow_queue_id: repairs, overflow_minutes: 1 })
      .where('id', '=', queueId)
      .execute();
  });
  const people: Actor[] = [];
  for (let count = 0; count < 10; count++) people.push(await account.agent(`Agent ${count}`, { role: count < 3 ? 'supervisor' : 'agent' }));
  const leaver = await account.agent('Leaver');
  const everybody = [...people, leaver];
  await db.inAccount(accountId, (tx) =>
    sql`insert into queue_members (account_id, queue_id, user_id) select account_id, ${repairs}, user_id from queue_members`.execute(tx),
  );
  const visitors = await Promise.all(Array.from({ length: 30 }, (_, count) => account.visitor(`Visitor ${count}`)));
  const servers = [1, 2].map(() => keepPresence(deps, newId(), RENEWED_EVERY));
  for (const server of servers) for (const person of people) await server.arrived(person);
  for (const person of everybody) await setChatStatus(deps, person, 'ready');

  const faults: unknown[] = [];
  const done = new Map<string, number>();
  let oldestLease = 0;
  const began = Date.now();
  const isOver = () => {
    const lasted = Date.now() - began;
    return lasted > LASTS_AT_MOST || (lasted > LASTS && KINDS.every((what) => done.has(what)));
  };
  const repeat = async (what: string, work: () => Promise<unknown>) => {
    while (!isOver()) {
      await work().then(
        () => done.set(what, (done.get(what) ?? 0) + 1),
        (error: unknown) => error instanceof Problem || faults.push(error),
      );
    }
  };
  const standing = (roomId: string) =>
    db
      .reader(accountId)
      .selectFrom('conversations')
      .select(['id', 'assigned_user_id', 'queue_id'])
      .where('room_id', '=', roomId)
      .where('state', '<>', 'RESOLVED')
      .executeTakeFirst();
  const handOn = async () => {
    const { roomId } = oneOf(visitors);
    const found = await standing(roomId);
    if (found === undefined) return;
    const to =
      Math.random() < 0.5
        ? ({ type: 'USER', userId: oneOf(people).userId } as const)
        : ({ type: 'QUEUE', queueId: oneOf([queueId, repairs]) } as const);
    const where = { roomId, conversationId: found.id, expectedUserId: found.assigned_user_id, expectedQueueId: found.queue_id };
    await inRooms(db, accountId, (tx) =>
      transferConversation(tx, rooms.bus, oneOf(people.slice(0, 3)), { ...where, to, note: 'Yours', clientTransferId: messageId() }),
    );
  };
  const changeStatus = async () => {
    const person = oneOf(people);
    const choice = Math.random();
    if (choice < 0.1) await goOffline(deps, person, true);
    else if (choice < 0.3) await setChatStatus(deps, person, 'busy');
    else if (choice < 0.5) await endWrapUp(deps, person);
    else await setChatStatus(deps, person, 'ready');
  };
  /** Is here for a moment, and then was away for an hour. */
  const comeAndGo = async () => {
    const server = oneOf(servers);
    await server.arrived(leaver);
    server.left(leaver);
    await giveBackOfAway(db, rooms.bus);
    await owner.query("update absences set gone_since = gone_since - interval '1 hour'");
    await giveBackOfAway(db, rooms.bus);
  };
  const age = sql<{ age: number }>`
    select extract(epoch from clock_timestamp() - min(renewed_at))::double precision as age from presence_leases where user_id <> ${leaver.userId}`;
  await Promise.all([
    repeat('write', () => receiveText(rooms.deps, { ...oneOf(visitors), text: 'Hello', clientMessageId: messageId() })),
    repeat('write', () => receiveText(rooms.deps, { ...oneOf(visitors), text: 'Again', clientMessageId: messageId() })),
    repeat('give out', () => giveOut(db, accountId)),
    repeat('move on', async () => {
      await db.inAccount(accountId, (tx) =>
        sql`update waiting set entered_at = entered_at - interval '1 hour' where room_id = ${oneOf(visitors).roomId}`.execute(tx),
      );
      await moveOn(db, accountId);
    }),
    ...[1, 2, 3].map(() => repeat('take', () => takeAs(rooms.deps, oneOf(people), oneOf(visitors).roomId))),
    ...[1, 2, 3].map(() => repeat('resolve', () => resolveAs(rooms.deps, oneOf(people), oneOf(visitors).roomId))),
    ...[1, 2, 3].map(() => repeat('hand on', handOn)),
    ...[1, 2].map(() => repeat('status', changeStatus)),
    repeat('come and go', comeAndGo),
    repeat('look', async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      oldestLease = Math.max(oldestLease, (await age.execute(db.reader(accountId))).rows[0]?.age ?? Number.POSITIVE_INFINITY);
    }),
  ]);

  expect(faults).toEqual([]);
  for (const what of KINDS) expect([what, done.get(what) ?? 0]).toEqual([what, expect.toSatisfy((count: number) => count > 0)]);
  // Two renewals that were missed would be no harm yet: a lease counts for sixty seconds.
  expect(oldestLease).toBeLessThan(3);
  const leases = await owner.query('select count(*)::integer as count from presence_leases where user_id <> $1', [leaver.userId]);
  expect(leases.rows).toEqual([{ count: people.length * servers.length }]);
  const wrong = await owner.query(`
    select c.id, c.state, c.assigned_user_id, c.queue_id, w.queue_id as waits_in from conversations c left join waiting w on w.conversation_id = c.id
    where (c.state = 'UNASSIGNED') is distinct from (w.conversation_id is not null) or w.queue_id <> c.queue_id
      or (c.state = 'ASSIGNED' and c.assigned_user_id is null) or (c.state = 'UNASSIGNED' and c.assigned_user_id is not null)
      or (c.state = 'ASSIGNED' and not exists (select from participants p where p.room_id = c.room_id and p.type = 'USER' and p.associated_id = c.assigned_user_id))`);
  expect(wrong.rows).toEqual([]);
  const strangers = await owner.query(`
    select p.room_id from participants p join rooms r on r.id = p.room_id and r.type = 'EXTERNAL' where p.type = 'USER' and not exists (
      select from conversations c where c.room_id = p.room_id and c.state = 'ASSIGNED' and c.assigned_user_id = p.associated_id)`);
  expect(strangers.rows).toEqual([]);
  const holes = await owner.query(`
    select r.id from rooms r where r.seq <> (select count(*) from events e where e.room_id = r.id)
      or r.change < (select coalesce(max(e.change), 0) from events e where e.room_id = r.id)`);
  expect(holes.rows).toEqual([]);

  for (const server of servers) await server.stop();
  await rooms.deps.lanes.drained();
  await close();
  const { rows } = await owner.query('select deadlocks::integer as deadlocks from pg_stat_database where datname = current_database()');
  expect(rows).toEqual([{ deadlocks: 0 }]);
}, 120_000);
