import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms } from '../../test/people.ts';
import { newId } from '../platform/clock.ts';
import { isDeadlock } from '../platform/deadlock.ts';
import { createHub } from '../platform/hub.ts';
import { openLog } from '../platform/log.ts';
import { keepPresence } from './presence.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

it('a renewal that PostgreSQL ends for the sake of another transaction is done again, and its leases are renewed before', async () => {
  const { db } = database;
  const account = await givenAccount(db);
  const faults: string[] = [];
  const { bus } = givenRooms(db);
  const deps = { db, bus, hub: createHub(bus), log: openLog('warn', { write: (line) => void faults.push(line) }) };
  const server = keepPresence(deps, newId(), 600);
  const people = [await account.agent('Ana'), await account.agent('Boris')];
  for (const person of people) await server.arrived(person);
  const [first, last] = people.map(({ userId }) => userId).toSorted();
  const renewed = (column: string) =>
    sql`select 1 from presence_leases l join user_presence p using (user_id)
      where l.user_id = any(${[first, last]}::uuid[]) and ${sql.ref(column)} > clock_timestamp() - interval '2 seconds'`.execute(
      db.reader(account.accountId),
    );
  const meet = () =>
    db.inAccount(account.accountId, async (tx) => {
      const touch = (id: string | undefined) => sql`update user_presence set last_assigned_at = now() where user_id = ${id}`.execute(tx);
      await touch(last);
      // Until the renewal holds the first and waits for the last; it is the one of the two that looks for deadlocks first.
      const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect
        .poll(async () => (await waiting.execute(db.outsideReader())).rows.length, { interval: 5, timeout: 10_000 })
        .toBeGreaterThan(0);
      expect((await renewed('l.renewed_at')).rows).toHaveLength(2);
      await touch(first);
    });
  // Until it is the renewal that PostgreSQL ends and not this transaction, which it may be on a machine that stands still.
  for (let isOver = false; !isOver; ) {
    isOver = await meet().then(
      () => true,
      (error: unknown) => {
        if (!isDeadlock(error)) throw error;
        return false;
      },
    );
  }
  await expect.poll(async () => (await renewed('p.last_seen_at')).rows.length).toBe(2);
  expect(faults).toEqual([]);
  await server.stop();
  const given = db.reader(account.accountId).selectFrom('user_presence').select('user_id').where('last_assigned_at', 'is not', null);
  expect(await given.execute()).toHaveLength(2);
}, 30_000);
