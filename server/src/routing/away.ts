import { sql } from 'kysely';
import { accountSettings, USUAL_HAND_BACK_MINUTES } from '../accounts/index.ts';
import type { Bus } from '../platform/bus.ts';
import type { Database, Tx } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { inRooms } from '../rooms/index.ts';
import { giveBackHeld } from './give-back.ts';
import { LEASE_SECONDS } from './presence.ts';

const LOOK_EVERY = 5000;

/** Of so many last events of a room it is asked who was active there. */
const LOOKED_THROUGH = 200;

/**
 * Takes one look, in every account, at who holds conversations and is away: was here once and has no socket anywhere, or is offline with the
 * application open. What they hold goes back once that has lasted as long as the account allows (domain: rooms and conversations); of somebody
 * who is offline but here only what they have not touched for so long. Absences are rows: a server that starts again goes on where the one
 * before stopped, and the time in which none ran counts for nobody.
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
      const isHere = await tx.selectFrom('users').select('id').where('id', '=', userId).where(hasSocket(userId)).executeTakeFirst();
      const why =
        isHere === undefined
          ? ({ reason: 'QUEUE_REASON_AGENT_LEFT' } as const)
          : ({ reason: 'QUEUE_REASON_AGENT_IDLE', which: isUntouched(handBackAfterMinutes) } as const);
      return giveBackHeld(tx, bus, { accountId, userId, isDue, ...why });
    });
  }
  return count;
}

const hasSocket = (userId: string) => sql<boolean>`exists (select from presence_leases l where l.user_id = ${userId}
  and l.renewed_at > clock_timestamp() - make_interval(secs => ${LEASE_SECONDS}::integer))`;

/** Whether its holder has had a conversation for so long and has done nothing in its room, nor has it woken there. */
const isUntouched = (minutes: number) => {
  const since = sql`clock_timestamp() - make_interval(mins => ${minutes}::integer)`;
  return sql<boolean>`conversations.assigned_at < ${since} and not exists (
    select from (
      select e.origin_id, e.type, e.created_at from events e where e.room_id = conversations.room_id order by e.seq desc limit ${LOOKED_THROUGH}) e
    where e.created_at >= ${since} and (e.origin_id = conversations.assigned_user_id or e.type = 'WOKEN'))`;
};

/** Asked once more when the rooms are locked: whoever has come back meanwhile has a lease again, and is not offline. */
async function isStillAway(tx: Tx, userId: string, minutes: number): Promise<boolean> {
  const absence = await tx
    .selectFrom('absences')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('gone_since', '<', sql<string>`clock_timestamp() - make_interval(mins => ${minutes}::integer)`)
    .where(
      sql<boolean>`(not ${hasSocket(userId)}
        or exists (select from user_presence p where p.user_id = absences.user_id and p.chat_status = 'offline'))`,
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
