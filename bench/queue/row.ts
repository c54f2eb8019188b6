import type { AgentReceives } from '@parley/contract';
import type { Bench } from '../bench.ts';
import { openLine } from '../http-line.ts';
import { cpuMicros } from '../machine/cpu.ts';
import { connectTo } from '../machine/owner.ts';
import { findPgbench, runPgbench } from '../reads/pgbench.ts';
import { interleave, type Side } from '../rounds.ts';
import { compared } from '../table.ts';
import { AGENTS, openParleyQueue, type ParleyQueue } from './parley.ts';
import { openSupervisor } from './supervisor.ts';

const RATE = 'assignments/s';
const CPU = 'CPU µs/assignment';
const LONGEST = 'longest wait of a free agent, ms';
const WAITING = 20_000;
/** Chats that fill an agent by the usual weights. */
const FILLED = 5;
/** So many agents become free, one after the other, at this pace. */
const FREED = 100;
const EVERY = 50;
const CLIENTS = 8;
const SECONDS = 3;
/** More than pgbench can take in its time. */
const LINE = 60_000;
const GIVES_UP_AFTER = 600_000;

/** Row 10: a queue of 200 agents in which 20,000 wait. */
export async function queue(bench: Bench) {
  const pgbench = findPgbench();
  if (!pgbench)
    bench.tell('pgbench is not installed: npm run bench:peers installs it where that can be done; without it the rate is shown alone');
  const sides: Side[] = [];
  try {
    bench.tell('filling in those who wait');
    sides.push(await parley(bench));
    if (pgbench) sides.push(await bare(bench, pgbench));
    const measured = await interleave(
      sides.map(({ contender }) => contender),
      { product: 'Parley', rounds: bench.rounds, tell: bench.tell },
    );
    const common = { row: 10, workload: 'queue of 200 agents', ours: 'Parley', yardstick: 'SKIP LOCKED in pgbench' };
    return [
      compared({ ...common, measure: RATE, goal: { atLeast: 0.3, stretch: 0.5 } }, measured),
      compared({ ...common, measure: CPU }, measured),
      compared({ ...common, yardstick: '', measure: LONGEST, limit: { atMost: 100, stretch: 60, unit: 'ms' } }, measured),
    ];
  } finally {
    for (const side of sides) await side.close();
  }
}

async function parley(bench: Bench): Promise<Side> {
  const customers = bench.scaled(WAITING);
  const parley = await openParleyQueue(bench.cluster, bench.profile, customers);
  const { owner, server, tokens } = parley;
  const line = await openLine(server.url);
  const becomeReady = async () => {
    await owner.query("update user_presence set chat_status = 'ready' where user_id in (select user_id from queue_members)");
    const headers = { authorization: `Bearer ${tokens.agent}`, 'content-type': 'application/json' };
    const { status } = await line.ask({ method: 'PUT', path: '/api/users/me/chat-status', headers, body: '{"status":"ready"}' });
    if (status !== 200) throw new Error(`the chat status was answered ${status}`);
  };
  const count = async (where: string): Promise<number> =>
    (await owner.query<{ count: number }>(`select count(*)::int as count from ${where}`)).rows[0]?.count ?? 0;
  const until = async (is: () => Promise<boolean>) => {
    const begun = performance.now();
    while (!(await is())) {
      if (performance.now() - begun > GIVES_UP_AFTER) throw new Error('what waits was not given out');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    contender: {
      name: 'Parley',
      async round() {
        await parley.again();
        const eventsBefore = await count("events where type = 'USER_ASSIGNED'");
        await becomeReady();
        await until(async () => (await count('waiting')) === customers - AGENTS * FILLED);
        const longest = await longestFree(parley);
        // Everybody gets the rest, to the last of their places: 200 × 100 by these weights.
        await owner.query(`update accounts set settings = '{"capacityWeights": {"LIVECHAT": 1}}'`);
        const left = await count('waiting');
        const before = cpuMicros([server.pid, bench.cluster.pid]);
        const began = performance.now();
        await becomeReady();
        await until(async () => (await owner.query('select from waiting limit 1')).rows.length === 0);
        const seconds = (performance.now() - began) / 1000;
        const cpu = (cpuMicros([server.pid, bench.cluster.pid]) - before) / left;
        await requireGiven(parley, customers, (await count("events where type = 'USER_ASSIGNED'")) - eventsBefore);
        return { [RATE]: left / seconds, [CPU]: cpu, [LONGEST]: longest };
      },
    },
    async close() {
      line.close();
      await parley.close();
    },
  };
}

/**
 * Of agents who are full while thousands wait, one after the other becomes free: from the answer to what ends their conversation until the
 * supervisor, who looks on, is told of the next one that they have. The longest of these times.
 */
async function longestFree({ owner, server, tokens }: ParleyQueue): Promise<number> {
  const { rows } = await owner.query<{ room_id: string; id: string; assigned_user_id: string }>(
    `select distinct on (assigned_user_id) assigned_user_id, room_id, id from conversations where state = 'ASSIGNED' order by assigned_user_id, id limit ${FREED}`,
  );
  const freeAt = new Map<string, number>();
  const hadAt = new Map<string, number>();
  const socket = await openSupervisor(server.url, tokens.supervisor, (frame) => {
    const person = assignedIn(frame);
    if (person !== null && !hadAt.has(person)) hadAt.set(person, performance.now());
  });
  const resolved = rows.map(async ({ room_id: roomId, id: conversationId, assigned_user_id: person }, at) => {
    await new Promise((resolve) => setTimeout(resolve, at * EVERY));
    const type = await socket.ask('Resolve', { roomId, conversationId });
    if (type !== 'Ack') throw new Error(`Resolve was answered ${type}`);
    freeAt.set(person, performance.now());
  });
  await Promise.all(resolved);
  const late = performance.now() + 10_000;
  while (hadAt.size < rows.length && performance.now() < late) await new Promise((resolve) => setTimeout(resolve, 5));
  socket.close();
  if (rows.length !== FREED || hadAt.size !== FREED)
    throw new Error(`of ${rows.length} agents who became free ${hadAt.size} had another one`);
  return Math.max(...[...hadAt].map(([person, at]) => Math.max(0, at - (freeAt.get(person) ?? Number.POSITIVE_INFINITY))));
}

/** Who was given a conversation, by this frame; null: none. */
function assignedIn(frame: AgentReceives): string | null {
  if (frame.type !== 'Assign') return null;
  const { eventData, modifiedParticipants } = frame.payload.event;
  return eventData.type === 'USER_ASSIGNED' ? (modifiedParticipants[0]?.id ?? null) : null;
}

/** Each was given once and is told once, nobody holds more than they have room for, and nothing waits. */
async function requireGiven({ owner }: ParleyQueue, customers: number, told: number): Promise<void> {
  const { rows } = await owner.query<{ held: number; resolved: number; waiting: number; most: number; taking: number }>(
    `select (select count(*) from conversations where state = 'ASSIGNED')::int as held,
       (select count(*) from conversations where state = 'RESOLVED')::int as resolved, (select count(*) from waiting)::int as waiting,
       (select max(n) from (select count(*)::int as n from conversations where state = 'ASSIGNED' group by assigned_user_id) held) as most,
       (select count(*) from participants where type = 'USER')::int as taking`,
  );
  const { held = 0, resolved = 0, waiting = 0, most = 0, taking = 0 } = rows[0] ?? {};
  const isRight = held + resolved === customers && told === customers && waiting === 0 && most <= 100 && taking === held;
  if (!isRight)
    throw new Error(`of ${customers} ${held} are held, ${resolved} resolved, ${waiting} wait, ${told} are told; somebody holds ${most}`);
}

/** The simplest queue that there is: one row is locked past those that others have locked, and given to somebody. */
async function bare({ cluster }: Bench, program: string): Promise<Side> {
  const database = await cluster.create('bare_queue');
  const owner = await connectTo(database.superUrl);
  await owner.query(`create table line (id bigint primary key, place bigint not null, holder integer);
    create index line_waiting on line (place) where holder is null;
    grant select, update on line to public;
    insert into line select n, n from generate_series(1, ${LINE}) n`);
  const script = `\\set agent random(1, ${AGENTS})
begin;
select id from line where holder is null order by place limit 1 for update skip locked \\gset
update line set holder = :agent where id = :id;
commit;
`;
  return {
    contender: {
      name: 'SKIP LOCKED in pgbench',
      async round() {
        await owner.query('update line set holder = null');
        await owner.query('vacuum analyze line');
        const before = cpuMicros([cluster.pid]);
        const { count, rate } = await runPgbench({
          program,
          url: database.ownerUrl,
          accountId: '',
          folder: cluster.folder,
          name: 'queue',
          script,
          clients: CLIENTS,
          seconds: SECONDS,
        });
        return { [RATE]: rate, [CPU]: (cpuMicros([cluster.pid]) - before) / count };
      },
    },
    close: () => owner.end(),
  };
}
