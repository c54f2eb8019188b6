import { type Actor, mayDo } from '../accounts/index.ts';
import { announce } from '../platform/announce.ts';
import { newId } from '../platform/clock.ts';
import type { Tx } from '../platform/database.ts';
import { type Problem, problem } from '../platform/problem.ts';
import { grantAccess, visibleRooms } from './access.ts';
import { conversationAssigned } from './announcements.ts';
import { settleRoomState } from './room-state.ts';
import { type RoomWork, roomWork } from './work.ts';

export interface Assignment {
  roomId: string;
  conversationId: string;
  userId: string;
  /** Who must hold it for this to happen: compare-and-set (domain, invariant 8). */
  expectedUserId: string | null;
}

/**
 * A person takes a conversation or hands it over. One that nobody holds may be taken by whoever sees it; one that is
 * held may be given away by its holder and by those who may reassign.
 * Throws ROOM_NOT_FOUND, CONVERSATION_NOT_FOUND, CONVERSATION_RESOLVED, CONVERSATION_TAKEN, CONVERSATION_NOT_YOURS, USER_NOT_FOUND.
 */
export async function assignByPerson(tx: Tx, actor: Actor, assignment: Assignment): Promise<void> {
  const visible = await tx
    .selectFrom('rooms')
    .select('id')
    .where('id', '=', assignment.roomId)
    .where(visibleRooms(actor))
    .executeTakeFirst();
  if (!visible) throw (await takenMeanwhile(tx, actor, assignment)) ?? problem('ROOM_NOT_FOUND');
  const heldByOther = assignment.expectedUserId !== null && assignment.expectedUserId !== actor.userId;
  const forOther = assignment.userId !== actor.userId && assignment.expectedUserId !== actor.userId;
  if ((heldByOther || forOther) && !mayDo(actor, ['rooms', 'reassign'])) throw problem('CONVERSATION_NOT_YOURS');
  const work = await roomWork(tx, actor.accountId, assignment.roomId);
  const took = assignment.userId === actor.userId;
  await assign(work, assignment, {
    origin: 'USER',
    originId: actor.userId,
    originName: actor.name,
    reason: took ? 'ASSIGN_REASON_TAKEN' : 'ASSIGN_REASON_HANDED_OVER',
  });
}

/** A conversation that waited in the actor's sight and that somebody was quicker to take, with the room out of sight by it. */
async function takenMeanwhile(tx: Tx, actor: Actor, { roomId, conversationId, expectedUserId }: Assignment): Promise<Problem | null> {
  if (expectedUserId !== null) return null;
  const holder = await tx
    .selectFrom('conversations')
    .innerJoin('queue_members', (join) =>
      join.onRef('queue_members.queue_id', '=', 'conversations.queue_id').on('queue_members.user_id', '=', actor.userId),
    )
    .innerJoin('users', 'users.id', 'conversations.assigned_user_id')
    .select(['users.first_name', 'users.last_name'])
    .where('conversations.id', '=', conversationId)
    .where('conversations.room_id', '=', roomId)
    .where('conversations.state', '=', 'ASSIGNED')
    .executeTakeFirst();
  return holder ? problem('CONVERSATION_TAKEN', { name: `${holder.first_name} ${holder.last_name}`.trim() }) : null;
}

/** The queue gives a waiting conversation to an agent. False when it waits no longer: somebody else was quicker. */
export async function assignFromQueue(tx: Tx, accountId: string, assignment: Omit<Assignment, 'expectedUserId'>): Promise<boolean> {
  const work = await roomWork(tx, accountId, assignment.roomId);
  const conversation = await tx
    .selectFrom('conversations')
    .select(['state', 'assigned_user_id'])
    .where('id', '=', assignment.conversationId)
    .executeTakeFirst();
  if (conversation?.state !== 'UNASSIGNED') return false;
  await assign(
    work,
    { ...assignment, expectedUserId: null },
    { origin: 'SYSTEM', originId: null, originName: null, reason: 'ASSIGN_REASON_QUEUE' },
  );
  return true;
}

/** Who gives it, and why. */
type By = { origin: 'USER' | 'SYSTEM'; originId: string | null; originName: string | null; reason: string };

/** Gives a conversation to somebody: takes part, sees the room, counts from its beginning, stands in the history. */
export async function assign(work: RoomWork, { conversationId, userId, expectedUserId }: Assignment, by: By): Promise<void> {
  const { tx, accountId, roomId } = work;
  const conversation = await tx
    .selectFrom('conversations')
    .leftJoin('users', 'users.id', 'conversations.assigned_user_id')
    .select(['conversations.state', 'conversations.assigned_user_id', 'users.first_name', 'users.last_name'])
    .where('conversations.id', '=', conversationId)
    .where('conversations.room_id', '=', roomId)
    .forUpdate('conversations')
    .executeTakeFirst();
  if (!conversation) throw problem('CONVERSATION_NOT_FOUND');
  if (conversation.state === 'RESOLVED') throw problem('CONVERSATION_RESOLVED');
  if (conversation.assigned_user_id === userId) return;
  if (conversation.assigned_user_id !== expectedUserId) {
    throw problem('CONVERSATION_TAKEN', { name: `${conversation.first_name ?? ''} ${conversation.last_name ?? ''}`.trim() });
  }
  const isThere = await tx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
  if (!isThere) throw problem('USER_NOT_FOUND');
  const now = new Date().toISOString();
  await tx
    .updateTable('conversations')
    .set({ state: 'ASSIGNED', assigned_user_id: userId, assigned_at: now, modified_at: now })
    .where('id', '=', conversationId)
    .execute();
  // Asked only now: whoever is just being deactivated is waited for by the foreign key, and a deactivation waits for us.
  const user = await tx.selectFrom('users').select(['first_name', 'last_name', 'active']).where('id', '=', userId).executeTakeFirst();
  if (!user?.active) throw problem('USER_NOT_FOUND');
  await tx.updateTable('rooms').set({ last_assigned_user_id: userId }).where('id', '=', roomId).execute();
  work.conversationChanged(conversationId);
  work.roomChanged('UPDATED');
  const person = by.originId === null ? null : { id: by.originId, name: by.originName ?? '' };
  await announce(tx, conversationAssigned, [{ accountId, roomId, conversationId, userId, by: person, heldBy: expectedUserId }]);
  if (expectedUserId !== null) await leaveUnlessHolding(work, expectedUserId);
  await addParticipant(work, userId);
  await grantAccess(tx, accountId, roomId, [userId]);
  await startCounting(work, conversationId, userId);
  await work.record([
    {
      conversationId,
      kind: 'SYSTEM',
      type: 'USER_ASSIGNED',
      ...by,
      modifiedParticipants: [{ id: userId, type: 'USER', name: `${user.first_name} ${user.last_name}`.trim() }],
    },
  ]);
  await settleRoomState(work);
}

/** Takes a conversation from whoever holds it; it belongs to nobody until it is given out again. */
export async function takeBack(work: RoomWork, conversationId: string, heldBy: string): Promise<void> {
  await work.tx
    .updateTable('conversations')
    .set({ state: 'UNASSIGNED', assigned_user_id: null, assigned_at: null, modified_at: new Date().toISOString() })
    .where('id', '=', conversationId)
    .execute();
  work.conversationChanged(conversationId);
  work.roomChanged('UPDATED');
  await leaveUnlessHolding(work, heldBy);
  await settleRoomState(work);
}

async function addParticipant(work: RoomWork, userId: string): Promise<void> {
  const added = await work.tx
    .insertInto('participants')
    .values({ id: newId(), account_id: work.accountId, room_id: work.roomId, type: 'USER', associated_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added) work.participantsChanged();
}

async function leaveUnlessHolding(work: RoomWork, userId: string): Promise<void> {
  const holds = await work.tx
    .selectFrom('conversations')
    .select('id')
    .where('room_id', '=', work.roomId)
    .where('assigned_user_id', '=', userId)
    .where('state', '=', 'ASSIGNED')
    .executeTakeFirst();
  if (holds) return;
  await work.tx
    .deleteFrom('participants')
    .where('room_id', '=', work.roomId)
    .where('type', '=', 'USER')
    .where('associated_id', '=', userId)
    .execute();
  work.participantsChanged();
}

/** Missed is counted from the beginning of the conversation that one was given, not from the beginning of the room. */
async function startCounting(work: RoomWork, conversationId: string, userId: string): Promise<void> {
  const first = await work.tx
    .selectFrom('events')
    .select(['public_no', 'private_no', 'kind', 'private'])
    .where('room_id', '=', work.roomId)
    .where('conversation_id', '=', conversationId)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  const room = await work.tx
    .selectFrom('rooms')
    .select(['public_count', 'private_count'])
    .where('id', '=', work.roomId)
    .executeTakeFirstOrThrow();
  const countsItself = first?.kind === 'COMMUNICATION' ? 1 : 0;
  const seenPublic = first ? first.public_no - (first.private ? 0 : countsItself) : room.public_count;
  const seenPrivate = first ? first.private_no - (first.private ? countsItself : 0) : room.private_count;
  await work.tx
    .insertInto('memberships')
    .values({ account_id: work.accountId, room_id: work.roomId, user_id: userId, seen_public: seenPublic, seen_private: seenPrivate })
    .onConflict((conflict) =>
      conflict.columns(['room_id', 'user_id']).doUpdateSet((eb) => ({
        seen_public: eb.fn<number>('greatest', ['memberships.seen_public', 'excluded.seen_public']),
        seen_private: eb.fn<number>('greatest', ['memberships.seen_private', 'excluded.seen_private']),
      })),
    )
    .execute();
  work.membershipChanged(userId);
}
