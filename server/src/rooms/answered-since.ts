import type { Actor } from '../accounts/index.ts';
import type { Reader, Tx } from '../platform/database.ts';
import { type Problem, problem } from '../platform/problem.ts';

/** Something that is to go to a customer, and the highest event of the room that its writer has seen; not said by who has seen nothing of it yet. */
export interface WrittenUnder {
  roomId: string;
  seenSeq?: number | undefined;
}

/** What a colleague has answered the customer: its place in the room, and whose it is. */
export interface Answer {
  seq: number;
  by: { id: string; name: string };
}

/** The newest answer of a colleague's above what a writer has seen; null for none, and where the writer has said nothing of what they have seen. */
export async function answerAbove(on: Reader | Tx, writerId: string, { roomId, seenSeq }: WrittenUnder): Promise<Answer | null> {
  if (seenSeq === undefined) return null;
  const answer = await on
    .selectFrom('events')
    .select(['seq', 'origin_id', 'origin_name'])
    .where('room_id', '=', roomId)
    .where('seq', '>', seenSeq)
    .where('origin_type', '=', 'USER')
    .where('origin_id', '<>', writerId)
    .where('kind', '=', 'COMMUNICATION')
    .where('type', '<>', 'CALL')
    .where('private', '=', false)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return answer === undefined ? null : { seq: answer.seq, by: { id: answer.origin_id ?? '', name: answer.origin_name ?? '' } };
}

/**
 * Whether a colleague has answered the customer above what a writer has seen, as what the writer is to be asked: COLLEAGUE_ANSWERED, with who it was and
 * the place of the newest such answer, by which they send all the same. Null where there is nothing to ask. Certain only under the room's lock; what goes
 * through `store_events` alone is judged there by the same rule (verdict ANSWERED_SINCE), and this then says what was found.
 */
export async function unreadAnswer(on: Reader | Tx, { userId }: Actor, under: WrittenUnder): Promise<Problem | null> {
  const answer = await answerAbove(on, userId, under);
  return answer === null ? null : problem('COLLEAGUE_ANSWERED', { name: answer.by.name, seq: answer.seq });
}
