import type { ChatStatus, ChatStatusSince } from '@parley/contract';
import { sql } from 'kysely';
import type { Actor } from '../accounts/index.ts';
import type { Bus } from '../platform/bus.ts';
import { afterCommit, type Database, type Reader, type Tx } from '../platform/database.ts';
import { againAfterDeadlock } from '../platform/deadlock.ts';
import { gathering } from '../platform/gather.ts';
import type { Hub } from '../platform/hub.ts';
import type { Log } from '../platform/log.ts';
import { subject } from '../rooms/index.ts';
import { holdingGivingOut } from './give-out-lock.ts';

/** A lease older than this no longer counts: sockets of a killed server stop counting by themselves. */
export const LEASE_SECONDS = 60;
const RENEW_EVERY = 15_000;
const WRITTEN_TOGETHER = 200;

export interface PresenceDeps {
  db: Database;
  hub: Hub;
  bus: Bus;
  log: Log;
}

/** The chosen chat status; who never chose is offline. */
export async function chatStatus({ db }: PresenceDeps, actor: Actor): Promise<ChatStatusSince> {
  return readChatStatus(db.reader(actor.accountId), actor.userId);
}

/** The same of anybody of the account that is set on `on`. */
export async function readChatStatus(on: Reader | Tx, userId: string): Promise<ChatStatusSince> {
  const row = await on
    .selectFrom('user_presence')
    .select(['chat_status', 'status_since', WRAP_UP_UNTIL.as('wrap_up_until')])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ? statusOf(row) : { status: 'offline', since: new Date().toISOString(), wrapUpUntil: null };
}

const WRAP_UP_UNTIL = sql<string | null>`case when user_presence.wrap_up_until > clock_timestamp() then user_presence.wrap_up_until end`;

const statusOf = (row: { chat_status: string; status_since: string; wrap_up_until: string | null }): ChatStatusSince => ({
  status: row.chat_status as ChatStatus,
  since: row.status_since,
  wrapUpUntil: row.wrap_up_until,
});

/**
 * Chooses the chat status, tells one's other screens, and lets waiting conversations come when it is `ready`. What is in hand stays
 * there; who chooses offline is asked about it first (go-offline.ts). Whoever is no longer ready gets what a round that saw them ready is
 * giving them before this is done, and nothing after it.
 */
export function setChatStatus(deps: PresenceDeps, actor: Actor, status: ChatStatus): Promise<ChatStatusSince> {
  const store = (tx: Tx) => storeChatStatus(tx, deps, actor, status);
  return status === 'ready' ? deps.db.inAccount(actor.accountId, store) : holdingGivingOut(deps.db, actor.accountId, store);
}

/** The same within the caller's transaction. */
export async function storeChatStatus(
  tx: Tx,
  { hub, bus }: Pick<PresenceDeps, 'hub' | 'bus'>,
  actor: Actor,
  status: ChatStatus,
): Promise<ChatStatusSince> {
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
    .returning(['chat_status', 'status_since', WRAP_UP_UNTIL.as('wrap_up_until')])
    .executeTakeFirstOrThrow();
  const chosen = statusOf(row);
  afterCommit(tx, () => {
    hub.publish([subject.user(actor.userId)], 'ChatStatus', chosen);
    if (status === 'ready') bus.publish('waiting', { accountId: actor.accountId });
    bus.publish('presence', { accountId: actor.accountId, userId: actor.userId });
  });
  return chosen;
}

/**
 * Whether anybody of the reader's account takes conversations: ready, in some queue, and with the application open. Who is full or wraps
 * up counts, being free again in a while: what a visitor is asked for would otherwise change with every conversation that ends.
 */
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

/** @param every milliseconds after which the leases of all who are here are renewed */
export function keepPresence({ db, bus, log }: PresenceDeps, serverId: string, every = RENEW_EVERY): Presence {
  /** Account → user → number of sockets here. */
  const here = new Map<string, Map<string, number>>();

  /** By itself, so that no lease waits for whoever is being given something, or goes back with what else is written of them. */
  const renewLeases = (accountId: string, userIds: readonly string[]) =>
    againAfterDeadlock(() =>
      sql`
        insert into presence_leases (account_id, user_id, server_id)
        select ${accountId}::uuid, u.id, ${serverId}::uuid from users u where u.id = any(${userIds}::uuid[]) order by u.id
        on conflict (user_id, server_id) do update set renewed_at = clock_timestamp()`.execute(db.reader(accountId)),
    );

  /** @returns those of them who are ready */
  const noteSeen = (accountId: string, userIds: readonly string[]) =>
    againAfterDeadlock(() =>
      db.inAccount(accountId, async (tx) => {
        const { rows } = await sql<{ user_id: string; chat_status: string }>`
          insert into user_presence (account_id, user_id, last_seen_at)
          select ${accountId}::uuid, u.id, clock_timestamp() from users u where u.id = any(${userIds}::uuid[]) order by u.id
          on conflict (user_id) do update set last_seen_at = excluded.last_seen_at returning user_id, chat_status`.execute(tx);
        // Here again, unless they are offline: what they hold stays theirs. Nobody is waited for here: it is the lease that says so, and the next look takes away what is skipped.
        await sql`
          delete from absences where user_id = any(array(
            select user_id from absences where user_id = any(${userIds}::uuid[])
              and not exists (select from user_presence p where p.user_id = absences.user_id and p.chat_status = 'offline')
            order by user_id for update skip locked))`.execute(tx);
        return new Set(rows.flatMap((row) => (row.chat_status === 'ready' ? [row.user_id] : [])));
      }),
    );

  async function renew(accountId: string, userIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (userIds.length === 0) return new Set();
    await renewLeases(accountId, userIds);
    return noteSeen(accountId, userIds);
  }

  /** Those who come or go in the same moment, as after a restart everybody, are written together. Answers who is ready. */
  const come = gathering<string, boolean>(WRITTEN_TOGETHER, async (accountId, userIds) => {
    const ready = await renew(accountId, userIds);
    return userIds.map((userId) => ready.has(userId));
  });

  const release = gathering<string, void>(WRITTEN_TOGETHER, async (accountId, userIds) => {
    await againAfterDeadlock(() =>
      sql`delete from presence_leases where user_id = any(${userIds}::uuid[]) and server_id = ${serverId}::uuid`.execute(
        db.reader(accountId),
      ),
    );
    // A socket that opened meanwhile has its lease back at once.
    await renew(
      accountId,
      userIds.filter((userId) => here.get(accountId)?.has(userId)),
    );
    for (const userId of userIds) bus.publish('presence', { accountId, userId });
    return userIds.map(() => undefined);
  });

  const timer = setInterval(() => {
    for (const [accountId, users] of here) {
      renew(accountId, [...users.keys()]).catch((error: unknown) => log.error({ err: error }, 'leases could not be renewed'));
    }
  }, every);
  timer.unref();

  return {
    async arrived(actor) {
      const users = here.get(actor.accountId) ?? new Map<string, number>();
      here.set(actor.accountId, users);
      users.set(actor.userId, (users.get(actor.userId) ?? 0) + 1);
      // Whoever is not ready is given nothing.
      if (await come(actor.accountId, actor.userId)) bus.publish('waiting', { accountId: actor.accountId });
      if (users.get(actor.userId) === 1) bus.publish('presence', { accountId: actor.accountId, userId: actor.userId });
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
      await Promise.allSettled(all.map(([accountId, userId]) => release(accountId, userId)));
    },
  };
}
