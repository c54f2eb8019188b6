import { sql } from 'kysely';
import type { Tx } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';

/** Throws USER_LAST_ADMIN unless another active admin remains. In a transaction that holds the account's row. */
export async function requireAnotherAdmin(tx: Tx, userId: string): Promise<void> {
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('active', '=', true)
    .where('id', '<>', userId)
    .limit(1)
    .executeTakeFirst();
  if (other === undefined) throw problem('USER_LAST_ADMIN');
}

/** Throws USER_ONLY_ONE_IN_QUEUE when a queue would be left without anybody active (administration, section 5). */
export async function requireNotAloneInQueue(tx: Tx, userId: string): Promise<void> {
  const alone = await tx
    .selectFrom('queue_members as m')
    .innerJoin('queues as q', 'q.id', 'm.queue_id')
    .select('q.name')
    .where('m.user_id', '=', userId)
    .where(
      sql<boolean>`not exists (select from queue_members o join users u on u.id = o.user_id and u.active
        where o.queue_id = m.queue_id and o.user_id <> m.user_id)`,
    )
    .orderBy('q.name')
    .limit(1)
    .executeTakeFirst();
  if (alone !== undefined) throw problem('USER_ONLY_ONE_IN_QUEUE', { queue: alone.name });
}

/** Throws USER_IN_ACTIVE_CONVERSATION (administration, section 5). */
export async function requireHoldsNothing(tx: Tx, userId: string): Promise<void> {
  const held = await tx
    .selectFrom('conversations')
    .select('id')
    .where('assigned_user_id', '=', userId)
    .where('state', '=', 'ASSIGNED')
    .limit(1)
    .executeTakeFirst();
  if (held !== undefined) throw problem('USER_IN_ACTIVE_CONVERSATION');
}
