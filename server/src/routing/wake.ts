import { sql } from 'kysely';
import { announce } from '../platform/announce.ts';
import type { Bus } from '../platform/bus.ts';
import type { Database, Tx } from '../platform/database.ts';
import { type CustomerPushes, conversationWoke, endSnooze, roomWork } from '../rooms/index.ts';
import { conversationWokeWhileAway } from './announcements.ts';
import { giveBack } from './give-back.ts';
import { holdingGivingOut } from './give-out-lock.ts';
import { LEASE_SECONDS } from './presence.ts';

/** Conversations woken in one transaction at most: their rooms stay locked until its end. */
const MOST_WOKEN = 50;

/** What came of one look at what sleeps. */
export interface Woken {
  woken: number;
  /** More is due at once. */
  hasMore: boolean;
  /** When the next wakes by itself: milliseconds since 1970. */
  dueAt: number | null;
}

/**
 * Wakes what is due at `now`: what the customer has written in, and what has slept until its time (docs/queues.md, "Snooze"). It is its
 * holder's again where they are there, and goes back to its queue where they are not. Of two servers that look at once one wakes it.
 */
export async function wakeDue(db: Database, accountId: string, now = Date.now()): Promise<Woken> {
  const first = await nextWaking(db.reader(accountId), accountId);
  if (first === null || first > now) return { woken: 0, hasMore: false, dueAt: first };
  return holdingGivingOut(db, accountId, async (tx) => {
    // Who is there is asked as giving out asks it, and nobody goes offline meanwhile.
    const { rows: due } = await sql<{ id: string; room_id: string }>`
      select c.id, c.room_id from conversations c
      where c.account_id = ${accountId}::uuid and c.wakes_at <= ${new Date(now).toISOString()}::timestamptz
      order by c.wakes_at limit ${MOST_WOKEN}`.execute(tx);
    let woken = 0;
    // Rooms are locked in this order by everybody.
    for (const one of due.toSorted((a, b) => (a.room_id < b.room_id ? -1 : 1))) if (await wake(tx, accountId, one, now)) woken++;
    const next = await nextWaking(tx, accountId);
    return { woken, hasMore: due.length === MOST_WOKEN && woken > 0, dueAt: next };
  });
}

/** False when it was woken, given a new time or taken from its holder meanwhile. */
async function wake(tx: Tx, accountId: string, { id, room_id: roomId }: { id: string; room_id: string }, now: number): Promise<boolean> {
  const work = await roomWork(tx, accountId, roomId);
  const { rows } = await sql<{ user_id: string; by_customer: boolean }>`
    select c.assigned_user_id as user_id, c.wakes_at = 'epoch' as by_customer from conversations c
    where c.id = ${id}::uuid and c.wakes_at <= ${new Date(now).toISOString()}::timestamptz for update`.execute(tx);
  const [row] = rows;
  if (row === undefined) return false;
  const { user_id: userId, by_customer: byCustomer } = row;
  const reason = byCustomer ? 'WAKE_REASON_CUSTOMER' : 'WAKE_REASON_TIME';
  await endSnooze(work, id, { origin: 'SYSTEM', originId: null, originName: null, reason });
  if (await isThere(tx, userId)) {
    await announce(tx, conversationWoke, [{ accountId, roomId, userId, byCustomer }]);
  } else {
    const queues = await giveBack(tx, accountId, { conversations: [{ id, roomId }], userId, reason: 'QUEUE_REASON_SNOOZE_ENDED' });
    await announce(tx, conversationWokeWhileAway, [{ accountId, roomId, heldBy: userId, queue: queues.get(id) ?? null }]);
  }
  return true;
}

/** Ready, with the application open. How much they hold and whether they wrap something up is not asked: it is theirs. */
async function isThere(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from user_presence p join users u on u.id = p.user_id and u.active
    where p.user_id = ${userId}::uuid and p.chat_status = 'ready' and exists (
      select from presence_leases l where l.user_id = p.user_id and l.renewed_at > clock_timestamp() - make_interval(secs => ${LEASE_SECONDS}))`.execute(
    tx,
  );
  return rows.length > 0;
}

async function nextWaking(on: Pick<Tx, 'executeQuery'>, accountId: string): Promise<number | null> {
  const { rows } = await sql<{ next: string | null }>`
    select min(c.wakes_at) as next from conversations c where c.account_id = ${accountId}::uuid and c.wakes_at is not null`.execute(
    on as Tx,
  );
  const next = rows[0]?.next ?? null;
  return next === null ? null : Date.parse(next);
}

/** To be told after each commit of what was stored: where a customer has written in what sleeps, somebody looks at once. */
export const lookWhenWoken =
  (bus: Bus): CustomerPushes['stored'] =>
  (accountId, stored) => {
    if (stored.some(({ judged }) => judged.wakes === true)) bus.publish('waiting', { accountId });
  };
