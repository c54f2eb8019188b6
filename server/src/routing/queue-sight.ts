import { sql } from 'kysely';
import { type RoomWork, sightChanged } from '../rooms/index.ts';

/**
 * Sets which queues' agents see a room (domain: rooms and conversations): those in which a conversation of it waits, and, while
 * nobody holds one there, those through which past ones came. What a colleague talks about at the moment is theirs alone.
 * To be called after every change of a conversation's queue, holder or state.
 */
export async function settleQueueSight(work: RoomWork): Promise<void> {
  const { rows } = await sql<{ subject_id: string; change: 'taken' | 'waits' | 'past' }>`
    with desired as (
      select c.queue_id, bool_or(c.state = 'UNASSIGNED') as waits from conversations c
      where c.room_id = ${work.roomId}::uuid and c.queue_id is not null and (
        c.state = 'UNASSIGNED'
        or (c.state = 'RESOLVED' and not exists (
          select 1 from conversations h where h.room_id = ${work.roomId}::uuid and h.state = 'ASSIGNED')))
      group by c.queue_id),
    taken as (
      delete from room_access a using queues q
      where a.room_id = ${work.roomId}::uuid and q.id = a.subject_id and a.subject_id not in (select queue_id from desired)
      returning a.subject_id),
    given as (
      insert into room_access (account_id, room_id, subject_id) select ${work.accountId}::uuid, ${work.roomId}::uuid, queue_id from desired
      on conflict do nothing returning subject_id)
    select subject_id, 'taken' as change from taken
    union all
    select subject_id, case when waits then 'waits' else 'past' end from given join desired on queue_id = subject_id`.execute(work.tx);
  if (rows.length === 0) return;
  const those = (change: string) => rows.filter((row) => row.change === change).map((row) => row.subject_id);
  await sightChanged(work, { taken: those('taken'), untold: those('past') });
}
