import { MOST_SNOOZE_DAYS } from '@parley/contract';
import { sql } from 'kysely';
import { type Actor, mayDo } from '../accounts/index.ts';
import { announce } from '../platform/announce.ts';
import type { Tx } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import { visibleRooms } from './access.ts';
import { conversationSnoozed, handsChanged } from './announcements.ts';
import { type RoomWork, roomWork } from './work.ts';
import { requireReadSoFar } from './written-since.ts';

const DAY = 86_400_000;

/** Columns of a conversation that is awake. */
export const AWAKE = { snoozed_at: null, snoozed_until: null, wakes_at: null } as const;

interface Held {
  roomId: string;
  conversationId: string;
  /** Who must hold it for this to happen: compare-and-set (domain, invariant 8). */
  expectedUserId: string;
}

/**
 * Lays a conversation aside until a time, or (null) until the customer writes, which wakes it in any case. Its holder may, and those who
 * may reassign; one that is snoozed gets the new time. It stays with who holds it.
 * Throws ROOM_NOT_FOUND, CONVERSATION_NOT_FOUND, CONVERSATION_RESOLVED, CONVERSATION_NOT_HELD, CONVERSATION_TAKEN, CONVERSATION_NOT_YOURS,
 * USER_NOT_FOUND, SNOOZE_TIME_PASSED, SNOOZE_TOO_LONG, CONVERSATION_WRITTEN_SINCE.
 */
export async function snoozeConversation(
  tx: Tx,
  actor: Actor,
  { until, expectedPublicNo, ...held }: Held & { until: string | null; expectedPublicNo?: number | undefined },
  now = Date.now(),
): Promise<void> {
  const { work, snooze } = await heldBy(tx, actor, held);
  const at = until === null ? null : Date.parse(until);
  if (snooze !== null && (snooze.until === null ? null : Date.parse(snooze.until)) === at) return;
  if (at !== null && !(at > now)) throw problem('SNOOZE_TIME_PASSED');
  if (at !== null && at > now + MOST_SNOOZE_DAYS * DAY) throw problem('SNOOZE_TOO_LONG');
  await requireReadSoFar(tx, { ...held, expectedPublicNo });
  const moment = at === null ? null : new Date(at).toISOString();
  await tx
    .updateTable('conversations')
    .set({
      snoozed_at: sql`clock_timestamp()`,
      snoozed_until: moment,
      // The customer has written in this very moment: that is not put off.
      wakes_at: sql`case when wakes_at = 'epoch' then wakes_at else ${moment}::timestamptz end`,
    })
    .where('id', '=', held.conversationId)
    .execute();
  work.conversationChanged(held.conversationId);
  await work.record([
    {
      conversationId: held.conversationId,
      kind: 'SYSTEM',
      type: 'SNOOZED',
      origin: 'USER',
      originId: actor.userId,
      originName: actor.name,
      ...(moment === null ? {} : { modifiedValue: moment }),
    },
  ]);
  await announce(tx, conversationSnoozed, [{ accountId: actor.accountId, roomId: held.roomId, conversationId: held.conversationId }]);
  await announce(tx, handsChanged, [{ accountId: actor.accountId, userId: held.expectedUserId }]);
}

/** A person wakes a conversation: it stays with who holds it. One that is awake stays as it is. Throws as snoozeConversation, but for times. */
export async function wakeByPerson(tx: Tx, actor: Actor, held: Held): Promise<void> {
  const { work, snooze } = await heldBy(tx, actor, held);
  if (snooze === null) return;
  await endSnooze(work, held.conversationId, { origin: 'USER', originId: actor.userId, originName: actor.name });
}

/** Ends the snooze of a conversation whose row is locked, as an entry of the history. */
export async function endSnooze(
  work: RoomWork,
  conversationId: string,
  by: {
    origin: 'USER' | 'SYSTEM';
    originId: string | null;
    originName: string | null;
    reason?: 'WAKE_REASON_CUSTOMER' | 'WAKE_REASON_TIME';
  },
): Promise<void> {
  const awake = { ...AWAKE, woken_at: new Date().toISOString() };
  const { assigned_user_id: userId } = await work.tx
    .updateTable('conversations')
    .set(awake)
    .where('id', '=', conversationId)
    .returning('assigned_user_id')
    .executeTakeFirstOrThrow();
  work.conversationChanged(conversationId);
  await work.record([{ conversationId, kind: 'SYSTEM', type: 'WOKEN', ...by }]);
  if (userId !== null) await announce(work.tx, handsChanged, [{ accountId: work.accountId, userId }]);
}

async function heldBy(
  tx: Tx,
  actor: Actor,
  { roomId, conversationId, expectedUserId }: Held,
): Promise<{ work: RoomWork; snooze: { until: string | null } | null }> {
  const visible = await tx.selectFrom('rooms').select('id').where('id', '=', roomId).where(visibleRooms(actor)).executeTakeFirst();
  if (!visible) throw problem('ROOM_NOT_FOUND');
  const work = await roomWork(tx, actor.accountId, roomId);
  const conversation = await tx
    .selectFrom('conversations as c')
    .leftJoin('users', 'users.id', 'c.assigned_user_id')
    .select(['c.state', 'c.assigned_user_id', 'c.snoozed_at', 'c.snoozed_until', 'users.first_name', 'users.last_name'])
    .where('c.id', '=', conversationId)
    .where('c.room_id', '=', roomId)
    .forUpdate('c')
    .executeTakeFirst();
  if (!conversation) throw problem('CONVERSATION_NOT_FOUND');
  if (conversation.state === 'RESOLVED') throw problem('CONVERSATION_RESOLVED');
  if (conversation.assigned_user_id === null) throw problem('CONVERSATION_NOT_HELD');
  if (conversation.assigned_user_id !== expectedUserId) {
    const expected = await tx.selectFrom('users').select('id').where('id', '=', expectedUserId).executeTakeFirst();
    if (!expected) throw problem('USER_NOT_FOUND');
    throw problem('CONVERSATION_TAKEN', { name: `${conversation.first_name ?? ''} ${conversation.last_name ?? ''}`.trim() });
  }
  if (expectedUserId !== actor.userId && !mayDo(actor, ['rooms', 'reassign'])) throw problem('CONVERSATION_NOT_YOURS');
  return { work, snooze: conversation.snoozed_at === null ? null : { until: conversation.snoozed_until } };
}
