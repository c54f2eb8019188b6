import type { Bus } from '../platform/bus.ts';
import { afterCommit, type Database, type Tx } from '../platform/database.ts';
import { conversationAssigned, conversationResolved, conversationStarted, type RoomWork, roomWork } from '../rooms/index.ts';
import { settleQueueSight } from './queue-sight.ts';

/**
 * No flow is active yet, so every conversation goes to the account's default queue (domain: rooms and conversations), and
 * leaves it when somebody holds it or it is resolved. Wires the three to the rooms' announcements.
 */
export function routeByDefaultQueue(db: Database, bus: Bus): void {
  const wake = (tx: Tx, accountId: string) => afterCommit(tx, () => bus.publish('waiting', { accountId }));
  db.on(conversationStarted, async (tx, started) => {
    for (const { accountId, roomId, conversationId } of started) {
      await enterDefaultQueue(tx, accountId, roomId, conversationId);
      wake(tx, accountId);
    }
  });
  db.on(conversationAssigned, async (tx, assigned) => {
    for (const { accountId, roomId, conversationId, userId } of assigned) {
      await tx.deleteFrom('waiting').where('conversation_id', '=', conversationId).execute();
      await tx.updateTable('user_presence').set({ last_assigned_at: new Date().toISOString() }).where('user_id', '=', userId).execute();
      await settleQueueSight(await roomWork(tx, accountId, roomId));
    }
  });
  db.on(conversationResolved, async (tx, resolved) => {
    for (const { accountId, roomId, conversationId } of resolved) {
      await tx.deleteFrom('waiting').where('conversation_id', '=', conversationId).execute();
      await settleQueueSight(await roomWork(tx, accountId, roomId));
      wake(tx, accountId);
    }
  });
}

async function enterDefaultQueue(tx: Tx, accountId: string, roomId: string, conversationId: string): Promise<void> {
  const queue = await defaultQueue(tx);
  // An account without a default queue: it waits all the same, seen by supervisors, and nothing is lost.
  if (!queue) return;
  await tx.updateTable('conversations').set({ queue_id: queue.id }).where('id', '=', conversationId).execute();
  await tx
    .insertInto('waiting')
    .values({ conversation_id: conversationId, account_id: accountId, room_id: roomId, queue_id: queue.id })
    .execute();
  const work = await roomWork(tx, accountId, roomId);
  await settleQueueSight(work);
  await recordEntry(work, conversationId, queue.name, 'QUEUE_REASON_DEFAULT');
  work.conversationChanged(conversationId);
}

/** The queue of the account that is set on `tx` into which everything goes that nothing else routes. */
export function defaultQueue(tx: Tx): Promise<{ id: string; name: string } | undefined> {
  return tx.selectFrom('queues').select(['id', 'name']).where('is_default', '=', true).executeTakeFirst();
}

/** That a conversation entered a queue, and why, as an entry of its history. */
export async function recordEntry(work: RoomWork, conversationId: string, queueName: string, reason: string): Promise<void> {
  await work.record([
    {
      conversationId,
      kind: 'SYSTEM',
      type: 'ENTER_QUEUE',
      origin: 'SYSTEM',
      originId: null,
      originName: null,
      modifiedValue: queueName,
      reason,
    },
  ]);
}
