import { sql } from 'kysely';
import type { Actor } from '../../accounts/index.ts';
import { announce } from '../../platform/announce.ts';
import { newId } from '../../platform/clock.ts';
import { afterCommit, type Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { traceparentOf } from '../../platform/tracing.ts';
import { requireVisibleRoom } from '../access.ts';
import { messageSentAgain } from '../announcements.ts';
import type { RoomsDeps } from '../deps.ts';
import { roomWork } from '../work.ts';
import { lockRoom } from './delivery.ts';
import { requireConnected, requireMayWrite } from './send-to-provider.ts';
import { isSentAnew, requireNoneWaits } from './sent-anew.ts';
import { showDelivery } from './settled.ts';

const OPEN: readonly string[] = ['PENDING', 'SENDING'];
const RETRYABLE: readonly string[] = ['ERROR', 'REJECTED', 'DELIVERY_FAILED', 'UNKNOWN'];

/**
 * Sends a message again by a person's click: a new attempt on the same event, when the last one failed or nobody knows what
 * became of it (domain, invariant 6). While an attempt is under way a further click changes nothing. Whoever may write on
 * the channel may retry on it.
 * Throws ROOM_NOT_FOUND, EVENT_NOT_FOUND, EVENT_NOT_RETRYABLE, MESSAGE_SENT_ANEW where another took its place or waits to, CHANNEL_NOT_CONNECTED and the refusals of the messaging state.
 */
export async function retryDelivery(
  deps: RoomsDeps,
  tx: Tx,
  actor: Actor,
  { roomId, roomEventId }: { roomId: string; roomEventId: string },
): Promise<void> {
  await requireVisibleRoom(tx, actor, roomId);
  const work = await roomWork(tx, actor.accountId, roomId);
  const event = await tx
    .selectFrom('events')
    .select(['contact_channel_id', 'since'])
    .where('id', '=', roomEventId)
    .where('room_id', '=', roomId)
    .executeTakeFirst();
  if (!event) throw problem('EVENT_NOT_FOUND');
  if (isSentAnew(event.since)) throw problem('MESSAGE_SENT_ANEW');
  await requireNoneWaits(tx, roomId, roomEventId);
  const attempts = await tx.selectFrom('attempts').select('state').where('event_id', '=', roomEventId).orderBy('place').execute();
  const newest = attempts.at(-1)?.state;
  if (newest !== undefined && OPEN.includes(newest)) return;
  const arrived = attempts.some(({ state }) => state === 'DELIVERED' || state === 'SEEN');
  if (event.contact_channel_id === null || newest === undefined || !RETRYABLE.includes(newest) || arrived)
    throw problem('EVENT_NOT_RETRYABLE');
  const { channel } = await requireMayWrite(work, actor, event.contact_channel_id);
  await requireConnected(deps, work, channel, false);
  await tx
    .insertInto('attempts')
    .values({
      id: newId(),
      account_id: actor.accountId,
      event_id: roomEventId,
      contact_channel_id: event.contact_channel_id,
      asked_by_id: actor.userId,
      asked_by_name: actor.name,
      traceparent: traceparentOf(),
    })
    .execute();
  await showDelivery(deps, tx, await lockRoom(tx, roomId), { accountId: actor.accountId, eventId: roomEventId });
  await markSentAgain(tx, actor, roomEventId);
  await announce(tx, messageSentAgain, [{ accountId: actor.accountId, eventId: roomEventId }]);
  work.eventChanged(roomEventId);
  afterCommit(tx, () => deps.outbox.raise());
}

/** Once it arrives nothing else in the history tells that it went later than it was written. */
async function markSentAgain(tx: Tx, { userId, name }: Actor, eventId: string): Promise<void> {
  const by = { byId: userId, byName: name.toWellFormed() };
  await sql`
    update events set since = coalesce(since, '{}') || jsonb_build_object('sentAgain', ${JSON.stringify(by)}::jsonb
      || jsonb_build_object('at', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    where id = ${eventId}::uuid`.execute(tx);
}
