import { QueueStrategy } from '@parley/contract';
import { type Expression, sql } from 'kysely';
import type { Bus } from '../platform/bus.ts';
import { afterCommit, type Database, type Tx } from '../platform/database.ts';
import { enqueue, type Task } from '../platform/jobs.ts';
import { inRooms, recordActivity, recordInRooms, roomWorks, takeBack } from '../rooms/index.ts';
import { defaultQueue, entryOf } from './default-queue.ts';
import { enterLine } from './line.ts';
import { settleQueueSights } from './queue-sight.ts';

export const GIVE_BACK_TASK = 'routing:give-back';

/**
 * As soon as `tx` is committed, in which somebody was deactivated or activated: what they hold goes back, and their chats with colleagues tell
 * of it. By a job, since rooms are locked before people and not after.
 */
export const settleActivityWhenCommitted = (tx: Tx, who: { accountId: string; userId: string }): Promise<void> =>
  enqueue(tx, GIVE_BACK_TASK, who);

/**
 * What the pool of jobs runs under GIVE_BACK_TASK. Whoever was activated again meanwhile keeps what they hold.
 *
 * @param tellScheduled says in their rooms that what they wrote for later goes no more, or goes again
 */
export function giveBackTask(db: Database, bus: Bus, tellScheduled: (accountId: string, userId: string) => Promise<void>): Task {
  return async (payload) => {
    const { accountId, userId } = payload as { accountId: string; userId: string };
    await inRooms(db, accountId, async (tx) => {
      const person = await tx.selectFrom('users').select('active').where('id', '=', userId).executeTakeFirst();
      if (person?.active === false) await giveBackHeld(tx, bus, { accountId, userId, reason: 'QUEUE_REASON_DEACTIVATED' });
    });
    // By itself: the rooms of one transaction are locked together.
    await inRooms(db, accountId, async (tx) => {
      await recordActivity(tx, accountId, userId);
    });
    await tellScheduled(accountId, userId);
  };
}

/** Whose conversations go back, and why. */
export interface GivingBack {
  accountId: string;
  userId: string;
  reason: 'QUEUE_REASON_DEACTIVATED' | 'QUEUE_REASON_AGENT_LEFT' | 'QUEUE_REASON_AGENT_IDLE' | 'QUEUE_REASON_AGENT_OFFLINE';
  /** Who did it, where a person did. */
  by?: { id: string; name: string };
  /** Asked when everything that they hold is locked: false, and it stays theirs. */
  isDue?: () => Promise<boolean>;
  /** Asked of each of their conversations, before it is locked and after; the others stay theirs. */
  which?: Expression<boolean>;
}

/**
 * What somebody holds goes back to the queue that it came from, or to the default queue, at its old place there
 * (domain: rooms and conversations). What they have snoozed stays theirs, unless they were deactivated.
 * @returns how many went back
 */
export async function giveBackHeld(tx: Tx, bus: Bus, { accountId, userId, reason, by, isDue, which }: GivingBack): Promise<number> {
  const held = tx
    .selectFrom('conversations')
    .select(['id', 'room_id'])
    .where('assigned_user_id', '=', userId)
    .where('state', '=', 'ASSIGNED')
    .$if(reason !== 'QUEUE_REASON_DEACTIVATED', (query) => query.where('snoozed_at', 'is', null))
    .$if(which !== undefined, (query) => query.where(which as Expression<boolean>));
  const seen = await held.execute();
  if (seen.length === 0) return 0;
  await roomWorks(
    tx,
    accountId,
    seen.map((row) => row.room_id),
  );
  if (isDue !== undefined && !(await isDue())) return 0;
  // What was resolved, handed over or snoozed while the rooms' locks were waited for is left out.
  const all = await held
    .where(sql<boolean>`id = any(${seen.map(({ id }) => id)}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  await giveBack(tx, accountId, { conversations: all.map((row) => ({ id: row.id, roomId: row.room_id })), userId, reason, by });
  afterCommit(tx, () => bus.publish('waiting', { accountId }));
  return all.length;
}

/**
 * These, whose rows and rooms are locked.
 * @returns the names of the queues where they are, by their ids; an account without a queue has none
 */
export async function giveBack(
  tx: Tx,
  accountId: string,
  given: {
    conversations: ReadonlyArray<{ id: string; roomId: string }>;
    userId: string;
    reason: string;
    by?: GivingBack['by'];
  },
): Promise<ReadonlyMap<string, string>> {
  const { conversations, userId, reason, by } = given;
  if (conversations.length === 0) return new Map();
  const queues = await tx
    .selectFrom('conversations')
    .innerJoin('queues', 'queues.id', 'conversations.queue_id')
    .select(['conversations.id as conversation_id', 'queues.id', 'queues.name', 'queues.strategy'])
    .where(sql<boolean>`conversations.id = any(${conversations.map(({ id }) => id)}::uuid[])`)
    .execute();
  const cameFrom = new Map(
    queues.map(({ conversation_id: of, strategy, ...row }) => [of, { ...row, strategy: QueueStrategy.parse(strategy) }]),
  );
  const usual = conversations.some(({ id }) => !cameFrom.has(id)) ? await defaultQueue(tx) : undefined;
  await takeBack(
    tx,
    accountId,
    conversations.map(({ id, roomId }) => ({ roomId, conversationId: id, heldBy: userId })),
  );
  // An account without a queue: it waits all the same, seen by supervisors.
  const entering = conversations.flatMap(({ id: conversationId, roomId }) => {
    const queue = cameFrom.get(conversationId) ?? usual;
    return queue === undefined ? [] : [{ roomId, conversationId, queueId: queue.id, queue }];
  });
  if (entering.length === 0) return new Map();
  await enterLine(tx, accountId, entering);
  const works = await roomWorks(
    tx,
    accountId,
    entering.map(({ roomId }) => roomId),
  );
  await settleQueueSights([...works.values()]);
  await recordInRooms(
    tx,
    entering.map(({ roomId, conversationId, queue }) => ({ roomId, ...entryOf(conversationId, queue, reason, { by }) })),
  );
  return new Map(entering.map(({ conversationId, queue }) => [conversationId, queue.name]));
}
