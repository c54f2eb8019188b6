import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Bench } from '../bench.ts';
import { askInTurn, type HttpLine, openLine } from '../http-line.ts';
import { cpuMicros } from '../machine/cpu.ts';
import { connectTo } from '../machine/owner.ts';
import { freePort, startProgram } from '../machine/program.ts';
import { interleave, type Side } from '../rounds.ts';
import { compared } from '../table.ts';
import { hasRequestTracker } from '../yardsticks/request-tracker.ts';
import { openAgentsEnd } from './agents-end.ts';
import { openParleyWebhook } from './parley.ts';
import { type BenchProvider, loopBackProvider, realProviders } from './providers.ts';
import { requestTracker } from './request-tracker.ts';

const BARE = fileURLToPath(new URL('../yardsticks/bare-webhook-server.ts', import.meta.url));
const CONNECTIONS = 32;
/** Providers bring some things twice: one of so many. */
const REPEATED = 50;
const RATE = 'messages/s';
const CPU = 'CPU µs/message';

/** Row 3: from the provider's webhook to the agent's socket; of any provider, and of those that the product has adapters for. */
export async function webhooks(bench: Bench) {
  const count = bench.scaled(4000);
  const sides: Side[] = [];
  try {
    for (const provider of [loopBackProvider, ...realProviders]) sides.push(await parley(bench, count, provider));
    sides.push(await bare(bench, count));
    if (hasRequestTracker()) sides.push(await requestTracker(bench, { rate: RATE, cpu: CPU }));
    const measured = await interleave(
      sides.map((side) => side.contender),
      { product: 'Parley', rounds: bench.rounds, tell: bench.tell },
    );
    const common = { row: 3, workload: 'webhook to socket', ours: 'Parley', yardstick: 'Fastify and pg' };
    return [
      compared({ ...common, measure: RATE, goal: { atLeast: 1.3, stretch: 2 } }, measured),
      compared({ ...common, measure: CPU }, measured),
      compared({ ...common, yardstick: 'Request Tracker', measure: RATE, goal: { atLeast: 300, stretch: 300 } }, measured),
      ...realProviders.flatMap(({ name }) => [
        compared({ ...common, workload: hookOf(name), ours: name, measure: RATE, goal: { atLeast: 1.3, stretch: 2 } }, measured),
        compared({ ...common, workload: hookOf(name), ours: name, measure: CPU }, measured),
      ]),
    ];
  } finally {
    for (const side of sides) await side.close();
  }
}

const hookOf = (name: string) => name.replace(/^Parley, /, 'hook of ');

async function parley({ cluster, profile }: Bench, count: number, provider: BenchProvider): Promise<Side> {
  const secret = randomBytes(16).toString('hex');
  const { server, application, customers, agent, owner, ticket, close } = await openParleyWebhook(cluster, profile, secret, { provider });
  const end = await openAgentsEnd(server.url, ticket);
  const lines = await openLines(server.url);
  let brought = 0;
  const bring = async (line: HttpLine, number: number, by = secret): Promise<number> => {
    const from = customers[Math.max(0, number) % customers.length] as string;
    return (await line.ask({ method: 'POST', ...provider.call({ number, from, text: textOf(number) }, by, application) })).status;
  };
  const forged = await bring(lines[0] as HttpLine, -1, 'another secret');
  if (forged !== provider.refusal) throw new Error(`a forged delivery was answered ${forged}`);
  return {
    contender: {
      name: provider.name,
      async round() {
        const first = brought;
        brought += count;
        const arrived = end.expect(first, count, customers.length);
        const before = cpuMicros([server.pid, cluster.pid]);
        const began = performance.now();
        await askInTurn(count, lines, async (line, index) => {
          const statuses = [await bring(line, first + index)];
          if (index % REPEATED === 0) statuses.push(await bring(line, first + index));
          if (statuses.some((status) => status !== 200)) throw new Error(`Parley answered ${statuses}`);
        });
        await arrived;
        const seconds = (performance.now() - began) / 1000;
        const cpu = (cpuMicros([server.pid, cluster.pid]) - before) / count;
        await requireStored(owner, agent.accountId, brought);
        return { [RATE]: count / seconds, [CPU]: cpu };
      },
    },
    async close() {
      end.close();
      for (const line of lines) line.close();
      await close();
    },
  };
}

const textOf = (number: number) => `~${number}~ Good morning, is the blue one in stock, and when would it be here?`;

/** Each message is one event, and nothing is left to do. */
async function requireStored(owner: pg.Client, accountId: string, brought: number): Promise<void> {
  const { rows } = await owner.query<{ events: number; messages: number; waiting: number }>(
    `select count(*)::int as events, count(distinct message ->> 'text')::int as messages,
       (select count(*)::int from raw_inbound where state = 'QUARANTINED') as waiting
     from events where account_id = $1 and message ->> 'text' like '~%'`,
    [accountId],
  );
  const { events, messages, waiting } = rows[0] ?? { events: 0, messages: 0, waiting: 0 };
  if (events !== brought || messages !== brought || waiting > 0)
    throw new Error(`of ${brought} messages ${messages} are stored, as ${events} events, and ${waiting} are in quarantine`);
}

async function bare({ cluster }: Bench, count: number): Promise<Side> {
  const database = await cluster.create('bare_webhook');
  const env = { DATABASE_URL: database.ownerUrl, PORT: String(await freePort()) };
  const program = await startProgram(BARE, { name: 'bare-webhook', folder: cluster.folder, env });
  const owner = await connectTo(database.ownerUrl);
  const lines = await openLines(program.url);
  let brought = 0;
  return {
    contender: {
      name: 'Fastify and pg',
      async round() {
        const before = cpuMicros([program.pid, cluster.pid]);
        const first = brought;
        const { rate } = await askInTurn(count, lines, async (line, index) => {
          const body = JSON.stringify({ id: `bench-${first + index}`, from: '+359880000001', name: 'Maria', text: textOf(first + index) });
          const { status } = await line.ask({ method: 'POST', path: '/webhook', headers: { 'content-type': 'application/json' }, body });
          if (status !== 200) throw new Error(`the bare server answered ${status}`);
        });
        brought += count;
        const cpu = (cpuMicros([program.pid, cluster.pid]) - before) / count;
        const { rows } = await owner.query<{ count: number }>('select count(*)::int as count from deliveries');
        if (rows[0]?.count !== brought) throw new Error(`the bare server stored ${rows[0]?.count} of ${brought}`);
        return { [RATE]: rate, [CPU]: cpu };
      },
    },
    async close() {
      for (const line of lines) line.close();
      await owner.end();
      await program.stop();
    },
  };
}

const openLines = (origin: string) => Promise.all(Array.from({ length: CONNECTIONS }, () => openLine(origin)));
