import { sql } from 'kysely';
import { beforeCommit, type Tx } from '../platform/database.ts';

/** What a transaction has still to write of people's presence. */
interface AtEnd {
  /** Who was given something, in this order; of somebody who stands here twice the last place counts. */
  turns: string[];
  changes: { userId: string; change: () => Promise<void> }[];
}

const atEnd = new WeakMap<Tx, AtEnd>();

function ofTransaction(tx: Tx): AtEnd {
  const found = atEnd.get(tx);
  if (found !== undefined) return found;
  const fresh: AtEnd = { turns: [], changes: [] };
  atEnd.set(tx, fresh);
  beforeCommit(tx, () => write(tx, fresh));
  return fresh;
}

/**
 * Changes somebody's presence at the end of a transaction that changes rooms: when it has all its rooms, with everybody's rows in
 * their order. One that held a row and waited for its next room would meet whoever holds that room and gives it to the same person.
 */
export function changePresenceAtEnd(tx: Tx, userId: string, change: () => Promise<void>): void {
  ofTransaction(tx).changes.push({ userId, change });
}

/** That these were given one, in this order, as the next who are asked see it: finer than the time that each assignment takes. */
export function rememberTurns(tx: Tx, userIds: readonly string[]): void {
  ofTransaction(tx).turns.push(...userIds);
}

async function write(tx: Tx, { turns, changes }: AtEnd): Promise<void> {
  const people = new Set([...turns, ...changes.map(({ userId }) => userId)]);
  if (people.size > 1) {
    await sql`
      select user_id from user_presence where user_id = any(${[...people]}::uuid[]) order by user_id for no key update`.execute(tx);
  }
  const lastOfEach = new Map(turns.map((userId, at) => [userId, at]));
  if (lastOfEach.size > 0) {
    await sql`
      update user_presence p set last_assigned_at = clock_timestamp() + t.at * interval '1 microsecond'
      from unnest(${[...lastOfEach.keys()]}::uuid[], ${[...lastOfEach.values()]}::integer[]) t(user_id, at)
      where p.user_id = t.user_id`.execute(tx);
  }
  for (const { change } of changes) await change();
}
