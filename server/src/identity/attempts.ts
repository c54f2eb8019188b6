import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { clientNetwork } from '../platform/client-network.ts';
import type { Database } from '../platform/database.ts';

/** What slows guessing: so many tries are free, then each makes one wait twice as long as the one before, up to the longest. */
interface Brake {
  free: number;
  longestSeconds: number;
  /** After so many tries in vain it is shut for LOCKED_SECONDS. */
  lockAfter: number;
}
/** What is locked is told to its owner. */
export const LOCK_AFTER = 10;
export const LOCKED_SECONDS = 15 * 60;
const PER_NAME: Brake = { free: 5, longestSeconds: 60, lockAfter: LOCK_AFTER };
/** Whole offices share an address: it is slowed and never locked. */
const PER_ADDRESS: Brake = { free: 30, longestSeconds: 60, lockAfter: 2 ** 31 - 1 };
/** After this long without a try the count begins anew. */
const FORGOTTEN_AFTER = '15 minutes';

export interface Attempt {
  /** How many seconds to wait, or 0. While one waits, tries are refused and not counted. */
  seconds: number;
  /** This try, unless it is right, was the one that locks the name. */
  locks: boolean;
}

export interface Attempts {
  /** Counts a try before it is judged, so that tries at the same moment count each. */
  begin(name: string, address: string): Promise<Attempt>;
  /** The try was right: the name's count begins anew, and the address is not charged, since whole offices share one. */
  succeeded(name: string, address: string): Promise<void>;
  /** Deletes counts that are long past. */
  sweep(): Promise<void>;
}

/** Counts tries per name, whether anybody bears it or not, and per network. Only hashes of both are stored. */
export function countAttempts(db: Database, key: Buffer): Attempts {
  const keyOf = (kind: 'name' | 'address', value: string) => createHmac('sha256', key).update(`${kind}:${value}`).digest('base64url');

  async function count(id: string, { free, longestSeconds, lockAfter }: Brake): Promise<Attempt> {
    const reader = db.outsideReader();
    const counted = await sql<{ tries: number }>`
      insert into sign_in_attempts as a (key, tries, last_at, blocked_until) values (${id}, 1, clock_timestamp(), clock_timestamp())
      on conflict (key) do update set
        tries = case when a.last_at < clock_timestamp() - ${FORGOTTEN_AFTER}::interval or a.tries >= ${lockAfter}::int then 1 else a.tries + 1 end,
        last_at = clock_timestamp(),
        blocked_until = clock_timestamp() + case
          when a.last_at < clock_timestamp() - ${FORGOTTEN_AFTER}::interval or a.tries >= ${lockAfter}::int or a.tries + 1 < ${free}::int
            then interval '0'
          when a.tries + 1 >= ${lockAfter}::int then make_interval(secs => ${LOCKED_SECONDS}::int)
          else make_interval(secs => least(${longestSeconds}::int, power(2, least(a.tries + 1 - ${free}::int, 20)))) end
      where a.blocked_until <= clock_timestamp()
      returning tries`.execute(reader);
    const [row] = counted.rows;
    if (row !== undefined) return { seconds: 0, locks: row.tries === lockAfter };
    const { rows } = await sql<{ seconds: number }>`
      select greatest(1, ceil(extract(epoch from blocked_until - clock_timestamp())))::int as seconds
      from sign_in_attempts where key = ${id}`.execute(reader);
    return { seconds: rows[0]?.seconds ?? 1, locks: false };
  }

  return {
    async begin(name, address) {
      const byAddress = await count(keyOf('address', clientNetwork(address)), PER_ADDRESS);
      return byAddress.seconds > 0 ? byAddress : count(keyOf('name', name), PER_NAME);
    },
    async succeeded(name, address) {
      await sql`delete from sign_in_attempts where key = ${keyOf('name', name)}`.execute(db.outsideReader());
      await sql`update sign_in_attempts set tries = greatest(0, tries - 1), blocked_until = clock_timestamp()
        where key = ${keyOf('address', clientNetwork(address))}`.execute(db.outsideReader());
    },
    async sweep() {
      await sql`delete from sign_in_attempts where last_at < clock_timestamp() - ${FORGOTTEN_AFTER}::interval`.execute(db.outsideReader());
    },
  };
}
