import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../server/src/platform/database.ts';
import { appUrl } from '../../server/src/platform/migrate.ts';
import { deriveKey, derivePassword } from '../../server/src/platform/secret.ts';
import { createTickets } from '../../server/src/realtime/index.ts';
import { givenAccount } from '../../server/test/people.ts';
import { TestVisitor } from '../../server/test/visitor.ts';
import { startCluster } from '../machine/cluster.ts';
import { startServer } from '../machine/product.ts';
import { figure } from '../table.ts';
import { MESSAGES, SoakAgent, type SoakCounts } from './agent.ts';
import { type Bound, growthOf, type Reading } from './growth.ts';

// `npm run soak [-- --minutes 60 --agents 500 --visitors 200]`: the server under people who come, go, write and lose their line, for as long as it is
// told; fails when anything that it holds goes on growing.
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    agents: { type: 'string', default: '500' },
    visitors: { type: 'string', default: '200' },
  },
});
const number = (name: 'minutes' | 'agents' | 'visitors'): number => {
  const value = Number(values[name]);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0, and is ${values[name]}`);
  return value;
};
const [minutes, agentCount, visitorCount] = [number('minutes'), number('agents'), number('visitors')];

const MEGABYTE = 1024 * 1024;
/** So many looks at the server in a run, however long it is. */
const READINGS = 120;
/** Each visitor writes about this often. */
const WRITES_EVERY = 20_000;
const BOUNDS: readonly Bound[] = [
  { name: 'memory, MB', times: 1.1, least: 20 },
  { name: 'heap, MB', times: 1.1, least: 10 },
  { name: 'timers', times: 1.05, least: 20 },
  { name: 'handles', times: 1.05, least: 20 },
  { name: 'subscriptions', times: 1.05, least: 20 },
];

const write = (text: string) => process.stdout.write(`${text}\n`);
const cluster = await startCluster();
let failed = false;
try {
  failed = !(await soak());
} finally {
  await cluster.stop();
}
process.exit(failed ? 1 : 0);

async function soak(): Promise<boolean> {
  const database = await cluster.create('parley_soak');
  const server = await startServer(cluster, database, undefined, { env: { PARLEY_LOG_LEVEL: 'warn' } });
  const db = openDatabase(appUrl(database.ownerUrl, derivePassword(cluster.secret, 'database:app')), 4);
  const account = await givenAccount(db);
  const tickets = createTickets(db, deriveKey(cluster.secret, 'realtime:ticket'));
  const counts: SoakCounts = { heard: 0, answered: 0, cuts: 0, refused: 0 };
  const agents: SoakAgent[] = [];
  for (let n = 0; n < agentCount; n++) agents.push(new SoakAgent(server.url, await account.agent('Elena'), tickets, counts));
  await db.inAccount(account.accountId, (tx) => tx.updateTable('user_presence').set({ chat_status: 'ready' }).execute());
  const ends = new AbortController();
  const running = agents.map((agent) => agent.run());
  let written = 0;
  const visiting = Array.from({ length: visitorCount }, async () => {
    await pause(Math.random() * WRITES_EVERY);
    while (!ends.signal.aborted) {
      const visitor = await TestVisitor.arrive(server.url, account.widgetId).catch(() => null);
      if (visitor === null) continue;
      await visitor.connect().catch(() => {});
      for (let n = 1; n <= MESSAGES && !ends.signal.aborted; n++) {
        const answer = await visitor.say(`Question ${n}`).catch(() => null);
        if (answer?.status === 200) written++;
        await pause(WRITES_EVERY * (0.5 + Math.random()));
      }
      visitor.leave();
    }
  });
  write(`${agentCount} agents and ${visitorCount} visitors for ${minutes} minutes`);
  const readings: Reading[] = [];
  const every = (minutes * 60_000) / READINGS;
  for (let n = 0; n < READINGS; n++) {
    await pause(every);
    readings.push(await read(server.url, server.pid));
    if (n % 10 === 9)
      write(
        `${(((n + 1) * every) / 60_000).toFixed(1)} min: ${words(readings.at(-1) as Reading)}; ${written} written, ${words({ ...counts })}`,
      );
  }
  ends.abort();
  for (const agent of agents) agent.stop();
  await Promise.all([...running, ...visiting]);
  await db.close();
  await server.stop();
  const growth = growthOf(readings, BOUNDS);
  for (const { name, from, to, isFlat } of growth) write(`${isFlat ? 'flat ' : 'GROWS'}  ${name}: ${figure(from)} → ${figure(to)}`);
  if (written === 0 || counts.answered === 0) throw new Error('nobody wrote or answered: the run says nothing');
  return growth.every(({ isFlat }) => isFlat);
}

/** What the server holds now, by its own measurements and the system's. */
async function read(origin: string, pid: number): Promise<Reading> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const metric = (pattern: RegExp) => [...text.matchAll(pattern)].reduce((sum, match) => sum + Number(match[1]), 0);
  return {
    'memory, MB': (Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024) / MEGABYTE,
    'heap, MB': metric(/^nodejs_heap_size_used_bytes (\S+)$/gm) / MEGABYTE,
    timers: metric(/^nodejs_active_resources\{type="(?:Timeout|Immediate)"\} (\d+)$/gm),
    handles: metric(/^nodejs_active_handles_total (\d+)$/gm),
    subscriptions: metric(/^parley_subscriptions (\d+)$/gm),
  };
}

function words(values: Readonly<Record<string, number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${figure(value)}`)
    .join(', ');
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
