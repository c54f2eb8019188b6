import type { ColleaguePresence } from '@parley/contract';
import { sql } from 'kysely';
import type { Reader } from '../platform/database.ts';
import { encodeFrame } from '../platform/hub.ts';
import { subject } from '../rooms/index.ts';
import { LEASE_SECONDS, type PresenceDeps } from './presence.ts';

/** What happens together is told together: after a restart everybody of an account comes back within a moment. */
const GATHER_MS = 500;

/**
 * Who of the reader's account is there, and the chat status that they chose: with the application open and not offline.
 * @param userIds of these alone
 */
export async function colleaguesThere(on: Reader, userIds: readonly string[] | null = null): Promise<ColleaguePresence[]> {
  const { rows } = await sql<ColleaguePresence>`
    select u.id as "userId", p.chat_status as status
    from user_presence p join users u on u.id = p.user_id and u.active
    where p.chat_status <> 'offline' and (${userIds}::uuid[] is null or u.id = any(${userIds}::uuid[]))
      and exists (select from presence_leases l where l.user_id = p.user_id
        and l.renewed_at > clock_timestamp() - make_interval(secs => ${LEASE_SECONDS}::integer))
    order by u.id`.execute(on);
  return rows;
}

/** Tells everybody of an account who is connected to this process when colleagues of theirs come, go, or choose another chat status. `stop` leaves untold what just happened. */
export function tellPresence({ db, hub, bus, log }: PresenceDeps): { stop(): Promise<void> } {
  const changed = new Map<string, Set<string>>();
  const under = new Set<Promise<void>>();
  let gathering: ReturnType<typeof setTimeout> | undefined;

  async function tell(accountId: string, userIds: readonly string[]): Promise<void> {
    // Every process hears of it, and tells those whom it has.
    const screens = [...hub.socketsOf(subject.account(accountId))];
    if (screens.length === 0) return;
    const there = new Map((await colleaguesThere(db.reader(accountId), userIds)).map(({ userId, status }) => [userId, status]));
    const people = userIds.map((userId): ColleaguePresence => ({ userId, status: there.get(userId) ?? 'offline' }));
    const text = encodeFrame('ColleaguePresence', { people });
    for (const socket of screens) socket.write(text);
  }

  const tellAll = () => {
    gathering = undefined;
    for (const [accountId, userIds] of changed) {
      const telling = tell(accountId, [...userIds])
        .catch((error: unknown) => log.warn({ err: error }, 'colleagues could not be told who is there'))
        .finally(() => under.delete(telling));
      under.add(telling);
    }
    changed.clear();
  };

  bus.subscribe('presence', ({ accountId, userId }: { accountId: string; userId: string }) => {
    const people = changed.get(accountId) ?? new Set();
    changed.set(accountId, people.add(userId));
    gathering ??= setTimeout(tellAll, GATHER_MS);
  });
  return {
    async stop() {
      clearTimeout(gathering);
      await Promise.all(under);
    },
  };
}
