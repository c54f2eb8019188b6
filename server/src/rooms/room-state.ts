import { sql } from 'kysely';
import type { RoomWork } from './work.ts';

/** The same of several rooms of one transaction. */
export async function settleRoomStates(works: readonly RoomWork[]): Promise<void> {
  const [first] = works;
  if (first === undefined) return;
  const { tx } = first;
  const byRoom = new Map(works.map((work) => [work.roomId, work]));
  const { rows } = await sql<{ id: string; state: string }>`
    update rooms r set state = now.state
    from (
      select t.id, case when bool_or(c.state = 'ASSIGNED') then 'ASSIGNED' when bool_or(c.state = 'UNASSIGNED') then 'UNASSIGNED' else 'RESOLVED' end as state
      from unnest(${[...byRoom.keys()]}::uuid[]) t(id) left join conversations c on c.room_id = t.id and c.state <> 'RESOLVED' group by t.id) now
    where r.id = now.id and r.state <> now.state returning r.id, r.state`.execute(tx);
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
