import type { QueueUse } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '../platform/database.ts';
import { Problem } from '../platform/problem.ts';
import { addressOfCustomer } from '../rooms/index.ts';

/** So many conversations of a kind are named; of all it is told how many there are. */
const NAMED = 5;

/** Throws QUEUE_IN_USE with what waits or is held in the queue, and what overflows into it (administration, section 5, "Deletion guards"). */
export async function requireUnused(tx: Tx, queueId: string): Promise<void> {
  const { rows } = await sql<{ kind: QueueUse; id: string; name: string; count: number }>`
    select kind, room_id as id, name, count, place from (
      select case when c.state = 'UNASSIGNED' then 'WAITING' else 'HELD' end as kind, c.room_id,
        coalesce(nullif(btrim(concat_ws(' ', k.first_name, k.last_name)), ''), ${addressOfCustomer(sql`r.id`)}, '') as name,
        count(*) over (partition by c.state) as count, row_number() over (partition by c.state order by c.created_at, c.id) as place
      from conversations c join rooms r on r.id = c.room_id left join contacts k on k.id = r.contact_id
      where c.queue_id = ${queueId}::uuid and c.state <> 'RESOLVED') used
    where place <= ${NAMED}
    union all
    select kind, id, name, count, place from (
      select 'OVERFLOW' as kind, q.id, q.name, count(*) over () as count, row_number() over (order by lower(q.name), q.id) as place
      from queues q where q.overflow_queue_id = ${queueId}::uuid) overflowing
    where place <= ${NAMED}
    order by kind desc, place`.execute(tx);
  if (rows.length === 0) return;
  const uses = rows.map(({ kind, id, name, count }) => ({ message: 'QUEUE_IN_USE', params: { kind, id, name, count } }));
  throw new Problem('QUEUE_IN_USE', {}, uses);
}
