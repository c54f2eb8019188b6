import { sql } from 'kysely';
import type { Tx } from '../platform/database.ts';

/** A conversation and the queue into which it goes. */
export interface Entering {
  roomId: string;
  conversationId: string;
  queueId: string;
}

/**
 * Conversations wait in queues, as they have since their beginnings. One that waited before stands where it stood; one that never did, as when an
 * agent began it, stands before all that began after it.
 */
export async function enterLine(tx: Tx, accountId: string, all: readonly Entering[]): Promise<void> {
  const { rows: entered } = await sql<{ id: string; place: number | null }>`
    update conversations c set queue_id = t.queue_id
    from unnest(${all.map(({ conversationId }) => conversationId)}::uuid[], ${all.map(({ queueId }) => queueId)}::uuid[]) t(id, queue_id)
    where c.id = t.id returning c.id, c.queue_place as place`.execute(tx);
  const placed = entered.filter(({ place }) => place !== null);
  await sql`
    insert into waiting (conversation_id, account_id, room_id, queue_id, since, place) overriding system value
    select c.id, c.account_id, c.room_id, c.queue_id, c.created_at, c.queue_place
    from conversations c where c.id = any(${placed.map(({ id }) => id)}::uuid[])`.execute(tx);
  const unplaced = entered.filter(({ place }) => place === null).map(({ id }) => id);
  if (unplaced.length === 0) return;
  // One by one, the youngest first, since each may stand before the one that was put there just now.
  const { rows: youngest } = await sql<{ id: string }>`
    select id from conversations where id = any(${unplaced}::uuid[]) order by created_at desc, id desc`.execute(tx);
  for (const { id } of youngest) await enterUnplaced(tx, accountId, id);
}

/** Where nothing that waits began later: at the end, by the number that the table gives. */
async function enterUnplaced(tx: Tx, accountId: string, conversationId: string): Promise<void> {
  await sql`
    insert into waiting (conversation_id, account_id, room_id, queue_id, since, place) overriding system value
    select c.id, ${accountId}::uuid, c.room_id, c.queue_id, c.created_at,
      coalesce((
        select min(w.place) - 1 from waiting w join conversations later on later.id = w.conversation_id where later.created_at > c.created_at),
        nextval(pg_get_serial_sequence('waiting', 'place')))
    from conversations c where c.id = ${conversationId}::uuid`.execute(tx);
}

/**
 * Conversations wait no longer. Where each stood is remembered in case it comes back, and, where somebody has it now, how long it waited in
 * its queue.
 */
export async function leaveLine(tx: Tx, conversationIds: readonly string[], because: 'taken' | 'moved' | 'resolved'): Promise<void> {
  await sql`
    with left_it as (delete from waiting where conversation_id = any(${conversationIds}::uuid[]) returning conversation_id, place, entered_at)
    update conversations c set queue_place = left_it.place, waited_ms = case when ${because === 'taken'}
      then greatest(0, extract(epoch from clock_timestamp() - left_it.entered_at) * 1000)::bigint else c.waited_ms end
    from left_it where c.id = left_it.conversation_id`.execute(tx);
}
