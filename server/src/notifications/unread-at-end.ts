import type { Notification } from '@parley/contract';
import { sql } from 'kysely';
import { afterCommit, beforeCommit, type Tx } from '../platform/database.ts';
import type { Hub } from '../platform/hub.ts';
import { subject } from '../rooms/index.ts';
import { unreadOfEach } from './reading.ts';

interface ToTell {
  userId: string;
  /** Null where some were read or taken back, which are not named. */
  notification: Notification | null;
}

const toTell = new WeakMap<Tx, ToTell[]>();

/**
 * Tells the screens of these people what is new for them and how many are unread, once the transaction is committed. Counted is when nothing else is
 * left to be done in it, for one transaction after the other of each person: who counts sees what all others have committed that counted before.
 */
export function tellAtEnd(tx: Tx, hub: Hub, told: readonly ToTell[]): void {
  const gathered = toTell.get(tx);
  if (gathered !== undefined) return void gathered.push(...told);
  const all = [...told];
  toTell.set(tx, all);
  // Whoever holds this lock waits for no other: it is taken behind all that was asked for at the end.
  beforeCommit(tx, async () =>
    beforeCommit(tx, async () => {
      const counts = await countedInTurn(
        tx,
        all.map(({ userId }) => userId),
      );
      for (const { userId, notification } of all) {
        const unread = counts.get(userId) ?? 0;
        afterCommit(tx, () => hub.publish([subject.user(userId)], 'Notification', { notification, unread }));
      }
    }),
  );
}

/** How many of each person's are unread; nobody else counts theirs before this transaction ends. Its last statement. */
export async function countedInTurn(tx: Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const those = [...new Set(userIds)].sort();
  if (those.length === 0) return new Map();
  await sql`
    select pg_advisory_xact_lock(hashtextextended('unread ' || id, 0))
    from unnest(${those}::text[]) with ordinality one(id, place) order by place`.execute(tx);
  return unreadOfEach(tx, those);
}
