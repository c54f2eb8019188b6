import { sql } from 'kysely';
import type { Bus } from '../platform/bus.ts';
import { afterCommit, type Database, type Tx } from '../platform/database.ts';
import { enqueue, type Task } from '../platform/jobs.ts';
import { inRooms, roomWork, takeBack } from '../rooms/index.ts';
import { defaultQueue, recordEntry } from './default-queue.ts';
import { settleQueueSight } from './queue-sight.ts';

export const GIVE_BACK_TASK = 'routing:give-back';

/**
 * What somebody holds goes back as soon as `tx` is committed, in which they were deactivated: by a job, since rooms are locked
 * before people and not after.
 */
export const giveBackWhenCommitted = (tx: Tx, who: { accountId: string; userId: string }): Promise<void> =>
  enqueue(tx, GIVE_BACK_TASK, who);

/** What the pool of jobs runs under GIVE_BACK_TASK. Whoever was activated again meanwhile keeps what they hold. */
export function giveBackTask(db: Database, bus: Bus): Task {
  return async (payload) => {
    const { accountId, userId } = payload as { accountId: string; userId: string };
    await inRooms(db, accountId, async (tx) => {
      const person = await tx.selectFrom('users').select('active').where('id', '=', userId).executeTakeFirst();
      if (person?.active === false) await giveBackHeld(tx, bus, { accountId, userId });
    });
  };
}

/**
 * Everything that somebody holds goes back to the queue that it came from, or to the default queue, before all that waits there
 * (domain: rooms and conversations).
 */
async function giveBackHeld(tx: Tx, bus: Bus, { accountId, userId }: { accountId: string; userId: string }): Promise<void> {
  const held = await tx
    .selectFrom('conversations')
    .select(['id', 'room_id'])
    .where('assigned_user_id', '=', userId)
    .where('state', '=', 'ASSIGNED')
    // Rooms are locked in this order by everybody.
    .orderBy('room_id')
    .orderBy('id')
    .execute();
  for (const { id, room_id: roomId } of held) {
    const work = await roomWork(tx, accountId, roomId);
    const conversation = await tx
      .selectFrom('conversations')
      .leftJoin('queues', 'queues.id', 'conversations.queue_id')
      .select(['conversations.state', 'conversations.assigned_user_id', 'queues.id as queue_id', 'queues.name as queue_name'])
      .where('conversations.id', '=', id)
      .forUpdate('conversations')
      .executeTakeFirstOrThrow();
    // Resolved or handed over while the room's lock was waited for.
    if (conversation.state !== 'ASSIGNED' || conversation.assigned_user_id !== userId) continue;
    const { queue_id, queue_name } = conversation;
    const queue = queue_id !== null && queue_name !== null ? { id: queue_id, name: queue_name } : await defaultQueue(tx);
    await takeBack(work, id, userId);
    if (!queue) continue;
    await tx.updateTable('conversations').set({ queue_id: queue.id }).where('id', '=', id).execute();
    await sql`
      insert into waiting (conversation_id, account_id, room_id, queue_id, place) overriding system value
      select ${id}::uuid, ${accountId}::uuid, ${roomId}::uuid, ${queue.id}::uuid, coalesce(min(place), 1) - 1 from waiting`.execute(tx);
    await settleQueueSight(work);
    await recordEntry(work, id, queue.name, 'QUEUE_REASON_DEACTIVATED');
  }
  afterCommit(tx, () => bus.publish('waiting', { accountId }));
}
