import { sql } from 'kysely';
import { announce } from '../../platform/announce.ts';
import type { Tx } from '../../platform/database.ts';
import { scheduledNotSent } from '../announcements.ts';
import { type Answer, answerAbove } from '../answered-since.ts';
import { COLLEAGUE_ANSWERED, type ScheduledRow } from './scheduled-rows.ts';

/**
 * Whether a colleague has answered since somebody sent what they could still take back, above what they had seen then; their own messages do not count.
 * Null where nothing is to be asked: of what was put off for a chosen time nothing is. Certain under the room's lock.
 */
export const answeredMeanwhile = (
  tx: Tx,
  { undo, author_id: authorId, room_id: roomId, seen_seq: seenSeq }: ScheduledRow,
): Promise<Answer | null> => (undo && seenSeq !== null ? answerAbove(tx, authorId, { roomId, seenSeq }) : Promise.resolve(null));

/** It is not sent, and stands before its author with the question whether it is to go all the same (communications, section 5). Of a row that is locked. */
export async function askItsAuthor(tx: Tx, { id }: ScheduledRow, { seq }: Answer): Promise<void> {
  await tx
    .updateTable('scheduled_messages')
    .set({
      state: 'FAILED',
      reason: COLLEAGUE_ANSWERED,
      answer_seq: seq,
      due_at: null,
      lease: null,
      settled_at: sql<string>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute();
}

/** Its author may be elsewhere, or gone home: they are told once for all that they are asked about in a room. */
export async function tellThatItIsAsked(tx: Tx, row: ScheduledRow, { by }: Answer): Promise<void> {
  const { account_id: accountId, room_id: roomId, author_id: userId } = row;
  const before = await tx
    .selectFrom('scheduled_messages')
    .select('id')
    .where('room_id', '=', roomId)
    .where('author_id', '=', userId)
    .where('id', '<>', row.id)
    .where('state', '=', 'FAILED')
    .where('reason', '=', COLLEAGUE_ANSWERED)
    .where('dismissed', '=', false)
    .limit(1)
    .executeTakeFirst();
  if (before === undefined) await announce(tx, scheduledNotSent, [{ accountId, roomId, userId, because: 'ANSWERED', by }]);
}
