import { sql } from 'kysely';
import type { Bus } from '../platform/bus.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { LEASE_SECONDS } from './presence.ts';

const LOOK_EVERY = 10_000;

/**
 * Takes away the leases that ran out: of people whose server was killed, or could not renew them. Nobody else gives those back; of several servers one gets
 * each, and lets the colleagues know who is not there any more (domain: presence and work).
 * @returns how many people they were of
 */
export async function takeGoneLeases(db: Database, bus: Bus): Promise<number> {
  const { rows } = await sql<{ account_id: string; user_id: string }>`
    select account_id, user_id from take_gone_leases(${LEASE_SECONDS}::integer)`.execute(db.outsideReader());
  for (const { account_id: accountId, user_id: userId } of rows) bus.publish('presence', { accountId, userId });
  return rows.length;
}

/** Looks regularly. `stop` waits for the look that is under way. */
export function startTakingGoneLeases(db: Database, bus: Bus, log: Log): { stop(): Promise<void> } {
  let looking: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    looking ??= takeGoneLeases(db, bus)
      .catch((error: unknown) => log.error({ err: error }, 'leases that ran out could not be taken away; the next look tries again'))
      .finally(() => {
        looking = null;
      });
  }, LOOK_EVERY);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
