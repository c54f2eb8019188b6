import { sql } from 'kysely';
import { accountSettings } from '../accounts/index.ts';
import type { Bus } from '../platform/bus.ts';
import type { Database, Tx } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { conversationsGivenOut } from '../platform/metrics.ts';
import { assignFromQueue, inRooms } from '../rooms/index.ts';
import { LEASE_SECONDS } from './presence.ts';
import { type AvailableAgent, rounds, type WaitingConversation } from './rounds.ts';

/** What comes together within this time is given out together. */
const GATHER = 50;
/** Conversations given out in one transaction at most. */
const LARGEST_ROUND = 200;
/** Rounds that follow at once on one which gave out less than it meant to. */
const MOST_AGAIN = 5;
/** A look at everything that waits, for what no signal told of: a lease that ran out, a server that died. */
const SWEEP_EVERY = 5000;

/**
 * Gives waiting conversations of one account to agents who are ready and have room, in one transaction. The account's
 * advisory lock keeps two processes from counting the same agent's capacity at once.
 * @returns how many were given out, and how many were meant to be: a person may have taken some of them in the same moment
 */
export async function giveOut(db: Database, accountId: string): Promise<{ given: number; meant: number }> {
  return inRooms(db, accountId, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('give-out:' || ${accountId}, 0))`.execute(tx);
    const waiting = await oldestWaiting(tx);
    if (waiting.length === 0) return { given: 0, meant: 0 };
    const { liveChatsPerAgent } = await accountSettings(tx, accountId);
    const agents = await availableAgents(tx, liveChatsPerAgent);
    const meant = rounds(waiting, agents).sort((a, b) => (a.roomId < b.roomId ? -1 : 1));
    let given = 0;
    for (const one of meant) if (await assignFromQueue(tx, accountId, one)) given++;
    return { given, meant: meant.length };
  });
}

async function oldestWaiting(tx: Tx): Promise<WaitingConversation[]> {
  const rows = await tx
    .selectFrom('waiting')
    .select(['conversation_id', 'room_id', 'queue_id'])
    .orderBy('place')
    .limit(LARGEST_ROUND)
    .execute();
  return rows.map((row) => ({ conversationId: row.conversation_id, roomId: row.room_id, queueId: row.queue_id }));
}

/** Ready, with a lease that is fresh at this moment, and below capacity. */
async function availableAgents(tx: Tx, capacity: number): Promise<AvailableAgent[]> {
  const { rows } = await sql<{ user_id: string; queue_ids: string[]; held: number; last_assigned_at: string | null }>`
    select p.user_id, array_agg(m.queue_id) as queue_ids, p.last_assigned_at,
      (select count(*) from conversations c where c.assigned_user_id = p.user_id and c.state = 'ASSIGNED') as held
    from user_presence p
      join users u on u.id = p.user_id and u.active
      join queue_members m on m.user_id = p.user_id
    where p.chat_status = 'ready'
      and exists (select 1 from presence_leases l where l.user_id = p.user_id and l.renewed_at > clock_timestamp() - make_interval(secs => ${LEASE_SECONDS}))
    group by p.user_id, p.last_assigned_at`.execute(tx);
  return rows.map((row) => ({
    userId: row.user_id,
    queueIds: row.queue_ids,
    free: capacity - row.held,
    lastAssignedAt: row.last_assigned_at === null ? null : Date.parse(row.last_assigned_at),
  }));
}

/** Listens for reasons to give out and does it, one account at a time. `stop` waits for what is under way. */
export function startGivingOut(db: Database, bus: Bus, log: Log): { stop(): Promise<void> } {
  const wanted = new Set<string>();
  const running = new Map<string, Promise<void>>();
  let stopped = false;

  function want(accountId: string): void {
    wanted.add(accountId);
    if (stopped || running.has(accountId)) return;
    running.set(accountId, run(accountId));
  }

  async function run(accountId: string): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, GATHER));
    let again = 0;
    try {
      while (wanted.delete(accountId) && !stopped) {
        const { given, meant } = await giveOut(db, accountId);
        conversationsGivenOut.inc(given);
        // Whoever was meant to get one that is gone gets the next; one that can never be given must not keep this going.
        if (given === LARGEST_ROUND || (given < meant && again++ < MOST_AGAIN)) wanted.add(accountId);
      }
    } catch (error) {
      log.error({ err: error }, 'waiting conversations could not be given out; the sweep tries again');
    } finally {
      running.delete(accountId);
      if (wanted.has(accountId)) want(accountId);
    }
  }

  bus.subscribe('waiting', ({ accountId }: { accountId: string }) => want(accountId));
  const sweep = async () => {
    const { rows } = await sql<{ account_id: string }>`select accounts_with_waiting() as account_id`.execute(db.outsideReader());
    for (const row of rows) want(row.account_id);
  };
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => log.error({ err: error }, 'the sweep of what waits failed'));
  }, SWEEP_EVERY);
  timer.unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await Promise.all(running.values());
    },
  };
}
