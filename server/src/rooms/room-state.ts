import { sql } from 'kysely';
import type { RoomWork } from './work.ts';

/**
 * The same of several rooms of one transaction.
 * @param assigned room → who was given a conversation of it just now, which stands in the room too
 */
export async function settleRoomStates(works: readonly RoomWork[], assigned: ReadonlyMap<string, string> = new Map()): Promise<void> {
  const [first] = works;
  if (first === undefined) return;
  const { tx } = first;
  const byRoom = new Map(works.map((work) => [work.roomId, work]));
  const ids = [...byRoom.keys()];
  const { rows } = await sql<{ id: string; state: string }>`
    update rooms r set state = now.state, last_assigned_user_id = coalesce(now.assigned_to, r.last_assigned_user_id)
    from (
      select t.id, t.assigned_to, case when bool_or(c.state = 'ASSIGNED') then 'ASSIGNED' when bool_or(c.state = 'UNASSIGNED') then 'UNASSIGNED' else 'RESOLVED' end as state
      from unnest(${ids}::uuid[], ${ids.map((id) => assigned.get(id) ?? null)}::uuid[]) t(id, assigned_to)
        left join conversations c on c.room_id = t.id and c.state <> 'RESOLVED' group by t.id, t.assigned_to) now
    where r.id = now.id and (r.state <> now.state or r.last_assigned_user_id is distinct from coalesce(now.assigned_to, r.last_assigned_user_id))
    returning r.id, r.state`.execute(tx);
  for (const { id } of rows) byRoom.get(id)?.roomChanged('UPDATED');
  const resolved = rows.filter(({ state }) => state === 'RESOLVED').map(({ id }) => id);
  if (resolved.length === 0) return;
  const removed = await tx
    .deleteFrom('participants')
    .where('room_id', 'in', resolved)
    .where('type', '<>', 'CUSTOMER')
    .returning('room_id')
    .execute();
  for (const { room_id: id } of removed) byRoom.get(id)?.participantsChanged();
}

/**
 * Sets the room's state from its conversations: ASSIGNED when somebody holds one, UNASSIGNED when the unresolved ones only
 * wait, RESOLVED when none is left; then all participants but the customer are removed (communications, section 4).
 */
export const settleRoomState = (work: RoomWork): Promise<void> => settleRoomStates([work]);
