import type { Bench } from '../bench.ts';
import { interleave } from '../rounds.ts';
import { type Comparison, compared } from '../table.ts';
import { openBareChat } from './bare.ts';
import type { Shape } from './chat.ts';
import { type ChatLoad, type ChatSide, CPU, chatContender, RATE, TAIL } from './contender.ts';
import { openEjabberdChat } from './ejabberd.ts';
import { openParleyChat } from './parley.ts';

type Goals = Omit<Comparison, 'row' | 'workload' | 'ours'>;

/** Row 1: one room of fifty people. */
export const oneRoom = (bench: Bench) =>
  chatRow(bench, {
    row: 1,
    workload: 'one room of 50',
    shape: { rooms: 1, people: 50 },
    load: { count: bench.scaled(2000), inFlight: 20, pacedCount: bench.scaled(1000), perSecond: 250 },
    bare: 'single',
    goals: [
      { measure: RATE, yardstick: 'ejabberd', goal: { atLeast: 2, stretch: 3.5 } },
      { measure: CPU, yardstick: 'ejabberd', goal: { atMost: 0.45, stretch: 0.25 } },
      { measure: TAIL, yardstick: 'ejabberd', goal: { atMost: 0.8, stretch: 0.6 } },
      { measure: RATE, yardstick: 'bare, one transaction each' },
      { measure: CPU, yardstick: 'bare, one transaction each' },
      { measure: TAIL, yardstick: 'bare, one transaction each' },
    ],
  });

/** Row 2: a hundred rooms of ten. */
export const manyRooms = (bench: Bench) =>
  chatRow(bench, {
    row: 2,
    workload: '100 rooms of 10',
    shape: { rooms: 100, people: 10 },
    load: { count: bench.scaled(8000), inFlight: 200, pacedCount: bench.scaled(2400), perSecond: 600 },
    bare: 'grouped',
    goals: [
      { measure: RATE, yardstick: 'ejabberd', goal: { atLeast: 2.2, stretch: 3 } },
      { measure: CPU, yardstick: 'ejabberd', goal: { atMost: 0.45, stretch: 0.3 } },
      { measure: TAIL, yardstick: 'ejabberd', goal: { atMost: 0.6, stretch: 0.45 } },
      { measure: RATE, yardstick: 'bare, group commit', goal: { atLeast: 0.55, stretch: 0.75 } },
      { measure: CPU, yardstick: 'bare, group commit' },
      { measure: TAIL, yardstick: 'bare, group commit' },
    ],
  });

async function chatRow(
  bench: Bench,
  parts: { row: number; workload: string; shape: Shape; load: ChatLoad; bare: 'single' | 'grouped'; goals: Goals[] },
) {
  const { cluster, tell } = bench;
  const sides: ChatSide[] = [];
  try {
    tell(`${parts.workload}: letting people in`);
    sides.push(await openParleyChat(cluster, parts.shape, bench.profile));
    sides.push(await openBareChat(cluster, parts.shape, parts.bare));
    const ejabberd = await openEjabberdChat(cluster, parts.shape);
    if (ejabberd) sides.push(ejabberd);
    else tell('ejabberd is not installed: npm run bench:peers installs it where that can be done');
    const contenders = sides.map((side) => chatContender(side, parts.load));
    const measured = await interleave(contenders, { product: 'Parley', rounds: bench.rounds, tell });
    return parts.goals.map((goal) => compared({ ...goal, row: parts.row, workload: parts.workload, ours: 'Parley' }, measured));
  } finally {
    for (const side of sides) await side.close();
  }
}
