import type { Bench } from '../bench.ts';
import { cpuMicros } from '../machine/cpu.ts';
import { type Contender, interleave } from '../rounds.ts';
import { compared } from '../table.ts';
import { type Agent, agentOf, type CameBack } from './agent.ts';
import { openOthers } from './others.ts';
import { openParleyReconnect, ROOMS_EACH } from './parley.ts';

const AGENTS = 500;
/** Who is not cut off and works on. */
const OTHERS = 8;
const BYTES = 'bytes/agent';
const IN_STEP = 'all in step, s';
const SLOWED = 'p99 of others, times that before';
const CPU = 'CPU ms/agent';
const NEW_EVENTS = 5;
/** So long the others are measured before, and at least while everybody comes back. */
const MEASURED = 4000;
const OPENED_AT_ONCE = 20;

/** Row 7: everybody is cut off at once, and comes back to what happened meanwhile. */
export async function reconnect(bench: Bench) {
  const count = bench.scaled(AGENTS);
  bench.tell(`filling in ${count} agents with ${ROOMS_EACH} rooms each, and signing them in`);
  const parley = await openParleyReconnect(bench.cluster, bench.profile, count + OTHERS);
  const { server } = parley;
  const [others, storming] = [parley.people.slice(0, OTHERS), parley.people.slice(OTHERS)];
  const working = await openOthers(server.url, others, ({ number }) => `0000000c-0000-7000-8000-${number.toString(16).padStart(12, '0')}`);
  let round = 0;

  async function storm(back: (agent: Agent, changed: readonly string[]) => Promise<CameBack>) {
    await parley.renewTokens();
    const agents = storming.map((person) => agentOf(server.url, person));
    for (let first = 0; first < agents.length; first += OPENED_AT_ONCE)
      await Promise.all(agents.slice(first, first + OPENED_AT_ONCE).map((agent) => agent.open()));
    const calm = await working.during(async () => {}, MEASURED);
    for (const agent of agents) agent.cut();
    const changed = await parley.write(round++);
    const pids = [server.pid, bench.cluster.pid];
    const cpuBefore = cpuMicros(pids);
    let told: CameBack[] = [];
    let seconds = 0;
    const stormy = await working.during(async () => {
      const began = performance.now();
      told = await Promise.all(agents.map((agent) => back(agent, changed.get(agent.person.number) ?? [])));
      seconds = (performance.now() - began) / 1000;
    }, MEASURED);
    const cpu = (cpuMicros(pids) - cpuBefore) / 1000 / agents.length;
    for (const agent of agents) agent.cut();
    const bytes = told.reduce((sum, one) => sum + one.bytes, 0) / told.length;
    return { sample: { [BYTES]: bytes, [IN_STEP]: seconds, [SLOWED]: stormy / calm, [CPU]: cpu }, told };
  }

  const ours: Contender = {
    name: 'Parley',
    async round() {
      const held = await parley.held();
      const { sample, told } = await storm((agent, changed) => agent.catchUp(held.get(agent.person.number) ?? [], changed));
      const wrong = told.filter(({ events }) => events !== NEW_EVENTS).length;
      if (wrong > 0) throw new Error(`${wrong} of ${told.length} were not told exactly what they missed`);
      return sample;
    },
  };
  const whole: Contender = {
    name: 'full reload',
    round: async () => (await storm((agent, changed) => agent.reload(ROOMS_EACH, changed))).sample,
  };
  try {
    const measured = await interleave([ours, whole], { product: ours.name, rounds: bench.rounds, tell: bench.tell });
    const common = { row: 7, workload: `${count} agents × ${ROOMS_EACH} rooms cut at once`, ours: ours.name, yardstick: whole.name };
    return [
      compared({ ...common, measure: BYTES, goal: { atMost: 0.1, stretch: 0.05 } }, measured),
      compared({ ...common, measure: IN_STEP, limit: { atMost: 5, stretch: 3, unit: 's' } }, measured),
      compared({ ...common, measure: SLOWED, limit: { atMost: 2, stretch: 1.5, unit: 'times' } }, measured),
      compared({ ...common, measure: CPU }, measured),
    ];
  } finally {
    working.close();
    await parley.close();
  }
}
