import type { KnownThere } from '@parley/contract';
import { sql } from 'kysely';

/** Columns of the row `i` of outside_identities: the newest of somebody's, should the provider have been another once. */
export const knownThereColumn = (personId: string) =>
  sql<{ wanted: number; done: number; fault: string | null } | null>`(
    select json_build_object('wanted', i.wanted, 'done', i.done, 'fault', i.fault)
    from outside_identities i where i.person_id = ${sql.ref(personId)} and i.wanted > 0 order by i.told_at desc limit 1)`;

/** Whether everything that was changed here is known where people sign in. */
export function knownThere(row: { wanted: number; done: number; fault: string | null } | null): KnownThere {
  if (row === null) return null;
  if (row.wanted === row.done) return { state: 'IN_STEP', fault: null };
  return row.fault === null ? { state: 'WAITING', fault: null } : { state: 'FAILED', fault: row.fault };
}
