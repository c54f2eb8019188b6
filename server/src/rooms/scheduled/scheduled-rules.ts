import { MOST_SCHEDULED_DAYS, SCHEDULED_IN_ROOM } from '@parley/contract';
import { sql } from 'kysely';
import { type Actor, accountSettings } from '../../accounts/index.ts';
import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { COLLEAGUE_ANSWERED } from './scheduled-rows.ts';

const DAY = 86_400_000;

/**
 * Files that a message for later is to hold: its author’s uploads, sent nowhere and in no other message that waits. Their rows stay locked, so that of
 * two messages that ask at the same moment the second sees the first, and no sweep takes them for forgotten.
 * Throws FILE_NOT_FOUND, FILE_ALREADY_SENT and FILE_IN_OTHER_SCHEDULED, which names the file.
 *
 * @param scheduledId the message itself, where it is kept already
 */
export async function requireUploads(
  tx: Tx,
  authorId: string,
  fileIds: readonly string[],
  scheduledId: string | null = null,
): Promise<void> {
  if (fileIds.length === 0) return;
  const rows = await tx
    .selectFrom('files')
    .select('state')
    .where('id', 'in', fileIds)
    .where('user_id', '=', authorId)
    .where('state', 'in', ['UPLOADED', 'KEPT'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (rows.length < fileIds.length) throw problem('FILE_NOT_FOUND');
  if (rows.some(({ state }) => state === 'KEPT')) throw problem('FILE_ALREADY_SENT');
  const { rows: taken } = await sql<{ name: string }>`
    select f.name from files f where f.id = any(${fileIds}::uuid[]) and exists (
      select from scheduled_messages s where s.author_id = ${authorId}::uuid and s.state = 'WAITING' and f.id = any(s.file_ids)
        and s.id is distinct from ${scheduledId}::uuid)
    order by array_position(${fileIds}::uuid[], f.id) limit 1`.execute(tx);
  if (taken[0] !== undefined) throw problem('FILE_IN_OTHER_SCHEDULED', { field: 'body.fileIds', name: taken[0].name });
}

/**
 * Until when what is sent now can be taken back, as the account says; not before what its author sent in the room earlier, which was sent under another
 * rule perhaps, nor before that of which they are asked: within a room nothing overtakes.
 */
export async function whenUndone(tx: Tx, { accountId, userId }: Actor, roomId: string, now: number): Promise<number> {
  const { latest } = await tx
    .selectFrom('scheduled_messages')
    .select(({ fn }) => fn.max('send_at').as('latest'))
    .where('room_id', '=', roomId)
    .where('author_id', '=', userId)
    .where((of) =>
      of.or([
        of.and([of('state', '=', 'WAITING'), of('undo', '=', true)]),
        of.and([of('state', '=', 'FAILED'), of('reason', '=', COLLEAGUE_ANSWERED), of('dismissed', '=', false)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  const own = now + (await accountSettings(tx, accountId)).undoSendSeconds * 1000;
  return Math.max(own, latest === null ? own : Date.parse(latest));
}

/** A moment that was chosen, in milliseconds. Throws SCHEDULED_TIME_PASSED and SCHEDULED_TOO_LATE. */
export function chosenTime(sendAt: string, now: number): number {
  const at = Date.parse(sendAt);
  if (at <= now) throw problem('SCHEDULED_TIME_PASSED', { field: 'body.sendAt' });
  if (at > now + MOST_SCHEDULED_DAYS * DAY) throw problem('SCHEDULED_TOO_LATE', { field: 'body.sendAt' });
  return at;
}

/** Throws SCHEDULED_ROOM_FULL where so many messages wait that no other may. */
export async function requirePlace(tx: Tx, roomId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('scheduled_messages')
    .select(tx.fn.countAll<number>().as('count'))
    .where('room_id', '=', roomId)
    .where('state', '=', 'WAITING')
    .where('undo', '=', false)
    .executeTakeFirstOrThrow();
  if (count >= SCHEDULED_IN_ROOM) throw problem('SCHEDULED_ROOM_FULL', { field: 'params.roomId', limit: SCHEDULED_IN_ROOM });
}
