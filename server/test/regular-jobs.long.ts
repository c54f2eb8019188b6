import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { SUPERUSER } from '../../scripts/postgres-cluster.mjs';
import { databaseUrl } from '../../scripts/postgres-roles.mjs';
import type { Actor } from '../src/accounts/index.ts';
import { newId } from '../src/platform/clock.ts';
import { receiveText, sendText, takeAs } from '../src/rooms/index.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { missingNats, type TestNats, testNats } from './nats.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from './people.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { TestVisitor } from './visitor.ts';

/**
 * What is done regularly (the jobs of the crontab, and the looks of every few seconds) over two real server processes on one database: once, with NATS and
 * without, also when the process that does it is killed in the middle.
 */
const without = missingNats();
/** Every minute's job of the product of which the test can tell whether it was done once. */
const SILENCE = 'routing:silence';

let nats: TestNats;
let database: TestDatabase;
let owner: pg.Client;
/** Holds a lock before which whoever does a job has to wait: what others do meanwhile is seen by another connection alone. */
let holder: pg.Client;
/** Sees from where others are connected. */
let superuser: pg.Client;
let account: TestAccount;
let rooms: TestRooms;
let dora: Actor;
let folder: string;
let servers: [ServerProcess, ServerProcess];
let start: (place: 0 | 1) => Promise<ServerProcess>;

beforeAll(async () => {
  if (without !== undefined) return;
  nats = await testNats();
  await nats.start();
  database = await freshDatabase();
  account = await givenAccount(database.db);
  rooms = givenRooms(database.db);
  dora = await account.agent('Dora');
  owner = new pg.Client({ connectionString: database.ownerUrl });
  holder = new pg.Client({ connectionString: database.ownerUrl });
  const { secret, port } = inject('postgres');
  const name = new URL(database.ownerUrl).pathname.slice(1);
  superuser = new pg.Client({ connectionString: databaseUrl({ secret, port, role: SUPERUSER, database: name }) });
  await Promise.all([owner.connect(), holder.connect(), superuser.connect()]);
  folder = mkdtempSync(join(tmpdir(), 'parley-regular-'));
  const ports = [await freePort(), await freePort()] as const;
  const env = {
    PARLEY_PORT: String(ports[0]),
    PARLEY_DATA: folder,
    PARLEY_SECRET: secret,
    PARLEY_EMBEDDED_DATABASE_URL: database.ownerUrl,
    PARLEY_DEMO: 'off',
    PARLEY_LOG_LEVEL: 'warn',
    PARLEY_NATS_URL: nats.url,
  };
  start = (place) => startServerProcess({ port: ports[place], folder, env });
  servers = [await start(0), await start(1)];
  await noteJobs();
  await owner.query(`update accounts set settings = settings || '{"silentMinutes": 5, "warningMinutes": null}' where id = $1`, [
    account.accountId,
  ]);
}, 180_000);
afterAll(async () => {
  if (without !== undefined) return;
  await nats.kill();
  await Promise.all((servers ?? []).map((one) => one.stop()));
  await Promise.all([owner?.end(), holder?.end(), superuser?.end()]);
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** Of each job that comes and of each time that somebody takes it a line, by the table's own triggers: what is done is deleted. */
async function noteJobs(): Promise<void> {
  await owner.query(`
    create table noted_jobs (id bigint, task text, run_at timestamptz, what text, by_pool text, at timestamptz default clock_timestamp());
    create function note_job() returns trigger language plpgsql security definer as $$
    begin
      if tg_op = 'UPDATE' and new.locked_by is not distinct from old.locked_by then return null; end if;
      insert into noted_jobs (id, task, run_at, what, by_pool)
      select new.id, t.identifier, new.run_at, case when tg_op = 'INSERT' then 'COMES' when new.locked_by is null then 'LEFT' else 'TAKEN' end, new.locked_by
      from graphile_worker._private_tasks t where t.id = new.task_id;
      return null;
    end $$;
    create trigger noted after insert or update of locked_by on graphile_worker._private_jobs for each row execute function note_job();
    create function note_done() returns trigger language plpgsql security definer as $$
    begin
      insert into noted_jobs (id, task, run_at, what, by_pool)
      select old.id, t.identifier, old.run_at, 'DONE', old.locked_by from graphile_worker._private_tasks t where t.id = old.task_id;
      return null;
    end $$;
    create trigger noted_done after delete on graphile_worker._private_jobs for each row execute function note_done()`);
}

interface Noted {
  id: string;
  comes: number;
  taken: number;
  done: number;
}
/** The silence's jobs since a moment, oldest first: how often each came, was taken and was done. */
async function jobsSince(since: Date): Promise<Noted[]> {
  const { rows } = await owner.query<Noted>(
    `select id::text, (count(*) filter (where what = 'COMES'))::integer as comes, (count(*) filter (where what = 'TAKEN'))::integer as taken,
       (count(*) filter (where what = 'DONE'))::integer as done
     from noted_jobs where task = $1 group by id having min(at) >= $2 order by noted_jobs.id`,
    [SILENCE, since],
  );
  return rows;
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const now = async () => (await owner.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]?.now as Date;

/** So many conversations that wait, of visitors who came to either server. Nobody is there who would get them. */
async function givenWaiting(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const at = servers[n % 2] as ServerProcess;
    const visitor = await TestVisitor.arrive(at.origin, account.widgetId);
    expect((await visitor.say(`Is anybody there? ${newId()}`)).status).toBe(200);
  }
  const { rows } = await owner.query<{ conversation_id: string }>(
    'select conversation_id from waiting where account_id = $1 order by since desc limit $2',
    [account.accountId, count],
  );
  for (const row of rows) ids.push(row.conversation_id);
  expect(ids).toHaveLength(count);
  return ids;
}

/** How many entries of a kind each of these conversations has. */
async function entriesOf(type: string, ids: readonly string[]): Promise<number[]> {
  const { rows } = await owner.query<{ count: number }>(
    `select (select count(*)::integer from events e where e.conversation_id = c.id and e.type = $1) as count
     from unnest($2::uuid[]) with ordinality as c(id, place) order by place`,
    [type, ids],
  );
  return rows.map(({ count }) => count);
}

interface Talk {
  id: string;
  roomId: string;
}
/** Conversations that Dora holds and has answered, in the order of their ids. */
async function givenTalks(count: number): Promise<Talk[]> {
  const talks: Talk[] = [];
  for (let n = 0; n < count; n++) {
    const visitor = await account.visitor('Maria');
    const { roomId, contactChannelId: channelId } = visitor;
    await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
    await takeAs(rooms.deps, dora, roomId);
    await sendText(rooms.deps, dora, { roomId, channelId, text: 'Good day', clientMessageId: messageId() });
    const { rows } = await owner.query<{ id: string }>('select id from conversations where room_id = $1', [roomId]);
    talks.push({ id: rows[0]?.id ?? '', roomId });
  }
  return talks.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
/** All of that was an hour ago: the next look resolves them. */
async function wereLongAgo(talks: readonly Talk[]): Promise<void> {
  const ids = talks.map(({ id }) => id);
  const ago = `now() - interval '1 hour'`;
  const on = database.db.reader(account.accountId);
  await on
    .updateTable('events')
    .set({ created_at: sql<string>`${sql.raw(ago)}` })
    .where('conversation_id', 'in', ids)
    .execute();
  await on
    .updateTable('conversations')
    .set({ assigned_at: sql<string>`${sql.raw(ago)}` })
    .where('id', 'in', ids)
    .execute();
}

/** Which of the servers waits for a lock that this backend of the database holds. */
async function whoWaitsFor(backend: number): Promise<ServerProcess | undefined> {
  const { rows } = await superuser.query<{ client_port: number }>(
    'select client_port from pg_stat_activity where datname = current_database() and $1 = any(pg_blocking_pids(pid))',
    [backend],
  );
  const ports = new Set(rows.map(({ client_port }) => client_port));
  return servers.find(({ pid }) => [...portsOf(pid)].some((port) => ports.has(port)));
}

/** The one that stands before a lock as soon as one does: it has begun the job. */
async function whoeverBegins(backend: number): Promise<ServerProcess> {
  for (const until = Date.now() + 90_000; Date.now() < until; await pause(100)) {
    const found = await whoWaitsFor(backend);
    if (found !== undefined) return found;
  }
  throw new Error('none of the servers has begun the job');
}

/** The ports of this machine from which a process speaks. */
function portsOf(pid: number): Set<number> {
  const own = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        // Closed meanwhile.
        return [];
      }
    }),
  );
  const lines = ['tcp', 'tcp6'].flatMap((kind) => readFileSync(`/proc/${pid}/net/${kind}`, 'utf8').trim().split('\n').slice(1));
  return new Set(
    lines.flatMap((line) => {
      const parts = line.trim().split(/\s+/);
      return own.has(parts[9] ?? '') ? [Number.parseInt(parts[1]?.split(':')[1] ?? '', 16)] : [];
    }),
  );
}

const isWithNats = (is: boolean) =>
  expect
    .poll(
      async () =>
        Promise.all(
          servers.map(async ({ origin }) => {
            const { dependencies } = (await (await fetch(`${origin}/health/ready`)).json()) as { dependencies: { bus: { state: string } } };
            return dependencies.bus.state;
          }),
        ),
      { timeout: 20_000 },
    )
    .toEqual(Array(2).fill(is ? 'up' : 'down'));

for (const withNats of [true, false])
  describe.skipIf(without)(`over two processes, ${withNats ? 'with NATS' : 'while NATS is away'}`, () => {
    beforeAll(async () => {
      if (!withNats) await nats.kill();
    });
    afterAll(async () => {
      if (!withNats) await nats.start();
    });

    // One that failed leaves nobody waiting.
    afterEach(async () => {
      await holder.query('rollback');
    });

    it('what is done regularly is done once', async () => {
      await isWithNats(withNats);
      const since = await now();
      const second = newId();
      await owner.query(`insert into queues (id, account_id, name) values ($1, $2, $3)`, [
        second,
        account.accountId,
        `Further ${messageId()}`,
      ]);
      const waiting = await givenWaiting(8);
      const talks = await givenTalks(4);
      await wereLongAgo(talks);
      const silent = talks.map(({ id }) => id);
      // Both look every five seconds after what has waited too long.
      await owner.query(`update queues set overflow_queue_id = $1, overflow_minutes = 1 where id = $2`, [second, account.queueId]);
      await owner.query(
        `update waiting set since = now() - interval '10 minutes', entered_at = now() - interval '10 minutes' where conversation_id = any($1::uuid[])`,
        [waiting],
      );
      await expect.poll(() => entriesOf('ENTER_QUEUE', waiting), { timeout: 30_000 }).toEqual(waiting.map(() => 2));
      await expect
        .poll(async () => (await jobsSince(since)).filter(({ done }) => done > 0).length, { timeout: 140_000 })
        .toBeGreaterThan(1);
      // Whoever else was to do the same has had its turn.
      await pause(11_000);
      expect(await entriesOf('ENTER_QUEUE', waiting)).toEqual(waiting.map(() => 2));
      expect(await entriesOf('AUTO_RESOLVE', silent)).toEqual(silent.map(() => 1));
      const jobs = await jobsSince(since);
      for (const job of jobs.filter(({ done }) => done > 0)) expect(job).toMatchObject({ comes: 1, taken: 1, done: 1 });
    }, 240_000);

    it('the job of one that is killed in the middle is done by the other, once', async () => {
      await isWithNats(withNats);
      const talks = await givenTalks(5);
      const silent = talks.map(({ id }) => id);
      // Whoever does it next resolves two, and stands before the third.
      await holder.query('begin');
      await holder.query('select from rooms where id = $1 for update', [talks[2]?.roomId]);
      const since = await now();
      await wereLongAgo(talks);
      const backend = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
      const killed = await whoeverBegins(backend.rows[0]?.pid ?? 0);
      await killed.kill();
      const done = await owner.query<{ count: number }>(
        `select count(*)::integer as count from events where type = 'AUTO_RESOLVE' and conversation_id = any($1::uuid[])`,
        [silent],
      );
      expect(done.rows[0]?.count).toBe(2);
      await holder.query('commit');
      const place = servers[0] === killed ? 0 : 1;
      await expect.poll(() => entriesOf('AUTO_RESOLVE', silent), { timeout: 90_000 }).toEqual(silent.map(() => 1));
      // What was begun is begun again by the other, and what comes after it is done as well. Some may have come and gone before they were silent.
      const finished = async () => (await jobsSince(since)).filter(({ done }) => done > 0);
      const taken = async () => (await finished()).map((job) => job.taken).join('');
      await expect.poll(taken, { timeout: 140_000 }).toMatch(/^1*21+$/);
      for (const job of await finished()) expect(job).toMatchObject({ comes: 1, done: 1 });
      expect(await entriesOf('AUTO_RESOLVE', silent)).toEqual(silent.map(() => 1));
      servers[place] = await start(place);
    }, 300_000);
  });
