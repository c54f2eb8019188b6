import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Bench } from './bench.ts';
import { manyRooms, oneRoom } from './chat/rows.ts';
import { startCluster } from './machine/cluster.ts';
import { dearestStatements } from './machine/statements.ts';
import { agentsPage } from './page/row.ts';
import { queue } from './queue/row.ts';
import { reads } from './reads/row.ts';
import { reconnect } from './reconnect/row.ts';
import { markdown, type TableRow } from './table.ts';
import { webhooks } from './webhook/row.ts';
import { visitorsWidget } from './widget/row.ts';

// `npm run bench [-- rows] [--quick] [--profile folder]`: the table, or some rows of it; --quick with a quarter of the counts.
const ROUNDS = 5;
const ROWS: Record<string, (bench: Bench) => Promise<Array<TableRow | null>>> = {
  1: oneRoom,
  2: manyRooms,
  3: webhooks,
  4: reads,
  5: agentsPage,
  6: visitorsWidget,
  7: reconnect,
  10: queue,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, profile: { type: 'string' } },
});
const write = (text: string) => process.stdout.write(`${text}\n`);
const wanted = positionals.length > 0 ? positionals : Object.keys(ROWS);
const unknown = wanted.filter((row) => !(row in ROWS));
if (unknown.length > 0) {
  write(`There is no row ${unknown.join(', ')}; there are ${Object.keys(ROWS).join(', ')}.`);
  process.exit(1);
}
if (values.profile !== undefined) mkdirSync(values.profile, { recursive: true });

const began = performance.now();
const seconds = () => ((performance.now() - began) / 1000).toFixed(0).padStart(4);
write(`Node.js ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}`);
const cluster = await startCluster();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    write(`stopped by ${signal}`);
    cluster.stop().finally(() => process.exit(1));
  });
}
const table: TableRow[] = [];
let failed = false;
try {
  for (const row of wanted) {
    const bench: Bench = {
      cluster,
      scaled: (count) => (values.quick ? Math.ceil(count / 4) : count),
      rounds: ROUNDS,
      profile: values.profile,
      tell: (text) => write(`${seconds()} s  row ${row}: ${text}`),
    };
    try {
      if (values.profile !== undefined) await dearestStatements(cluster);
      table.push(...((await ROWS[row]?.(bench)) ?? []).filter((line) => line !== null));
      if (values.profile !== undefined) writeFileSync(join(values.profile, `row-${row}.statements.txt`), await dearestStatements(cluster));
    } catch (error) {
      // The other rows are worth their time all the same; the run as a whole has failed.
      failed = true;
      write(`row ${row} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }
} finally {
  await cluster.stop();
}
write(`\n${markdown(table)}`);
process.exit(failed ? 1 : 0);
