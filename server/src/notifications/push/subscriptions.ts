import { createECDH } from 'node:crypto';
import type { PushSubscription } from '@parley/contract';
import { sql } from 'kysely';
import type { Actor } from '../../accounts/index.ts';
import { newId } from '../../platform/clock.ts';
import type { Database, Reader } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { decrypt, encrypt, tokenHash } from '../../platform/secret.ts';
import { LEASE_SECONDS } from '../../routing/index.ts';

export interface Subscriptions {
  /** Throws PUSH_KEYS_WRONG. */
  keep(actor: Actor, sessionId: string, subscription: PushSubscription): Promise<void>;
  /** Ends one of the actor's own. */
  end(actor: Actor, endpoint: string): Promise<void>;
  /** Of whomever. */
  forget(which: { sessions: readonly string[] } | { endpoint: string }): Promise<void>;
  /** Null when it has ended. */
  one(accountId: string, id: string): Promise<Kept | null>;
}

export interface Kept {
  userId: string;
  sessionId: string;
  subscription: PushSubscription;
}

/** A point that is none would fail every sending, and a job with it. */
function requireGoodKeys({ keys }: PushSubscription): void {
  try {
    const curve = createECDH('prime256v1');
    curve.generateKeys();
    curve.computeSecret(Buffer.from(keys.p256dh, 'base64url'));
  } catch {
    throw problem('PUSH_KEYS_WRONG');
  }
}

/** More browsers than anybody has: the ones that subscribed first give way, since each is told of everything. */
const BROWSERS_EACH = 10;

/** Browsers to push to, encrypted by `key` of the purpose `push:subscriptions`. */
export function keepSubscriptions(db: Database, key: Buffer): Subscriptions {
  async function forget(which: { sessions: readonly string[] } | { endpoint: string }): Promise<void> {
    const sessions = 'sessions' in which ? [...which.sessions] : [];
    const hash = 'endpoint' in which ? tokenHash(key, which.endpoint) : null;
    await sql`select forget_push_subscriptions(${sessions}::text[], ${hash}::bytea)`.execute(db.outsideReader());
  }
  return {
    async keep(actor, sessionId, subscription) {
      requireGoodKeys(subscription);
      const on = db.reader(actor.accountId);
      // One browser has one: whoever subscribes in it now is who sits before it.
      await forget({ endpoint: subscription.endpoint });
      const kept = { user_id: actor.userId, session_id: sessionId, sealed: encrypt(key, JSON.stringify(subscription)) };
      await on
        .insertInto('push_subscriptions')
        .values({ ...kept, id: newId(), account_id: actor.accountId, endpoint_hash: tokenHash(key, subscription.endpoint) })
        // Twice at once, from two windows of the same browser.
        .onConflict((conflict) => conflict.column('endpoint_hash').doUpdateSet(kept))
        .execute();
      const newest = on.selectFrom('push_subscriptions').select('id').where('user_id', '=', actor.userId).orderBy('id', 'desc');
      await on
        .deleteFrom('push_subscriptions')
        .where('user_id', '=', actor.userId)
        .where('id', 'not in', newest.limit(BROWSERS_EACH))
        .execute();
    },
    async end(actor, endpoint) {
      await db
        .reader(actor.accountId)
        .deleteFrom('push_subscriptions')
        .where('user_id', '=', actor.userId)
        .where('endpoint_hash', '=', tokenHash(key, endpoint))
        .execute();
    },
    forget,
    async one(accountId, id) {
      const row = await db
        .reader(accountId)
        .selectFrom('push_subscriptions')
        .select(['user_id', 'session_id', 'sealed'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (row === undefined) return null;
      const subscription = JSON.parse(decrypt(key, row.sealed)) as PushSubscription;
      return { userId: row.user_id, sessionId: row.session_id, subscription };
    },
  };
}

/** Whoever may be pushed to: has no page open anywhere, so that nothing rings there. */
export interface Away {
  subscriptionId: string;
  userId: string;
  /** As it was chosen; what is missing is as it is for everybody. */
  notices: unknown;
}

/** People of the account that `on` reads who have a browser to push to and no page open. */
export async function awayPeople(on: Reader): Promise<Away[]> {
  const { rows } = await sql<Away>`
    select s.id as "subscriptionId", s.user_id as "userId", u.notices
    from push_subscriptions s join users u on u.id = s.user_id and u.active
    where not exists (
      select 1 from presence_leases l
      where l.user_id = s.user_id and l.renewed_at > now() - make_interval(secs => ${LEASE_SECONDS}))`.execute(on);
  return rows;
}
