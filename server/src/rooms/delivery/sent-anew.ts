import { anewOf, type EventSince } from '@parley/contract';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { announce } from '../../platform/announce.ts';
import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { Events } from '../../platform/schema.ts';
import { messageSentAgain } from '../announcements.ts';
import type { RoomWork } from '../work.ts';
import { OUTCOME_UNKNOWN } from './attempt-state.ts';

const FAILED: ReadonlySet<string | null> = new Set(['ERROR', 'REJECTED', 'DELIVERY_FAILED']);

export type Undelivered = Pick<Selectable<Events>, 'id' | 'type' | 'message' | 'details' | 'file_id' | 'contact_channel_id'>;

/**
 * A message of ours that was not delivered, or of which nobody knows, and that was not sent anew yet. The room is locked.
 * Throws EVENT_NOT_FOUND, EVENT_NOT_RETRYABLE of any other, MESSAGE_SENT_ANEW.
 */
export async function requireUndelivered(tx: Tx, roomId: string, eventId: string): Promise<Undelivered> {
  const row = await tx
    .selectFrom('events')
    .select(['id', 'type', 'message', 'details', 'file_id', 'contact_channel_id', 'origin_type', 'status', 'status_reason', 'since'])
    .where('id', '=', eventId)
    .where('room_id', '=', roomId)
    .where('kind', '=', 'COMMUNICATION')
    .executeTakeFirst();
  if (!row) throw problem('EVENT_NOT_FOUND');
  if (isSentAnew(row.since)) throw problem('MESSAGE_SENT_ANEW');
  const isOpen = FAILED.has(row.status) || (row.status === 'PENDING' && row.status_reason === OUTCOME_UNKNOWN);
  if (!isOpen || row.origin_type === 'CUSTOMER') throw problem('EVENT_NOT_RETRYABLE');
  return row;
}

/** Whether another message has taken the place of this one (`events.since`). */
export const isSentAnew = (since: unknown): boolean => (since as EventSince | null)?.anew?.as !== undefined;

/**
 * Nothing waits to take the place of this message: neither by the clock nor as long as it could be taken back. Otherwise the customer would have
 * both. The room is locked. Throws MESSAGE_SENT_ANEW.
 */
export async function requireNoneWaits(tx: Tx, roomId: string, eventId: string): Promise<void> {
  const waiting = await tx
    .selectFrom('scheduled_messages')
    .select('client_message_id')
    .where('room_id', '=', roomId)
    .where('state', '=', 'WAITING')
    .execute();
  if (waiting.some((one) => anewOf(one.client_message_id) === eventId)) throw problem('MESSAGE_SENT_ANEW');
}

/**
 * The message that one sent or put off under this id takes the place of, once it is certain that it may (contract: `anewOf`). The room is locked.
 * @returns its id; null for a message that takes no other's place
 * Throws what `requireUndelivered` and `requireNoneWaits` throw.
 */
export async function requireMayReplace(tx: Tx, roomId: string, clientMessageId: string): Promise<string | null> {
  const failedId = await requireStillReplaces(tx, roomId, clientMessageId);
  if (failedId !== null) await requireNoneWaits(tx, roomId, failedId);
  return failedId;
}

/** The same of what waited itself and goes now. Throws what `requireUndelivered` throws. */
export async function requireStillReplaces(tx: Tx, roomId: string, clientMessageId: string): Promise<string | null> {
  const failedId = anewOf(clientMessageId);
  if (failedId !== null) await requireUndelivered(tx, roomId, failedId);
  return failedId;
}

/** What was not delivered stays, with its mark; both messages say of each other from now on, and everybody in the room is told. */
export async function linkAnew(work: RoomWork, failedId: string, sentId: string): Promise<void> {
  const say = (id: string, what: object) =>
    sql`
      update events set since = coalesce(since, '{}') || jsonb_build_object('anew', coalesce(since -> 'anew', '{}') || ${JSON.stringify(what)}::jsonb)
      where id = ${id}::uuid`.execute(work.tx);
  await say(failedId, { as: sentId });
  await say(sentId, { of: failedId });
  await announce(work.tx, messageSentAgain, [{ accountId: work.accountId, eventId: failedId }]);
  work.eventChanged(failedId);
  work.eventChanged(sentId);
}
