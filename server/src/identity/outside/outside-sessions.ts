import { sql } from 'kysely';
import type { Bus } from '../../platform/bus.ts';
import type { Database, Reader, Tx } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Sessions } from '../sessions.ts';
import { fetchJson, Unreachable } from './fetch-json.ts';
import type { Ended, OutsideToken } from './outside-token.ts';
import type { ProviderKeys } from './provider-keys.ts';

/** How long what was read of a sign-in is believed: an ended one is refused at the latest after this. */
const BELIEVED_MS = 10_000;
const KEPT = 50_000;

export interface OutsideSessions extends Pick<Sessions, 'alive' | 'holds' | 'onEnd' | 'announceEnd'> {
  /**
   * Notes the sign-in of a token that was just seen for the first time. One that was ended here while the provider let it stand
   * (it has no other way to begin anew) holds again once they have proved there anew who they are.
   */
  seen(token: OutsideToken, bearer: string): Promise<void>;
  /** Ends what the provider says has ended, or all of a subject; call `announceEnd` with the answer once it is committed. */
  end(on: Reader | Tx, ended: Ended): Promise<string[]>;
}

interface Bearer {
  token: string;
  expiresAt: number;
  askedAt: number;
}

export interface OutsideSessionsDeps {
  db: Database;
  bus: Bus;
  log: Log;
  issuer: string;
  keys: Pick<ProviderKeys, 'userinfo'>;
  checkSeconds: number;
  now?: () => number;
}

/**
 * Sign-ins of an outside provider: each that is named by a token, until it was ended there or here. The provider tells by a
 * logout token; and of those in use it is asked now and then, since not every way of ending them is told.
 */
export function outsideSessions({ db, bus, log, issuer, keys, checkSeconds, now = Date.now }: OutsideSessionsDeps): OutsideSessions {
  const believed = new Map<string, { holds: Promise<boolean>; until: number }>();
  const bearers = new Map<string, Bearer>();
  const listeners: Array<(sids: ReadonlySet<string>) => void> = [];
  /** Not every provider takes access tokens there: before it has once said yes, its no says nothing. */
  let answersTokens = false;
  bus.subscribe('sessions', (sids: readonly string[]) => {
    for (const sid of sids) {
      believed.delete(sid);
      bearers.delete(sid);
    }
    for (const listener of listeners) listener(new Set(sids));
  });

  const announceEnd = (sids: readonly string[]) => {
    if (sids.length > 0) bus.publish('sessions', sids);
  };

  async function end(on: Reader | Tx, { sid, subject }: Ended): Promise<string[]> {
    // One that no token has named yet ends before it begins here.
    const ended =
      sid === null
        ? sql<{ sid: string }>`
            update outside_sign_ins set ended_at = clock_timestamp()
            where issuer = ${issuer} and subject = ${subject} and ended_at is null returning sid`
        : sql<{ sid: string }>`
            insert into outside_sign_ins (issuer, sid, subject, ended_at) values (${issuer}, ${sid}, ${subject ?? ''}, clock_timestamp())
            on conflict (issuer, sid) do update set ended_at = coalesce(outside_sign_ins.ended_at, excluded.ended_at) returning sid`;
    return (await ended.execute(on)).rows.map((row) => row.sid);
  }

  async function ask(sid: string, bearer: Bearer, address: string): Promise<void> {
    const { status } = await fetchJson(address, { headers: { authorization: `Bearer ${bearer.token}` } });
    if (status === 200) answersTokens = true;
    // A newer token of the same sign-in may have come while this one's time ran out.
    else if (status === 401 && answersTokens && bearers.get(sid) === bearer && bearer.expiresAt > now())
      announceEnd(await end(db.outsideReader(), { sid, subject: null }));
  }

  /** Beside the work: an answer that is late, or none, holds nobody up. */
  function askWhenDue(sid: string): void {
    const bearer = bearers.get(sid);
    const address = keys.userinfo();
    if (bearer === undefined || address === null) return;
    if (bearer.expiresAt <= now()) return void bearers.delete(sid);
    if (bearer.askedAt + checkSeconds * 1000 > now()) return;
    bearer.askedAt = now();
    ask(sid, bearer, address).catch((error: unknown) => {
      if (error instanceof Unreachable) log.debug({ err: error }, 'the identity provider could not be asked about a sign-in');
      else log.error({ err: error }, 'an ended sign-in could not be noted');
    });
  }

  async function endedAmong(sids: readonly string[]): Promise<Set<string>> {
    const { rows } = await sql<{ sid: string }>`
      select sid from outside_sign_ins where issuer = ${issuer} and sid = any(${[...sids]}) and ended_at is not null`.execute(
      db.outsideReader(),
    );
    return new Set(rows.map(({ sid }) => sid));
  }

  return {
    announceEnd,
    end,
    onEnd: (listener) => void listeners.push(listener),
    async seen({ sid, subject, expiresAt, authenticatedAt }, token) {
      if (sid === null) return;
      await sql`insert into outside_sign_ins (issuer, sid, subject) values (${issuer}, ${sid}, ${subject})
        on conflict (issuer, sid) do update set seen_at = clock_timestamp(),
          ended_at = case when outside_sign_ins.ended_at < to_timestamp(${authenticatedAt}::bigint) then null else outside_sign_ins.ended_at end`.execute(
        db.outsideReader(),
      );
      believed.delete(sid);
      if (bearers.size >= KEPT) bearers.clear();
      // The first is asked about at once: whether the provider answers tokens is then known before anything ends.
      bearers.set(sid, { token, expiresAt: expiresAt * 1000, askedAt: bearers.get(sid)?.askedAt ?? 0 });
      askWhenDue(sid);
    },
    async alive(sids) {
      if (sids.length === 0) return new Set();
      for (const sid of sids) askWhenDue(sid);
      const ended = await endedAmong(sids);
      return new Set(sids.filter((sid) => !ended.has(sid)));
    },
    holds(sid) {
      askWhenDue(sid);
      const known = believed.get(sid);
      if (known !== undefined && known.until > now()) return known.holds;
      if (believed.size >= KEPT) believed.clear();
      const holds = endedAmong([sid]).then((ended) => !ended.has(sid));
      believed.set(sid, { holds, until: now() + BELIEVED_MS });
      // A failed look-up is not remembered.
      holds.catch(() => believed.delete(sid));
      return holds;
    },
  };
}
