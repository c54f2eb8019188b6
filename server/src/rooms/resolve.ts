import type { ErrorBody } from '@parley/contract';
import { type Actor, mayDo } from '../accounts/index.ts';
import { announce } from '../platform/announce.ts';
import type { Database, Tx } from '../platform/database.ts';
import { Problem, problem } from '../platform/problem.ts';
import { visibleRooms } from './access.ts';
import { conversationResolved, handsChanged } from './announcements.ts';
import { leaveUnlessHolding } from './assign.ts';
import { settleRoomState } from './room-state.ts';
import { sendBeforeEnd } from './scheduled/store-scheduled.ts';
import { AWAKE } from './snooze.ts';
import { inRooms, type RoomWork, roomWork } from './work.ts';
import { requireReadSoFar } from './written-since.ts';

/** A conversation, and how it stood before whoever ends it: not given, by clients of the release before, it is ended as it stands. */
interface Seen {
  roomId: string;
  conversationId: string;
  expectedUserId?: string | null | undefined;
  expectedPublicNo?: number | undefined;
}

/**
 * Ends one conversation of a room (communications, section 4). Its holder may, and those who may resolve others'.
 * Throws ROOM_NOT_FOUND, CONVERSATION_NOT_FOUND, ROOM_ALREADY_RESOLVED, CONVERSATION_TAKEN, CONVERSATION_MOVED, CONVERSATION_NOT_YOURS,
 * CONVERSATION_WRITTEN_SINCE.
 */
export async function resolveConversation(tx: Tx, actor: Actor, seen: Seen): Promise<void> {
  const { roomId, conversationId, expectedUserId } = seen;
  const visible = await tx.selectFrom('rooms').select('id').where('id', '=', roomId).where(visibleRooms(actor)).executeTakeFirst();
  if (!visible) throw problem('ROOM_NOT_FOUND');
  const work = await roomWork(tx, actor.accountId, roomId);
  const conversation = await tx
    .selectFrom('conversations')
    .leftJoin('users', 'users.id', 'conversations.assigned_user_id')
    .select(['conversations.state', 'conversations.assigned_user_id', 'users.first_name', 'users.last_name'])
    .where('conversations.id', '=', conversationId)
    .where('conversations.room_id', '=', roomId)
    .forUpdate('conversations')
    .executeTakeFirst();
  if (!conversation) throw problem('CONVERSATION_NOT_FOUND');
  if (conversation.state === 'RESOLVED') throw problem('ROOM_ALREADY_RESOLVED');
  const holder = conversation.assigned_user_id;
  if (expectedUserId !== undefined && holder !== expectedUserId) {
    if (holder === null) throw problem('CONVERSATION_MOVED');
    throw problem('CONVERSATION_TAKEN', { name: `${conversation.first_name ?? ''} ${conversation.last_name ?? ''}`.trim() });
  }
  if (holder !== actor.userId && !mayDo(actor, ['rooms', 'resolveOthers'])) throw problem('CONVERSATION_NOT_YOURS');
  await requireReadSoFar(tx, seen);
  await sendBeforeEnd(work, conversationId);
  await end(work, actor, { conversationId, heldBy: holder });
}

/**
 * Ends conversations, each in a transaction of its own, so that what is refused of one keeps no other. One that is resolved already is
 * as it was to be.
 * @returns those that were refused, and why
 */
export async function resolveConversations(
  db: Database,
  actor: Actor,
  conversations: readonly Seen[],
): Promise<Array<{ conversationId: string; problem: ErrorBody }>> {
  const refused: Array<{ conversationId: string; problem: ErrorBody }> = [];
  for (const one of conversations) {
    try {
      await inRooms(db, actor.accountId, (tx) => resolveConversation(tx, actor, one));
    } catch (refusal) {
      if (!(refusal instanceof Problem)) throw refusal;
      if (refusal.key !== 'ROOM_ALREADY_RESOLVED') refused.push({ conversationId: one.conversationId, problem: refusal.body() });
    }
  }
  return refused;
}

/**
 * Ends the conversation of one contact channel, also one that still waits: nobody need take spam to be rid of it. The record says that
 * it was spam.
 * Throws CONVERSATION_NOT_YOURS where somebody else holds it and the actor may not resolve others'.
 */
export async function endConversationOf(work: RoomWork, actor: Actor, contactChannelId: string): Promise<void> {
  const conversation = await work.tx
    .selectFrom('conversations as c')
    .innerJoin('conversation_channels as cc', 'cc.conversation_id', 'c.id')
    .select(['c.id', 'c.assigned_user_id'])
    .where('cc.contact_channel_id', '=', contactChannelId)
    .where('cc.open', '=', true)
    .where('c.state', '<>', 'RESOLVED')
    .forUpdate('c')
    .executeTakeFirst();
  if (!conversation) return;
  const heldBy = conversation.assigned_user_id;
  if (heldBy !== null && heldBy !== actor.userId && !mayDo(actor, ['rooms', 'resolveOthers'])) throw problem('CONVERSATION_NOT_YOURS');
  await end(work, actor, { conversationId: conversation.id, heldBy, reason: 'RESOLVE_REASON_SPAM' });
}

/**
 * Ends a conversation in which the customer was silent for too long. In a transaction in which its row is locked and found to be due; what can
 * still be taken back is sent before.
 */
export async function resolveAfterSilence(work: RoomWork, silent: { conversationId: string; heldBy: string }): Promise<void> {
  await sendBeforeEnd(work, silent.conversationId);
  await end(work, null, silent);
}

/** @param by null: the clock */
async function end(
  work: RoomWork,
  by: Pick<Actor, 'userId' | 'name'> | null,
  { conversationId, heldBy, ...why }: { conversationId: string; heldBy: string | null; reason?: string },
): Promise<void> {
  const { tx, accountId, roomId } = work;
  const how = by === null ? ({ type: 'AUTO_RESOLVE', origin: 'SYSTEM' } as const) : ({ type: 'RESOLVE', origin: 'USER' } as const);
  await work.record([{ conversationId, kind: 'SYSTEM', ...how, originId: by?.userId ?? null, originName: by?.name ?? null, ...why }]);
  const now = new Date().toISOString();
  await tx
    .updateTable('conversations')
    .set({ state: 'RESOLVED', resolved_at: now, modified_at: now, ...AWAKE })
    .where('id', '=', conversationId)
    .execute();
  await tx.updateTable('conversation_channels').set({ open: false }).where('conversation_id', '=', conversationId).execute();
  work.conversationChanged(conversationId);
  await announce(tx, conversationResolved, [{ accountId, roomId, conversationId, by: by && { id: by.userId, name: by.name }, heldBy }]);
  if (heldBy !== null) await announce(tx, handsChanged, [{ accountId, userId: heldBy }]);
  // Where others go on in the room, whoever held only this one has no part in them.
  await leaveUnlessHolding(tx, new Map([[roomId, work]]), [{ roomId, heldBy }]);
  await settleRoomState(work);
}
