import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database.ts';
import { inOwnTurn } from '../../platform/own-turn.ts';

/**
 * A transaction of no account in which carriers and their services are changed: one after another, in all processes, so that two never have one
 * name and nothing is deleted that somebody has just begun to use. Whoever only reads waits for nobody.
 */
export const changingCarriers = <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inOwnTurn(db, 'carriers', () =>
    db.outside(async (tx) => {
      await sql`lock table carriers in share row exclusive mode`.execute(tx);
      return work(tx);
    }),
  );
