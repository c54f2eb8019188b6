import { type AssignmentReason, type NewTransfer, NOTE_OF_TRANSFER, QueueStrategy } from '@parley/contract';
import type { Actor } from '../accounts/index.ts';
import { announce } from '../platform/announce.ts';
import type { Bus } from '../platform/bus.ts';
import { afterCommit, type Tx } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import { assignByPerson, eventOfKey, noteBeside, releaseByPerson, roomWork } from '../rooms/index.ts';
import { conversationQueued } from './announcements.ts';
import { recordEntry } from './default-queue.ts';
import { enterLine, leaveLine } from './line.ts';
import { settleQueueSight } from './queue-sight.ts';
import type { QueueFacts } from './waiting.ts';

export type Transfer = NewTransfer & { roomId: string; conversationId: string };

/**
 * Hands a conversation on to a colleague or into a queue, with a private note where one is given. In a queue it stands as one that has
 * waited since its beginning. What this person has handed on under this id already is done. Throws what the contract says of it.
 */
export async function transferConversation(tx: Tx, bus: Bus, actor: Actor, transfer: Transfer): Promise<void> {
  const { roomId, conversationId, expectedUserId, expectedQueueId, clientTransferId, to, note } = transfer;
  const work = await roomWork(tx, actor.accountId, roomId);
  if (await wasDone(tx, actor, transfer)) return;
  if (expectedUserId !== null) await requirePerson(tx, expectedUserId);
  if (expectedQueueId !== null) await requireQueue(tx, expectedQueueId);
  const from = { roomId, conversationId, expectedUserId, expectedQueueId };
  if (to.type === 'USER') await assignByPerson(tx, actor, { ...from, userId: to.userId }, clientTransferId);
  else await moveToQueue(tx, bus, actor, { ...from, queueId: to.queueId, clientTransferId });
  if (note !== undefined) await noteBeside(work, actor, { text: note, clientMessageId: keyOfNote(clientTransferId) });
}

const keyOfNote = (clientTransferId: string) => `${NOTE_OF_TRANSFER}${clientTransferId}`;

/**
 * Whether this very transfer was stored before; asked under the room's lock. A conversation that stayed where it was leaves the note alone.
 * Throws CLIENT_TRANSFER_ID_USED where another one was.
 */
async function wasDone(tx: Tx, actor: Actor, { roomId, conversationId, to, note, clientTransferId }: Transfer): Promise<boolean> {
  const stored = async (key: string) => {
    const id = await eventOfKey(tx, actor.userId, key);
    if (id === null) return null;
    const facts = ['room_id', 'conversation_id', 'type', 'participants', 'assignment', 'message'] as const;
    return tx.selectFrom('events').select(facts).where('id', '=', id).executeTakeFirstOrThrow();
  };
  const [moved, noted] = [await stored(clientTransferId), await stored(keyOfNote(clientTransferId))];
  if (moved === null && noted === null) return false;
  const words = (noted?.message ?? null) as { text?: string } | null;
  const isSame =
    (moved === null || (moved.conversation_id === conversationId && isTo(to, moved))) &&
    (moved ?? noted)?.room_id === roomId &&
    words?.text === note?.toWellFormed();
  if (!isSame) throw problem('CLIENT_TRANSFER_ID_USED');
  return true;
}

/** Whether an entry of the history says that it went there. */
function isTo(
  to: Transfer['to'],
  { type, participants, assignment }: { type: string; participants: unknown; assignment: unknown },
): boolean {
  if (to.type === 'QUEUE') return type === 'ENTER_QUEUE' && (assignment as AssignmentReason | null)?.queue.id === to.queueId;
  return type === 'USER_ASSIGNED' && (participants as readonly { id: string }[])[0]?.id === to.userId;
}

/** Also one who is gone: they may hold it still. Throws USER_NOT_FOUND. */
export async function requirePerson(tx: Tx, userId: string): Promise<void> {
  const found = await tx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
  if (!found) throw problem('USER_NOT_FOUND');
}

/** Also one that was put away: it may wait there still. Throws QUEUE_NOT_FOUND. */
async function requireQueue(tx: Tx, queueId: string): Promise<void> {
  const found = await tx.selectFrom('queues').select('id').where('id', '=', queueId).executeTakeFirst();
  if (!found) throw problem('QUEUE_NOT_FOUND');
}

async function moveToQueue(
  tx: Tx,
  bus: Bus,
  actor: Actor,
  { queueId, clientTransferId, ...what }: Omit<Transfer, 'to' | 'note'> & { queueId: string },
): Promise<void> {
  const { conversationId } = what;
  const { work, from } = await releaseByPerson(tx, actor, what);
  const queue = await standingQueue(tx, queueId);
  if (from === null) await leaveLine(tx, [conversationId], 'moved');
  await enterLine(tx, work.accountId, [{ roomId: work.roomId, conversationId, queueId }]);
  await settleQueueSight(work);
  const by = { id: actor.userId, name: actor.name };
  await recordEntry(work, conversationId, queue, 'QUEUE_REASON_TRANSFERRED', { by, clientMessageId: clientTransferId });
  work.conversationChanged(conversationId);
  await announce(tx, conversationQueued, [{ accountId: work.accountId, roomId: work.roomId, queue: queue.name, by, heldBy: from }]);
  afterCommit(tx, () => bus.publish('waiting', { accountId: actor.accountId }));
}

/** It is not put away before `tx` ends. Throws QUEUE_NOT_FOUND. */
export async function standingQueue(tx: Tx, queueId: string): Promise<QueueFacts> {
  const row = await tx
    .selectFrom('queues')
    .select(['id', 'name', 'strategy'])
    .where('id', '=', queueId)
    .where('removed_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  if (!row) throw problem('QUEUE_NOT_FOUND');
  return { ...row, strategy: QueueStrategy.parse(row.strategy) };
}
