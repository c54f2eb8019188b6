import { sql } from 'kysely';
import { accountSettings, USUAL_HAND_BACK_MINUTES } from '../accounts/index.ts';
import type { Bus } from '../platform/bus.ts';
import type { Database, Tx } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { inRooms } from '../rooms/index.ts';
import { giveBackHeld } from './give-back.ts';
import { LEASE_SECONDS } from './presence.ts';

const LOOK_EVERY = 5000;

/**
 * Takes one look, in every account, at who holds conversations and is away: was here once and has no socket anywhere. What they hold goes
 * back once that has lasted as long as the account allows (domain: rooms and conversations). Absences are rows: a server that starts again
 * goes on where the one before stopped, and the time in which none ran counts for nobody.
 * @returns how many conversations went back
 */
export async function giveBackOfAway(db: Database, bus: Bus): Promise<number> {
  const { rows } = await sql<{ account_id: string; user_id: string }>`
    select account_id, user_id from people_away(${LEASE_SECONDS}::integer, ${USUAL_HAND_BACK_MINUTES}::integer)`.execute(
    db.outsideReader(),
  );
  let count = 0;
  for (const { account_id: accountId, user_id: userId } of rows) {
    count += await inRooms(db, accountId, async (tx) => {
      const { handBackAfterMinutes } = await accountSettings(tx, accountId);
      const isDue = () => isStillAway(tx, userId, handBackAfterMinutes);
      return giveBackHeld(tx, bus, { accountId, userId, reason: 'QUEUE_REASON_AGENT_LEFT', isDue });
    });
  }
  return count;
}

/** Asked once more when the rooms are locked: whoever has come back meanwhile has a lease again. */
async function isStillAway(tx: Tx, userId: string, minutes: number): Promise<boolean> {
  const absence = await tx
    .selectFrom('absences')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('gone_since', '<', sql<string>`clock_timestamp() - make_interval(mins => ${minutes}::integer)`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('presence_leases')
            .select('presence_leases.user_id')
            .whereRef('presence_leases.user_id', '=', 'absences.user_id')
            .where('renewed_at', '>', sql<string>`clock_timestamp() - make_interval(secs => ${LEASE_SECONDS}::integer)`),
        ),
      ),
    )
    .forUpdate('absences')
    .executeTakeFirst();
  return absence !== undefined;
}

/** Looks regularly. `stop` waits for the look that is under way. */
export function startWatchingAbsences(db: Database, bus: Bus, log: Log): { stop(): Promise<void> } {
  let looking: Promise<void> | null = null;
  const timer = setInterval(() => {
    looking ??= giveBackOfAway(db, bus)
      .then(
        (count) => {
          if (count > 0) log.info({ count }, 'conversations of people who are away went back to their queues');
        },
        (error: unknown) => log.error({ err: error }, 'the look for people who are away failed; the next one tries again'),
      )
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
