import type { ChatStatusSince } from '@parley/contract';
import { sql } from 'kysely';
import type { Actor } from '../accounts/index.ts';
import { announce } from '../platform/announce.ts';
import { afterCommit, type Database, type Tx } from '../platform/database.ts';
import type { Hub } from '../platform/hub.ts';
import { conversationResolved, handsChanged, subject } from '../rooms/index.ts';
import { chatStatus, type PresenceDeps, readChatStatus } from './presence.ts';
import { changePresenceAtEnd } from './presence-at-end.ts';

/**
 * Wrap-up: once a conversation is resolved, whoever held it counts as busy for as long as its queue says, or until they say that they are
 * done. A row holds until when, so that it outlives a server. Wires it to the rooms' announcements.
 */
export function keepWrapUp(db: Database, hub: Hub): void {
  db.on(conversationResolved, async (tx, resolved) => {
    for (const { conversationId, by, heldBy } of resolved) {
      // Who has not ended it has nothing to wrap up.
      if (by !== null && heldBy !== null) changePresenceAtEnd(tx, heldBy, () => begin(tx, hub, conversationId, heldBy));
    }
  });
}

async function begin(tx: Tx, hub: Hub, conversationId: string, userId: string): Promise<void> {
  const { rows } = await sql`
    update user_presence p set wrap_up_until = greatest(p.wrap_up_until, clock_timestamp() + make_interval(secs => q.wrap_up_seconds))
    from conversations c join queues q on q.id = c.queue_id
    where c.id = ${conversationId} and p.user_id = ${userId} and q.wrap_up_seconds > 0 returning p.user_id`.execute(tx);
  if (rows.length > 0) await tell(tx, hub, userId);
}

async function tell(tx: Tx, hub: Hub, userId: string): Promise<void> {
  const status = await readChatStatus(tx, userId);
  afterCommit(tx, () => hub.publish([subject.user(userId)], 'ChatStatus', status));
}

/** Whoever is done before the time is over may be given the next one at once. */
export async function endWrapUp(deps: PresenceDeps, actor: Actor): Promise<ChatStatusSince> {
  const { accountId, userId } = actor;
  await deps.db.inAccount(accountId, async (tx) => {
    await tx.updateTable('user_presence').set({ wrap_up_until: null }).where('user_id', '=', userId).execute();
    await tell(tx, deps.hub, userId);
    await announce(tx, handsChanged, [{ accountId, userId }]);
    afterCommit(tx, () => deps.bus.publish('waiting', { accountId }));
  });
  return chatStatus(deps, actor);
}
