import { calls } from '../../accounts/index.ts';
import type { Identification } from '../../identity/index.ts';
import type { Database } from '../../platform/database.ts';
import type { Task } from '../../platform/jobs.ts';
import type { Log } from '../../platform/log.ts';
import { problem } from '../../platform/problem.ts';
import { deriveKey } from '../../platform/secret.ts';
import { type Asking, askForStored, PUSH_TASK } from './asking.ts';
import { pushTask } from './send.ts';
import { isOfService } from './services.ts';
import { keepSubscriptions } from './subscriptions.ts';
import { vapidKeys } from './vapid.ts';

export interface PushOptions {
  db: Database;
  log: Log;
  /** 64 hexadecimal digits: the installation's secret. */
  secret: string;
  identity: Pick<Identification, 'member' | 'sessionsAlive' | 'signedIn' | 'onSessionsEnded'>;
  /** Undefined: this installation pushes nothing. */
  settings: { contact: string; services: readonly string[] } | undefined;
}

/** The nightly job. */
const FORGET_TASK = 'notifications:forget-push';

/** Notices to people who have no page open, by the push services of their browsers (docs/web-push.md). */
export interface Push {
  /** All of `push` of the contract. */
  calls: ReturnType<typeof pushCalls>;
  /** Hears what was stored; null where nothing is pushed. */
  asking: Asking | null;
  tasks: Readonly<Record<string, Task>>;
  /** Lines for the crontab. */
  regularly: readonly string[];
}

function pushCalls({ db, secret, identity, settings }: PushOptions, asking: Asking | null) {
  const subscriptions = keepSubscriptions(db, deriveKey(secret, 'push:subscriptions'));
  const publicKey = settings === undefined ? null : vapidKeys(secret).publicKey;
  return {
    settings: calls.push.settings.handler(() => ({ publicKey })),
    subscribe: calls.push.subscribe.handler(async ({ context: { actor, request }, input: { body } }) => {
      if (settings === undefined) throw problem('PUSH_NOT_OFFERED');
      if (!isOfService(body.endpoint, settings.services)) throw problem('PUSH_SERVICE_UNKNOWN');
      const { sessionId } = await identity.signedIn(request);
      if (sessionId === null) throw problem('PUSH_SIGN_IN_UNNAMED');
      await subscriptions.keep(actor, sessionId, body);
      asking?.subscribed(actor.accountId);
      return {};
    }),
    unsubscribe: calls.push.unsubscribe.handler(async ({ context: { actor }, input: { body } }) => {
      await subscriptions.end(actor, body.endpoint);
      return {};
    }),
  };
}

/** Nightly: of sign-ins that ended without a word, and of browsers that were not seen for a year. */
const forgetSubscriptions: Task = async (_payload, { query }) => {
  await query("delete from push_subscriptions where subscribed_at < now() - interval '365 days'");
};

export function openPush(options: PushOptions): Push {
  const { db, log, secret, identity, settings } = options;
  if (settings === undefined) {
    // What was asked for while it was offered is let go.
    return { calls: pushCalls(options, null), asking: null, tasks: { [PUSH_TASK]: async () => {} }, regularly: [] };
  }
  const subscriptions = keepSubscriptions(db, deriveKey(secret, 'push:subscriptions'));
  identity.onSessionsEnded((ids) => {
    subscriptions.forget({ sessions: [...ids] }).catch((error: unknown) => log.error({ err: error }, 'subscriptions were not ended'));
  });
  const asking = askForStored(db, log);
  const task = pushTask({ db, log, identity, subscriptions, keys: vapidKeys(secret), ...settings });
  return {
    calls: pushCalls(options, asking),
    asking,
    tasks: { [PUSH_TASK]: task, [FORGET_TASK]: forgetSubscriptions },
    regularly: [`37 3 * * * ${FORGET_TASK}`],
  };
}
