import { sql } from 'kysely';
import type { RoomWork } from './work.ts';

/**
 * Sets the room's state from its conversations: ASSIGNED when somebody holds one, UNASSIGNED when the unresolved ones only
 * wait, RESOLVED when none is left; then all participants but the customer are removed (communications, section 4).
 */
export async function settleRoomState(work: RoomWork): Promise<void> {
  const { tx, roomId } = work;
  const { rows } = await sql<{ state: string; was: string }>`
    with now as (
      select case when bool_or(state = 'ASSIGNED') then 'ASSIGNED' when bool_or(state = 'UNASSIGNED') then 'UNASSIGNED' else 'RESOLVED' end as state
      from conversations where room_id = ${roomId}::uuid and state <> 'RESOLVED'),
    was as (select state from rooms where id = ${roomId}::uuid)
    update rooms set state = now.state from now, was where rooms.id = ${roomId}::uuid returning now.state, was.state as was`.execute(tx);
  const row = rows[0];
  if (!row || row.state === row.was) return;
  work.roomChanged('UPDATED');
  if (row.state !== 'RESOLVED') return;
  const removed = await tx
    .deleteFrom('participants')
    .where('room_id', '=', roomId)
    .where('type', '<>', 'CUSTOMER')
    .returning('id')
    .execute();
  if (removed.length > 0) work.participantsChanged();
}
