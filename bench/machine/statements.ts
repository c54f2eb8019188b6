import { SUPERUSER } from '../../scripts/postgres-cluster.mjs';
import { databaseUrl } from '../../scripts/postgres-roles.mjs';
import type { Cluster } from './cluster.ts';
import { connectTo } from './owner.ts';

/** Which statements PostgreSQL spent its time on since the last call, the dearest first: calls, ms, text. */
export async function dearestStatements({ secret, port }: Cluster): Promise<string> {
  const client = await connectTo(databaseUrl({ secret, port, role: SUPERUSER }));
  try {
    const { rows } = await client.query<{ calls: number; ms: number; text: string }>(
      `select calls::int, round(total_exec_time)::int as ms, left(regexp_replace(query, '\\s+', ' ', 'g'), 200) as text
       from pg_stat_statements order by total_exec_time desc limit 40`,
    );
    await client.query('select pg_stat_statements_reset()');
    return rows.map(({ calls, ms, text }) => `${String(ms).padStart(8)} ms ${String(calls).padStart(8)} calls  ${text}\n`).join('');
  } finally {
    await client.end();
  }
}
