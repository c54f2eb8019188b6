import type { ChatStatusSince } from '@parley/contract';
import { sql } from 'kysely';
import type { Actor } from '../accounts/index.ts';
import type { Tx } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import { giveBackHeld } from './give-back.ts';
import { holdingGivingOut } from './give-out-lock.ts';
import { type PresenceDeps, storeChatStatus } from './presence.ts';

/**
 * Chooses offline. Whoever has conversations in hand must say that they go back to their queues (`handBack`), and they do at once, in the
 * transaction that stores the status (domain: rooms and conversations). What they have snoozed is not in hand, and stays theirs. Throws CONVERSATIONS_IN_HAND with their number.
 */
export function goOffline(deps: PresenceDeps, actor: Actor, handBack: boolean): Promise<ChatStatusSince> {
  const { accountId, userId, name } = actor;
  return holdingGivingOut(deps.db, accountId, async (tx) => {
    // What a round that sees them ready is about to give them is in hand too.
    if (handBack) {
      await giveBackHeld(tx, deps.bus, { accountId, userId, by: { id: userId, name }, reason: 'QUEUE_REASON_AGENT_OFFLINE' });
    } else {
      const count = await countHeld(tx, userId);
      if (count > 0) throw problem('CONVERSATIONS_IN_HAND', { count });
    }
    return storeChatStatus(tx, deps, actor, 'offline');
  });
}

async function countHeld(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from conversations where assigned_user_id = ${userId} and state = 'ASSIGNED' and snoozed_at is null`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}
