import { Locale, type PushedNotice } from '@parley/contract';
import webPush from 'web-push';
import { mayDo } from '../../accounts/index.ts';
import type { Identification } from '../../identity/index.ts';
import type { Database } from '../../platform/database.ts';
import type { Task } from '../../platform/jobs.ts';
import type { Log } from '../../platform/log.ts';
import { seesRoom } from '../../rooms/index.ts';
import type { ToTell } from './asking.ts';
import { isOfService } from './services.ts';
import { awayPeople, type Kept, type Subscriptions } from './subscriptions.ts';
import type { VapidKeys } from './vapid.ts';
import { pushedNotice } from './words.ts';

/** What happened longer ago is found when the page is opened. The push service, too, keeps it no longer than what is left of this. */
const NEWS_FOR_MS = 10 * 60_000;
const ANSWERS_WITHIN = 10_000;
/** The service says that nobody is subscribed there any more (RFC 8030, section 7.3). */
const GONE = [404, 410];

export interface SendParts {
  db: Database;
  log: Log;
  identity: Pick<Identification, 'member' | 'sessionsAlive'>;
  subscriptions: Subscriptions;
  keys: VapidKeys;
  contact: string;
  services: readonly string[];
}

/**
 * What the pool of jobs runs under PUSH_TASK: looks whether it still concerns whom it is for, says it, and lets the push service have it.
 * Throws when the service does not take it now, to be tried again.
 */
export function pushTask(parts: SendParts): Task {
  const { db, log, identity, subscriptions, services } = parts;
  return async (payload, { signal }) => {
    const what = payload as ToTell;
    const left = NEWS_FOR_MS - (Date.now() - what.at);
    const kept = await subscriptions.one(what.accountId, what.subscriptionId);
    if (kept === null || left <= 0) return;
    // Whose sign-in has ended, or where nothing may be sent any more, gets nothing.
    const holds = (await identity.sessionsAlive([kept.sessionId])).has(kept.sessionId);
    if (!holds || !isOfService(kept.subscription.endpoint, services)) {
      await subscriptions.forget({ endpoint: kept.subscription.endpoint });
      return;
    }
    const notice = await noticeFor(db, identity, kept, what);
    if (notice === null) return;
    const status = await deliver(parts, kept, notice, left, signal);
    if (status >= 200 && status < 300) return;
    if (GONE.includes(status)) {
      await subscriptions.forget({ endpoint: kept.subscription.endpoint });
      return;
    }
    const { host } = new URL(kept.subscription.endpoint);
    if (status === 429 || status >= 500) throw new Error(`The push service ${host} answers ${status}`);
    log.error({ host, status }, 'a push service refuses a notice for good; it is given up');
  };
}

/** What is to be said to them now; null when they have come back, may not see it (any more), or it is gone. */
async function noticeFor(
  db: Database,
  { member }: Pick<Identification, 'member'>,
  { userId }: Kept,
  what: ToTell,
): Promise<PushedNotice | null> {
  const on = db.reader(what.accountId);
  const actor = await member(what.accountId, userId);
  if (actor === null || !mayDo(actor, ['notifications', 'read'])) return null;
  const isAway = (await awayPeople(on)).some(({ subscriptionId }) => subscriptionId === what.subscriptionId);
  if (!isAway) return null;
  // A notification tells of a room that may have been taken from them by what it tells.
  if (what.eventId !== undefined && !(await seesRoom(on, actor, what.roomId))) return null;
  const { language } = await on.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirstOrThrow();
  return pushedNotice(on, what, Locale.parse(language));
}

/** One request to the push service, encrypted for the browser alone. @returns its status */
async function deliver({ keys, contact }: SendParts, { subscription }: Kept, notice: PushedNotice, left: number, signal: AbortSignal) {
  const { endpoint, method, headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(notice), {
    vapidDetails: { subject: contact, ...keys },
    contentEncoding: 'aes128gcm',
    urgency: 'high',
    TTL: Math.ceil(left / 1000),
  });
  const answer = await fetch(endpoint, {
    method,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: new Uint8Array(body),
    // It could lead to an address that nobody has allowed.
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWERS_WITHIN)]),
  });
  await answer.body?.cancel();
  return answer.status;
}
