import { sql } from 'kysely';
import type { Database, Tx } from '../platform/database.ts';
import { inOwnTurn } from '../platform/own-turn.ts';
import { inRooms } from '../rooms/index.ts';

/**
 * A transaction until whose end nobody else gives out or moves what waits in this account. It takes turns with those of this process before it
 * has a connection, and with those of others by the lock. Throws ERROR_UNAVAILABLE when too many wait for their turn.
 */
export function holdingGivingOut<T>(db: Database, accountId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inOwnTurn(db, `give-out ${accountId}`, () =>
    inRooms(db, accountId, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('give-out:' || ${accountId}, 0))`.execute(tx);
      return work(tx);
    }),
  );
}
