import { sql } from 'kysely';
import type { Tx } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';

/**
 * Keeps a conversation open to which its customer has written what whoever ends it or lays it aside has never been shown. Asked when the room is
 * locked: what comes after that begins the next conversation, or wakes this one.
 *
 * @param expectedPublicNo the highest public number of the room that they hold; not given, by clients of the release before: nothing is asked
 * Throws CONVERSATION_WRITTEN_SINCE.
 */
export async function requireReadSoFar(
  tx: Tx,
  { roomId, conversationId, expectedPublicNo }: { roomId: string; conversationId: string; expectedPublicNo?: number | undefined },
): Promise<void> {
  if (expectedPublicNo === undefined) return;
  const { rows } = await sql`
    select from rooms r cross join lateral (
      select e.origin_type, e.conversation_id from events e where e.room_id = r.id and e.kind = 'COMMUNICATION' and not e.private
      order by e.seq desc limit greatest(r.public_count - ${expectedPublicNo}::bigint, 0)) since
    where r.id = ${roomId} and since.origin_type = 'CUSTOMER' and since.conversation_id = ${conversationId} limit 1`.execute(tx);
  if (rows.length > 0) throw problem('CONVERSATION_WRITTEN_SINCE');
}
