import type { Actor } from '../accounts/index.ts';
import type { Reader, Tx } from '../platform/database.ts';
import { type Problem, problem } from '../platform/problem.ts';

/** Something that is to go to a customer, and the highest event of the room that its writer has seen; not said by who has seen nothing of it yet. */
export interface WrittenUnder {
  roomId: string;
  seenSeq?: number | undefined;
}

/**
 * Whether a colleague has answered the customer above what a writer has seen, as what the writer is to be asked: COLLEAGUE_ANSWERED, with who it was and
 * the place of the newest such answer, by which they send all the same. Null where there is nothing to ask. Certain only under the room's lock; what goes
 * through `store_events` alone is judged there by the same rule (verdict ANSWERED_SINCE), and this then says what was found.
 */
export async function unreadAnswer(on: Reader | Tx, { userId }: Actor, { roomId, seenSeq }: WrittenUnder): Promise<Problem | null> {
  if (seenSeq === undefined) return null;
  const answer = await on
    .selectFrom('events')
    .select(['seq', 'origin_name'])
    .where('room_id', '=', roomId)
    .where('seq', '>', seenSeq)
    .where('origin_type', '=', 'USER')
    .where('origin_id', '<>', userId)
    .where('kind', '=', 'COMMUNICATION')
    .where('type', '<>', 'CALL')
    .where('private', '=', false)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return answer === undefined ? null : problem('COLLEAGUE_ANSWERED', { name: answer.origin_name ?? '', seq: answer.seq });
}
