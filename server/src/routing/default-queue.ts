import { type AssignmentReason, QueueStrategy } from '@parley/contract';
import type { Bus } from '../platform/bus.ts';
import { afterCommit, type Database, type Tx } from '../platform/database.ts';
import {
  conversationAssigned,
  conversationResolved,
  conversationSnoozed,
  conversationStarted,
  type RoomWork,
  roomWork,
  roomWorks,
} from '../rooms/index.ts';
import { leaveLine } from './line.ts';
import { rememberTurns } from './presence-at-end.ts';
import { settleQueueSight, settleQueueSights } from './queue-sight.ts';
import type { QueueFacts } from './waiting.ts';

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
    await leaveLine(
      tx,
      assigned.map(({ conversationId }) => conversationId),
      'taken',
    );
    rememberTurns(
      tx,
      assigned.map(({ userId }) => userId),
    );
    for (const [accountId, ofAccount] of Map.groupBy(assigned, (one) => one.accountId)) {
      const works = await roomWorks(
        tx,
        accountId,
        ofAccount.map(({ roomId }) => roomId),
      );
      await settleQueueSights([...works.values()]);
      // Whoever gave it away has room again.
      if (ofAccount.some(({ heldBy }) => heldBy !== null)) wake(tx, accountId);
    }
  });
  db.on(conversationResolved, async (tx, resolved) => {
    for (const { accountId, roomId, conversationId } of resolved) {
      await leaveLine(tx, [conversationId], 'resolved');
      await settleQueueSight(await roomWork(tx, accountId, roomId));
      wake(tx, accountId);
    }
  });
  // Whoever snoozed it has room for another one, and the clock is set by when it wakes.
  db.on(conversationSnoozed, async (tx, snoozed) => {
    for (const { accountId } of snoozed) wake(tx, accountId);
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
  await recordEntry(work, conversationId, queue, 'QUEUE_REASON_DEFAULT');
  work.conversationChanged(conversationId);
}

/**
 * The queue of the account that is set on `tx` into which everything goes that nothing else routes. It stays until `tx` ends:
 * another may be made the default one meanwhile, but this one is not put away.
 */
export async function defaultQueue(tx: Tx): Promise<QueueFacts | undefined> {
  const look = () =>
    tx
      .selectFrom('queues')
      .select(['id', 'name', 'strategy'])
      .where('is_default', '=', true)
      .where('removed_at', 'is', null)
      .forKeyShare()
      .executeTakeFirst();
  // Whoever waited for one that is put away in that moment finds the new one at the second look.
  const row = (await look()) ?? (await look());
  return row && { ...row, strategy: QueueStrategy.parse(row.strategy) };
}

/** Who moved it, or from which queue it overflowed. */
interface EntryFacts {
  by?: { id: string; name: string } | undefined;
  cameFrom?: AssignmentReason['cameFrom'];
  clientMessageId?: string;
}

/** That a conversation entered a queue, and why, as an entry of its history. */
export function entryOf(
  conversationId: string,
  { id, name, strategy }: QueueFacts,
  reason: string,
  { by, cameFrom, clientMessageId }: EntryFacts = {},
) {
  const assignment: AssignmentReason = { queue: { id, name }, strategy, chosen: null, ...(cameFrom === undefined ? {} : { cameFrom }) };
  return {
    conversationId,
    kind: 'SYSTEM' as const,
    type: 'ENTER_QUEUE' as const,
    origin: by === undefined ? ('SYSTEM' as const) : ('USER' as const),
    originId: by?.id ?? null,
    originName: by?.name ?? null,
    modifiedValue: name,
    reason,
    assignment,
    ...(clientMessageId === undefined ? {} : { clientMessageId }),
  };
}

export async function recordEntry(
  work: RoomWork,
  conversationId: string,
  queue: QueueFacts,
  reason: string,
  facts: EntryFacts = {},
): Promise<void> {
  await work.record([entryOf(conversationId, queue, reason, facts)]);
}
