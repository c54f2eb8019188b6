import { sql } from 'kysely';
import { announce } from '../../platform/announce.ts';
import type { Reader, Tx } from '../../platform/database.ts';
import { scheduledNotSent } from '../announcements.ts';
import { type Answer, answerAbove } from '../answered-since.ts';
import { COLLEAGUE_ANSWERED, type ScheduledRow } from './scheduled-rows.ts';

/** Where somebody writes to a customer: what is kept of theirs there stands in one line. */
export type OwnLine = Pick<ScheduledRow, 'room_id' | 'author_id' | 'contact_channel_id'>;

const isAsked = (on: Reader | Tx, { room_id, author_id }: Pick<OwnLine, 'room_id' | 'author_id'>) =>
  on
    .selectFrom('scheduled_messages as s')
    .where('s.room_id', '=', room_id)
    .where('s.author_id', '=', author_id)
    .where('s.state', '=', 'FAILED')
    .where('s.reason', '=', COLLEAGUE_ANSWERED)
    .where('s.dismissed', '=', false);

/**
 * Whether a colleague has answered since somebody sent what they could still take back, above what they had seen then; their own messages do not count.
 * Null where nothing is to be asked: of what was put off for a chosen time nothing is. Certain under the room's lock.
 */
export const answeredMeanwhile = (
  tx: Tx,
  { undo, author_id: authorId, room_id: roomId, seen_seq: seenSeq }: ScheduledRow,
): Promise<Answer | null> => (undo && seenSeq !== null ? answerAbove(tx, authorId, { roomId, seenSeq }) : Promise.resolve(null));

/**
 * The answer of which somebody is asked about a message of theirs that they sent before on this channel: until they have said what becomes of that, nothing
 * of theirs goes behind it. Null where they are not. Certain under the room's lock.
 *
 * @param at the place of what stands behind it; without one it is written now
 */
export async function askedBefore(tx: Tx, line: OwnLine, at?: Pick<ScheduledRow, 'id' | 'send_at'>): Promise<Answer | null> {
  const asked = await isAsked(tx, line)
    .innerJoin('events as e', (join) => join.onRef('e.room_id', '=', 's.room_id').onRef('e.seq', '=', 's.answer_seq'))
    .select(['e.seq', 'e.origin_id', 'e.origin_name'])
    .where('s.contact_channel_id', '=', line.contact_channel_id)
    .$if(at !== undefined, (before) => before.where(sql<boolean>`(s.send_at, s.id) < (${at?.send_at}::timestamptz, ${at?.id}::uuid)`))
    .orderBy('s.send_at')
    .orderBy('s.id')
    .limit(1)
    .executeTakeFirst();
  return asked === undefined ? null : { seq: asked.seq, by: { id: asked.origin_id ?? '', name: asked.origin_name ?? '' } };
}

/** What its author is asked about before it goes: an answer of a colleague's that came meanwhile, or that of which they are asked about what they sent before it. */
export async function toBeAskedAbout(tx: Tx, row: ScheduledRow): Promise<Answer | null> {
  if (!row.undo) return null;
  return (await answeredMeanwhile(tx, row)) ?? (await askedBefore(tx, row, row));
}

/**
 * It is not sent, and stands before its author with the question whether it is to go all the same (communications, section 5). Of a row that is locked. What
 * was put off and was to go at once after all has the place of now, behind what stands there.
 */
export async function askItsAuthor(tx: Tx, { id, undo, room_id, author_id }: ScheduledRow, { seq }: Answer): Promise<void> {
  await tx
    .updateTable('scheduled_messages')
    .set({
      state: 'FAILED',
      reason: COLLEAGUE_ANSWERED,
      answer_seq: seq,
      due_at: null,
      lease: null,
      settled_at: sql<string>`clock_timestamp()`,
      ...(undo
        ? {}
        : {
            send_at: sql<string>`greatest(clock_timestamp(), (select max(o.send_at) from scheduled_messages o where o.room_id = ${room_id}::uuid
              and o.author_id = ${author_id}::uuid and (o.undo or o.reason = ${COLLEAGUE_ANSWERED}) and o.state in ('WAITING', 'FAILED') and not o.dismissed))`,
          }),
    })
    .where('id', '=', id)
    .execute();
}

/** Its author may be elsewhere, or gone home: they are told once for all that they are asked about in a room. */
export async function tellThatItIsAsked(tx: Tx, row: ScheduledRow, { by }: Answer): Promise<void> {
  const { account_id: accountId, room_id: roomId, author_id: userId } = row;
  const before = await isAsked(tx, row).select('s.id').where('s.id', '<>', row.id).limit(1).executeTakeFirst();
  if (before === undefined) await announce(tx, scheduledNotSent, [{ accountId, roomId, userId, because: 'ANSWERED', by }]);
}
