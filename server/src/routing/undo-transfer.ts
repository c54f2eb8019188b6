import type { NewTransfer } from '@parley/contract';
import { sql } from 'kysely';
import type { Actor } from '../accounts/index.ts';
import { announce } from '../platform/announce.ts';
import type { Bus } from '../platform/bus.ts';
import { afterCommit, type Tx } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import { assign, type RoomWork, roomWork, seesRoom, takeBack } from '../rooms/index.ts';
import { conversationQueued } from './announcements.ts';
import { recordEntry } from './default-queue.ts';
import { enterLine, leaveLine } from './line.ts';
import { settleQueueSight } from './queue-sight.ts';
import { requirePerson, standingQueue } from './transfer.ts';

/** So long whoever handed a conversation on may take it back: time to see that it was the wrong one, not to take it from somebody at work. */
const UNDO_MS = 5 * 60_000;
const REASON = 'TRANSFER_REASON_UNDONE';
/** Of moves that hand something on. What somebody takes, or gives back by going offline, is none. */
const HANDED_ON: ReadonlySet<string | null> = new Set(['ASSIGN_REASON_HANDED_OVER', 'QUEUE_REASON_TRANSFERRED']);

/** `to`: where it was handed, and must still be. */
export interface TakenBack {
  roomId: string;
  conversationId: string;
  to: NewTransfer['to'];
}

/** A move of a conversation, as the history tells it: to a person, or into a queue. */
interface Move {
  seq: number;
  byId: string | null;
  at: string;
  reason: string | null;
  to: { userId: string } | { queueId: string };
}

/**
 * Gives a conversation back to whom it was with before the actor handed it on, or to its place in the line where it waited. What has moved
 * on since stays (domain, invariant 8), also where somebody else has answered or noted something. What is taken back already is done.
 * Throws what the contract says of it.
 */
export async function undoTransfer(tx: Tx, bus: Bus, actor: Actor, { roomId, conversationId, to }: TakenBack): Promise<void> {
  if (!(await seesRoom(tx, actor, roomId))) throw problem('ROOM_NOT_FOUND');
  const work = await roomWork(tx, actor.accountId, roomId);
  await requireTarget(tx, to);
  const [last, before] = await latestMoves(tx, roomId, conversationId);
  if (last?.reason === REASON && last.byId === actor.userId && before !== undefined && isHandedOn(before, actor, to)) return;
  const holder = await requireStillThere(tx, { roomId, conversationId, to });
  if (last === undefined || before === undefined || !isHandedOn(last, actor, to)) throw problem('TRANSFER_GONE_ON');
  if (await hasGoneOn(tx, actor, { roomId, conversationId, since: last.seq })) throw problem('TRANSFER_GONE_ON');
  if (Date.now() - Date.parse(last.at) > UNDO_MS) throw problem('TRANSFER_TOO_LATE');
  if ('userId' in before.to) await giveTo(work, actor, { conversationId, userId: before.to.userId, holder, since: last.seq });
  else await putIntoLine(work, actor, { conversationId, queueId: before.to.queueId, holder });
  afterCommit(tx, () => bus.publish('waiting', { accountId: actor.accountId }));
}

/** Whether the actor handed it on there by this move. */
function isHandedOn({ byId, reason, to: there }: Move, actor: Actor, to: NewTransfer['to']): boolean {
  if (byId !== actor.userId || !HANDED_ON.has(reason)) return false;
  return 'userId' in there ? to.type === 'USER' && to.userId === there.userId : to.type === 'QUEUE' && to.queueId === there.queueId;
}

/** Whether somebody else has done something in it since: answered, written a note, snoozed it. Notes belong to the room. */
async function hasGoneOn(
  tx: Tx,
  actor: Actor,
  { roomId, conversationId, since }: { roomId: string; conversationId: string; since: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from events e
    where e.room_id = ${roomId}::uuid and e.seq > ${since} and (e.conversation_id = ${conversationId}::uuid or e.conversation_id is null)
      and e.origin_type = 'USER' and e.origin_id <> ${actor.userId}::uuid
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** Throws USER_NOT_FOUND, QUEUE_NOT_FOUND. */
async function requireTarget(tx: Tx, to: NewTransfer['to']): Promise<void> {
  if (to.type === 'USER') await requirePerson(tx, to.userId);
  else await standingQueue(tx, to.queueId);
}

/** Who holds it: null where it waits. Throws what speaks against it when it is not where it was put. */
async function requireStillThere(tx: Tx, { roomId, conversationId, to }: TakenBack): Promise<string | null> {
  const conversation = await tx
    .selectFrom('conversations')
    .leftJoin('users', 'users.id', 'conversations.assigned_user_id')
    .select(['conversations.state', 'conversations.assigned_user_id', 'conversations.queue_id', 'users.first_name', 'users.last_name'])
    .where('conversations.id', '=', conversationId)
    .where('conversations.room_id', '=', roomId)
    .forUpdate('conversations')
    .executeTakeFirst();
  if (!conversation) throw problem('CONVERSATION_NOT_FOUND');
  const { state, assigned_user_id: holder, queue_id: queueId, first_name: first, last_name: name } = conversation;
  if (state === 'RESOLVED') throw problem('CONVERSATION_RESOLVED');
  const isThere = to.type === 'USER' ? holder === to.userId : holder === null && queueId === to.queueId;
  if (isThere) return holder;
  if (holder === null) throw problem('TRANSFER_GONE_ON');
  throw problem('CONVERSATION_TAKEN', { name: `${first ?? ''} ${name ?? ''}`.trim() });
}

/** The last two moves of a conversation, the latest first. Entries from before queues were kept with them say none. */
async function latestMoves(tx: Tx, roomId: string, conversationId: string): Promise<Move[]> {
  const { rows } = await sql<{
    seq: number;
    by_id: string | null;
    at: string;
    reason: string | null;
    user_id: string | null;
    queue_id: string | null;
  }>`
    select e.seq, e.origin_id as by_id, e.created_at as at, e.reason,
      case when e.type = 'USER_ASSIGNED' then e.participants -> 0 ->> 'id' end as user_id,
      case when e.type = 'ENTER_QUEUE' then e.assignment -> 'queue' ->> 'id' end as queue_id
    from events e
    where e.room_id = ${roomId}::uuid and e.conversation_id = ${conversationId}::uuid and e.type in ('USER_ASSIGNED', 'ENTER_QUEUE')
    order by e.seq desc limit 2`.execute(tx);
  return rows.flatMap(({ seq, by_id: byId, at, reason, user_id: userId, queue_id: queueId }): Move[] => {
    if (userId !== null) return [{ seq, byId, at, reason, to: { userId } }];
    return queueId === null ? [] : [{ seq, byId, at, reason, to: { queueId } }];
  });
}

/** The queue through which it came before a move, where it had one that stands. */
async function queueBefore(tx: Tx, roomId: string, conversationId: string, seq: number): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select q.id from (
      select e.assignment -> 'queue' ->> 'id' as id from events e
      where e.room_id = ${roomId}::uuid and e.conversation_id = ${conversationId}::uuid and e.type = 'ENTER_QUEUE' and e.seq < ${seq}
      order by e.seq desc limit 1) entered
    join queues q on q.id = entered.id::uuid and q.removed_at is null`.execute(tx);
  return rows[0]?.id ?? null;
}

async function giveTo(
  work: RoomWork,
  actor: Actor,
  { conversationId, userId, holder, since }: { conversationId: string; userId: string; holder: string | null; since: number },
): Promise<void> {
  const { tx, roomId } = work;
  if (holder === null) {
    // Nobody waited: how long it lay there is no wait of a customer's.
    await leaveLine(tx, [conversationId], 'moved');
    const queueId = await queueBefore(tx, roomId, conversationId, since);
    await tx.updateTable('conversations').set({ queue_id: queueId }).where('id', '=', conversationId).execute();
  }
  await assign(
    work,
    { roomId, conversationId, userId, expectedUserId: holder },
    { origin: 'USER', originId: actor.userId, originName: actor.name, reason: REASON },
  );
}

async function putIntoLine(
  work: RoomWork,
  actor: Actor,
  { conversationId, queueId, holder }: { conversationId: string; queueId: string; holder: string | null },
): Promise<void> {
  const queue = await standingQueue(work.tx, queueId);
  if (holder === null) await leaveLine(work.tx, [conversationId], 'moved');
  else await takeBack(work.tx, work.accountId, [{ roomId: work.roomId, conversationId, heldBy: holder }]);
  await enterLine(work.tx, work.accountId, [{ roomId: work.roomId, conversationId, queueId }]);
  await settleQueueSight(work);
  const by = { id: actor.userId, name: actor.name };
  await recordEntry(work, conversationId, queue, REASON, { by });
  work.conversationChanged(conversationId);
  const { accountId, roomId } = work;
  await announce(work.tx, conversationQueued, [{ accountId, roomId, queue: queue.name, by, heldBy: holder }]);
}
