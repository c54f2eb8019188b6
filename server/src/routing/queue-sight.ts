import { sql } from 'kysely';
import { type RoomWork, raiseAccessNo } from '../rooms/index.ts';

/** The same of several rooms of one transaction. */
export async function settleQueueSights(works: readonly RoomWork[]): Promise<void> {
  const [first] = works;
  if (first === undefined) return;
  const byRoom = new Map(works.map((work) => [work.roomId, work]));
  const ids = [...byRoom.keys()];
  const { rows } = await sql<{ room_id: string; subject_id: string; change: 'taken' | 'waits' | 'past' }>`
    with desired as (
      select c.room_id, c.queue_id, bool_or(c.state = 'UNASSIGNED') as waits from conversations c
      where c.room_id = any(${ids}::uuid[]) and c.queue_id is not null and (
        c.state = 'UNASSIGNED'
        or (c.state = 'RESOLVED' and not exists (
          select 1 from conversations h where h.room_id = c.room_id and h.state = 'ASSIGNED')))
      group by c.room_id, c.queue_id),
    taken as (
      delete from room_access a using queues q
      where a.room_id = any(${ids}::uuid[]) and q.id = a.subject_id
        and not exists (select from desired d where d.room_id = a.room_id and d.queue_id = a.subject_id)
      returning a.room_id, a.subject_id),
    given as (
      insert into room_access (account_id, room_id, subject_id) select ${first.accountId}::uuid, room_id, queue_id from desired
      on conflict do nothing returning room_id, subject_id)
    select room_id, subject_id, 'taken' as change from taken
    union all
    select g.room_id, g.subject_id, case when d.waits then 'waits' else 'past' end
    from given g join desired d on d.room_id = g.room_id and d.queue_id = g.subject_id`.execute(first.tx);
  const changed = Map.groupBy(rows, (row) => row.room_id);
  raiseAccessNo(first.tx, [...changed.keys()]);
  for (const [roomId, ofRoom] of changed) {
    const those = (change: string) => ofRoom.filter((row) => row.change === change).map((row) => row.subject_id);
    byRoom.get(roomId)?.sightTaken(those('taken'));
    byRoom.get(roomId)?.leaveUntold(those('past'));
  }
}

/**
 * Sets which queues' agents see a room (domain: rooms and conversations): those in which a conversation of it waits, and, while
 * nobody holds one there, those through which past ones came. What a colleague talks about at the moment is theirs alone.
 * To be called after every change of a conversation's queue, holder or state.
 */
export const settleQueueSight = (work: RoomWork): Promise<void> => settleQueueSights([work]);
