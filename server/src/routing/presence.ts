import type { ChatStatus, ChatStatusSince } from '@parley/contract';
import { sql } from 'kysely';
import type { Actor } from '../accounts/index.ts';
import type { Bus } from '../platform/bus.ts';
import { afterCommit, type Database, type Reader } from '../platform/database.ts';
import type { Hub } from '../platform/hub.ts';
import type { Log } from '../platform/log.ts';
import { subject } from '../rooms/index.ts';

/** A lease older than this no longer counts: sockets of a killed server stop counting by themselves. */
export const LEASE_SECONDS = 60;
const RENEW_EVERY = 15_000;

export interface PresenceDeps {
  db: Database;
  hub: Hub;
  bus: Bus;
  log: Log;
}

/** The chosen chat status; who never chose is offline. */
export async function chatStatus({ db }: PresenceDeps, actor: Actor): Promise<ChatStatusSince> {
  const row = await db
    .reader(actor.accountId)
    .selectFrom('user_presence')
    .select(['chat_status', 'status_since'])
    .where('user_id', '=', actor.userId)
    .executeTakeFirst();
  return row ? { status: row.chat_status as ChatStatus, since: row.status_since } : { status: 'offline', since: new Date().toISOString() };
}

/** Chooses the chat status, tells one's other screens, and lets waiting conversations come when it is `ready`. */
export async function setChatStatus({ db, hub, bus }: PresenceDeps, actor: Actor, status: ChatStatus): Promise<ChatStatusSince> {
  return db.inAccount(actor.accountId, async (tx) => {
    const row = await tx
      .insertInto('user_presence')
      .values({ account_id: actor.accountId, user_id: actor.userId, chat_status: status })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet({
          chat_status: status,
          // Choosing the same again does not begin it anew.
          status_since: sql`case when user_presence.chat_status = excluded.chat_status then user_presence.status_since else clock_timestamp() end`,
        }),
      )
      .returning(['chat_status', 'status_since'])
      .executeTakeFirstOrThrow();
    const chosen: ChatStatusSince = { status: row.chat_status as ChatStatus, since: row.status_since };
    afterCommit(tx, () => {
      hub.publish([subject.user(actor.userId)], 'ChatStatus', chosen);
      if (status === 'ready') bus.publish('waiting', { accountId: actor.accountId });
    });
    return chosen;
  });
}

/** Whether anybody of the reader's account could be given a conversation: ready, in some queue, and with the application open. */
export async function isAnybodyReady(on: Reader): Promise<boolean> {
  const { rows } = await sql<{ ready: boolean }>`
    select exists (
      select from user_presence p
        join users u on u.id = p.user_id and u.active
        join presence_leases l on l.user_id = p.user_id and l.renewed_at > clock_timestamp() - make_interval(secs => ${LEASE_SECONDS})
      where p.chat_status = 'ready' and exists (select from queue_members m where m.user_id = p.user_id)) as ready`.execute(on);
  return rows[0]?.ready === true;
}

/** Leases of the people who have a socket in this process. */
export interface Presence {
  arrived(actor: Actor): Promise<void>;
  left(actor: Actor): void;
  stop(): Promise<void>;
}

export function keepPresence({ db, bus, log }: PresenceDeps, serverId: string): Presence {
  /** Account → user → number of sockets here. */
  const here = new Map<string, Map<string, number>>();

  async function renew(accountId: string, userIds: readonly string[]): Promise<void> {
    if (userIds.length === 0) return;
    await db.inAccount(accountId, async (tx) => {
      await sql`
        insert into presence_leases (account_id, user_id, server_id)
        select ${accountId}::uuid, u.id, ${serverId}::uuid from users u where u.id = any(${userIds}::uuid[]) order by u.id
        on conflict (user_id, server_id) do update set renewed_at = clock_timestamp()`.execute(tx);
      await sql`update user_presence set last_seen_at = clock_timestamp() where user_id = any(${userIds}::uuid[])`.execute(tx);
    });
  }

  async function release(accountId: string, userId: string): Promise<void> {
    await db.inAccount(accountId, (tx) =>
      tx.deleteFrom('presence_leases').where('user_id', '=', userId).where('server_id', '=', serverId).execute(),
    );
    // A socket that opened meanwhile has its lease back at once.
    if (here.get(accountId)?.has(userId)) await renew(accountId, [userId]);
  }

  const timer = setInterval(() => {
    for (const [accountId, users] of here) {
      renew(accountId, [...users.keys()]).catch((error: unknown) => log.error({ err: error }, 'leases could not be renewed'));
    }
  }, RENEW_EVERY);
  timer.unref();

  return {
    async arrived(actor) {
      const users = here.get(actor.accountId) ?? new Map<string, number>();
      here.set(actor.accountId, users);
      users.set(actor.userId, (users.get(actor.userId) ?? 0) + 1);
      await renew(actor.accountId, [actor.userId]);
      bus.publish('waiting', { accountId: actor.accountId });
    },
    left(actor) {
      const users = here.get(actor.accountId);
      const count = (users?.get(actor.userId) ?? 1) - 1;
      if (count > 0) {
        users?.set(actor.userId, count);
        return;
      }
      users?.delete(actor.userId);
      release(actor.accountId, actor.userId).catch((error: unknown) =>
        log.warn({ err: error }, 'a lease could not be given back and runs out'),
      );
    },
    async stop() {
      clearInterval(timer);
      const all = [...here].flatMap(([accountId, users]) => [...users.keys()].map((userId) => [accountId, userId] as const));
      here.clear();
      for (const [accountId, userId] of all) await release(accountId, userId).catch(() => {});
    },
  };
}
