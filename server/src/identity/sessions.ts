import type { SignInSession } from '@parley/contract';
import { sql } from 'kysely';
import type { Bus } from '../platform/bus.ts';
import type { Database, Reader, Tx } from '../platform/database.ts';
import { gathering } from '../platform/gather.ts';
import type { Task } from '../platform/jobs.ts';
import { deviceOf } from './device.ts';
import type { PersonKey } from './one-time-links.ts';
import { asPerson, readerOf } from './people.ts';

/** How long what was read of a session is believed: an ended one is refused at the latest after this. */
const BELIEVED_MS = 10_000;
const SESSIONS_KEPT = 50_000;
const LOOKED_UP_TOGETHER = 200;
const LONGEST_USER_AGENT = 400;

/** What a request of the provider's tells of the browser that it comes from. */
export interface SeenFrom {
  address: string;
  userAgent: string;
}

export interface Sessions {
  /** Notes that a sign-in was just given a token. */
  seen(uid: string, person: PersonKey, from: SeenFrom): Promise<void>;
  of(person: PersonKey, current: string | null): Promise<SignInSession[]>;
  /**
   * Ends the sign-ins of a person, or of those only some, with their tokens; answers which ended.
   * Call `announceEnd` with the answer once it is committed.
   */
  end(reader: Tx | Reader, personId: string, which?: { only?: string; except?: string | null }): Promise<string[]>;
  /** Lets every server forget what it believed of these, and closes their sockets. */
  announceEnd(uids: readonly string[]): void;
  /** Called with the sign-ins that ended, on every server. */
  onEnd(listener: (uids: ReadonlySet<string>) => void): void;
  /** Those of these that still hold, as the database says now. */
  alive(uids: readonly string[]): Promise<Set<string>>;
  /** Does this one hold? At most BELIEVED_MS old. */
  holds(uid: string): Promise<boolean>;
}

/** Sign-ins of browsers: the provider's sessions, and where from they are used. */
export function keepSessions(db: Database, bus: Bus, now: () => number = Date.now): Sessions {
  const believed = new Map<string, { holds: Promise<boolean>; until: number }>();
  const listeners: Array<(uids: ReadonlySet<string>) => void> = [];
  bus.subscribe('sessions', (uids: readonly string[]) => {
    for (const uid of uids) believed.delete(uid);
    for (const listener of listeners) listener(new Set(uids));
  });

  async function alive(uids: readonly string[]): Promise<Set<string>> {
    if (uids.length === 0) return new Set();
    const { rows } = await sql<{ uid: string }>`
      select uid from oidc_payloads where model = 'Session' and uid = any(${[...uids]}) and expires_at > clock_timestamp()
        and payload ? 'accountId'`.execute(db.outsideReader());
    return new Set(rows.map(({ uid }) => uid));
  }

  /** Sign-ins are of no account: all that are asked for at the same time are looked up together. */
  const look = gathering<string, boolean>(LOOKED_UP_TOGETHER, async (_none, uids) => {
    const found = await alive(uids);
    return uids.map((uid) => found.has(uid));
  });

  return {
    async seen(uid, person, { address, userAgent }) {
      const fresh = {
        address,
        user_agent: userAgent.slice(0, LONGEST_USER_AGENT).toWellFormed(),
        last_used_at: new Date(now()).toISOString(),
      };
      await asPerson(db, person, (tx) =>
        tx
          .insertInto('sign_in_sessions')
          .values({ uid, account_id: person.accountId, person_id: person.id, ...fresh })
          .onConflict((conflict) => conflict.column('uid').doUpdateSet(fresh))
          .execute(),
      );
    },
    async of(person, current) {
      const { rows } = await sql<{ uid: string; started: number; last: string | null; address: string | null; user_agent: string | null }>`
        select p.uid, (p.payload->>'loginTs')::bigint as started, s.last_used_at as last, s.address, s.user_agent
        from oidc_payloads p left join sign_in_sessions s on s.uid = p.uid
        where p.model = 'Session' and p.payload->>'accountId' = ${person.id} and p.expires_at > clock_timestamp()
        order by s.last_used_at desc nulls last, p.uid`.execute(readerOf(db, person));
      return rows.map(({ uid, started, last, address, user_agent }) => {
        const startedAt = new Date(started * 1000).toISOString();
        return {
          id: uid,
          current: uid === current,
          startedAt,
          lastUsedAt: last ?? startedAt,
          address: address ?? '',
          device: deviceOf(user_agent ?? ''),
        };
      });
    },
    async end(reader, personId, { only, except } = {}) {
      const { rows } = await sql<{ uid: string }>`
        with ended as (
          delete from oidc_payloads where model = 'Session' and payload->>'accountId' = ${personId}
            and (${only ?? null}::text is null or uid = ${only ?? null}) and uid is distinct from ${except ?? null}::text
          returning uid, payload),
        grants as (
          select distinct kept.value->>'grantId' as id from ended, jsonb_each(coalesce(ended.payload->'authorizations', '{}')) kept),
        tokens as (delete from oidc_payloads p using grants where p.grant_id = grants.id),
        -- Whoever has proved who they are and not come back yet must prove it anew.
        begun as (delete from oidc_payloads where model = 'Interaction' and ${only ?? null}::text is null
          and payload->'result'->'login'->>'accountId' = ${personId})
        select distinct uid from ended`.execute(reader);
      return rows.map(({ uid }) => uid);
    },
    announceEnd(uids) {
      if (uids.length > 0) bus.publish('sessions', uids);
    },
    onEnd: (listener) => void listeners.push(listener),
    alive,
    holds(uid) {
      const known = believed.get(uid);
      if (known !== undefined && known.until > now()) return known.holds;
      if (believed.size >= SESSIONS_KEPT) believed.clear();
      const holds = look('', uid);
      believed.set(uid, { holds, until: now() + BELIEVED_MS });
      // A failed look-up is not remembered.
      holds.catch(() => believed.delete(uid));
      return holds;
    },
  };
}

/** Nightly: what is told of sign-ins that are over, and links that were never opened. */
export const forgetOldSignIns: Task = async (_payload, { query }) => {
  await query(`delete from sign_in_sessions s where not exists (
    select 1 from oidc_payloads p where p.model = 'Session' and p.uid = s.uid and p.expires_at > now())`);
  await query('delete from one_time_links where expires_at < now()');
  await query("delete from outside_sign_ins where seen_at < now() - interval '30 days'");
};
