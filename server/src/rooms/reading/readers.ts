import type { ColleagueReads } from '@parley/contract';
import type { Actor } from '../../accounts/index.ts';
import type { Reader } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { visibleRooms } from '../access.ts';

/**
 * How far each of an internal or group room has read in it; who has neither read nor written there is left out. What somebody has seen of a
 * customer's room stays theirs. Throws ROOM_NOT_FOUND, READERS_OF_COLLEAGUES_ONLY.
 */
export async function readersOf(on: Reader, actor: Actor, roomId: string): Promise<ColleagueReads[]> {
  const room = await on.selectFrom('rooms').select('type').where('id', '=', roomId).where(visibleRooms(actor)).executeTakeFirst();
  if (!room) throw problem('ROOM_NOT_FOUND');
  if (room.type === 'EXTERNAL') throw problem('READERS_OF_COLLEAGUES_ONLY');
  const rows = await on
    .selectFrom('participants')
    .innerJoin('memberships', (join) =>
      join.onRef('memberships.room_id', '=', 'participants.room_id').onRef('memberships.user_id', '=', 'participants.associated_id'),
    )
    .select(['memberships.user_id', 'memberships.seen_public', 'memberships.last_seen_at'])
    .where('participants.room_id', '=', roomId)
    .where('participants.type', '=', 'USER')
    .where('memberships.seen_public', '>', 0)
    .orderBy('memberships.user_id')
    .execute();
  return rows.map((row) => ({ userId: row.user_id, seenPublicNo: row.seen_public, seenAt: row.last_seen_at }));
}
