import { openSync, readSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { SUPERUSER } from '../../../scripts/postgres-cluster.mjs';
import { databaseUrl } from '../../../scripts/postgres-roles.mjs';

/** A node of a plan as PostgreSQL tells it after the run; rows are per loop. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Rows Removed by Join Filter'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

export interface LoggedPlan {
  query: string;
  root: PlanNode;
}

export interface PlanLog {
  /** A superuser's connection to the database that is watched. */
  superuser: pg.Client;
  /** Every statement, also those inside functions, that sessions opened from now on finish: what was logged since the last call. */
  taken(): LoggedPlan[];
  close(): Promise<void>;
}

/**
 * Lets PostgreSQL itself write down the plan of each statement that sessions of `parley_app` run, as it ran, with rows and
 * buffers (auto_explain). Sessions that are open already are not watched.
 */
export async function watchPlans({ secret, port, database }: { secret: string; port: number; database: string }): Promise<PlanLog> {
  const superuser = new pg.Client({ connectionString: databaseUrl({ secret, port, role: SUPERUSER, database }) });
  await superuser.connect();
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
  };
  for (const [name, value] of Object.entries(settings)) {
    await superuser.query(`alter role parley_app in database "${database}" set ${name} = '${value}'`);
  }
  const { rows } = await superuser.query<{ data_directory: string }>('show data_directory');
  const path = join(dirname((rows[0] as { data_directory: string }).data_directory), 'logs', 'postgres.log');
  const file = openSync(path, 'r');
  let position = statSync(path).size;
  return {
    superuser,
    taken() {
      const bytes = Buffer.alloc(statSync(path).size - position);
      readSync(file, bytes, 0, bytes.length, position);
      // What is being written at this moment is read the next time.
      const end = bytes.lastIndexOf('\n\t}\n');
      const whole = end === -1 ? 0 : end + 4;
      position += whole;
      return plansIn(bytes.subarray(0, whole).toString());
    },
    close: () => superuser.end(),
  };
}

/** An entry is a line that ends in `plan:` and the lines below it, which begin with a tab. */
function plansIn(text: string): LoggedPlan[] {
  return text
    .split(/^[^\t\n]*duration: [^\n]* plan:\n/m)
    .slice(1)
    .flatMap((part) => {
      const lines: string[] = [];
      for (const line of part.split('\n')) {
        if (!line.startsWith('\t')) break;
        lines.push(line);
      }
      const entry = JSON.parse(lines.join('\n')) as { 'Query Text': string; Plan: PlanNode };
      return [{ query: entry['Query Text'], root: entry.Plan }];
    });
}

/** Every node of a plan, the root first. */
export function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** Rows that scans of tables and indexes brought up, also those that a filter then threw away. */
export function rowsRead(plan: LoggedPlan): number {
  return nodesOf(plan.root)
    .filter((node) => node['Node Type'].includes('Scan') && node['Node Type'] !== 'Bitmap Index Scan')
    .filter((node) => node['Relation Name'] !== undefined || node['Index Name'] !== undefined)
    .reduce(
      (sum, node) =>
        sum +
        node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)),
      0,
    );
}

/** Most rows that one sort or hash of the plan had to hold. */
export function rowsHeld(plan: LoggedPlan): number {
  return Math.max(
    0,
    ...nodesOf(plan.root)
      .filter((node) => /Sort|Hash$|Materialize/.test(node['Node Type']))
      .map((node) => rowsInto(node)),
  );
}

const rowsInto = (node: PlanNode): number => Math.max(...(node.Plans ?? [node]).map((child) => child['Actual Rows']));

export function buffersOf({ root }: LoggedPlan): number {
  return (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0);
}
