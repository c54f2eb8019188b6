import type { Database, Tx } from './database.ts';
import { problem } from './problem.ts';
import { type Turns, takeTurns } from './turns.ts';

/** More than whole shifts that end at once; what comes beyond it is asked to come again. */
const MOST_WAITING = 1000;

interface Line {
  inTurn: Turns;
  /** How many of each key wait or are at work. */
  lengths: Map<string, number>;
}
const lines = new WeakMap<Database, Line>();

function lineOf(db: Database): Line {
  let line = lines.get(db);
  if (line === undefined) {
    line = { inTurn: takeTurns(), lengths: new Map() };
    lines.set(db, line);
  }
  return line;
}

/**
 * Work for which a lock of the database is waited, one piece at a time of each key: the others wait before they have a connection, so that those
 * of one account never take the connections of all. The lock itself stays, for other processes. Work must not ask for its own key again.
 * Throws ERROR_UNAVAILABLE when too many wait already; nothing of that work is begun.
 */
export async function inOwnTurn<T>(db: Database, key: string, work: () => Promise<T>): Promise<T> {
  const { inTurn, lengths } = lineOf(db);
  const length = lengths.get(key) ?? 0;
  if (length >= MOST_WAITING) throw problem('ERROR_UNAVAILABLE');
  lengths.set(key, length + 1);
  try {
    return await inTurn(key, work);
  } finally {
    const left = (lengths.get(key) ?? 1) - 1;
    if (left > 0) lengths.set(key, left);
    else lengths.delete(key);
  }
}

/** Of an account's row; of super admins, who belong to none. */
export const inTurnOfAccount = <T>(db: Database, accountId: string | null, work: () => Promise<T>): Promise<T> =>
  inOwnTurn(db, accountId === null ? 'super-users' : `account ${accountId}`, work);

/** A transaction of an account that holds the account's row. */
export const holdingAccount = <T>(db: Database, accountId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTurnOfAccount(db, accountId, () => db.inAccount(accountId, work));
