import type { Configuration, CurrentUser } from '@parley/contract';
import type { Bus } from '../platform/bus.ts';
import type { Database } from '../platform/database.ts';
import type { Http } from '../platform/http.ts';
import type { Task } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import type { Mail } from '../platform/mail.ts';
import { deriveKey } from '../platform/secret.ts';
import type { Tx } from '../platform/transaction.ts';
import { currentUserBy, identityCalls } from './api.ts';
import { type Identification, identification } from './caller.ts';
import type { Demo } from './demo.ts';
import { embeddedSignIn } from './embedded.ts';
import { outsideSignIn } from './outside/outside-way.ts';
import type { OutsideSettings } from './outside/settings.ts';
import { keepPeople, type People } from './people.ts';
import { tellPersonChanges } from './person-changes.ts';
import { forgetOldSignIns } from './sessions.ts';
import type { OwnSignIn, SignInAdministration } from './sign-in-way.ts';

export { configurationCalls } from './api.ts';
export type { Identification, SignedIn } from './caller.ts';
export { accountOf } from './caller.ts';
export { consoleLink } from './console-link.ts';
export { claimAddress } from './credentials.ts';
export type { Demo } from './demo.ts';
export { hasEverCome, hasJoined } from './has-joined.ts';
export { toldByProvider } from './outside/arriving.ts';
export { hashOfNone, hashPassword } from './passwords.ts';
export { normalizeEmail, noticesOf, panelOf } from './people.ts';
export type { ChangedPart, MadePerson, SignInAdministration } from './sign-in-way.ts';

export interface IdentityOptions {
  db: Database;
  bus: Bus;
  log: Log;
  /** 64 hexadecimal digits: the installation's secret. */
  secret: string;
  /** The product's origin, as people reach it. */
  publicUrl: string;
  /** Further origins that serve the same web application (a development server). */
  furtherOrigins?: readonly string[];
  /** Null where no mail leaves. */
  mail: Mail | null;
  /** Null when this installation has no demo. */
  demo: Demo | null;
  /** Null: people sign in at our own provider. */
  outside?: OutsideSettings | null;
}

export interface Identity extends Identification, SignInAdministration {
  /** Serves the sign-in page and the OpenID provider under /auth; with an outside one what that calls. */
  mount(http: Http): void;
  /** users.me, users.linkedIdentities, users.ofAccount. */
  calls: ReturnType<typeof identityCalls>;
  /** What of it the web application must know before anybody has signed in. */
  signIn: Configuration['signIn'];
  /** The same as users.me, read afresh. Throws USER_ROLE_CHANGED for who is gone. */
  currentUser(userId: string): Promise<CurrentUser>;
  /** All of ownSignIn. */
  ownSignIn: OwnSignIn;
  people: Pick<People, 'forget'>;
  /** To be called when somebody's role, activity or name was changed: held in no server any longer than until the commit. */
  personChanged(tx: Tx, userId: string): void;
  /** The code for the console by which the first super admin is made, and where; null when there is one, and with the demo. */
  beginSetup(): Promise<{ code: string; address: string } | null>;
  /** Origins of the web application: the only ones whose pages may open a socket. */
  webOrigins: readonly string[];
  /** Jobs of this module by their names, and the nightly one. */
  tasks: Readonly<Record<string, Task>>;
  /** Lines for the crontab. */
  regularly: readonly string[];
  close(): void;
}

/** The nightly job. */
const FORGET_TASK = 'identity:forget';

/** The product's origin and, on loopback, its other name: people type either. */
function webOriginsOf(publicUrl: string, further: readonly string[]): string[] {
  const url = new URL(publicUrl);
  const port = url.port === '' ? '' : `:${url.port}`;
  const loopback = ['127.0.0.1', 'localhost'].includes(url.hostname);
  const names = loopback ? ['127.0.0.1', 'localhost'].map((name) => `${url.protocol}//${name}${port}`) : [url.origin];
  return [...new Set([url.origin, ...names, ...further])];
}

/** Sign-in, tokens and who is who (domain: identity). */
export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { db, bus, log, secret, publicUrl, mail, demo, outside = null } = options;
  const webOrigins = webOriginsOf(publicUrl, options.furtherOrigins ?? []);
  const people = keepPeople(db);
  const changes = tellPersonChanges(bus, people);
  const way =
    outside === null
      ? await embeddedSignIn({ db, bus, log, secret, publicUrl, webOrigins, mail, demo, changes })
      : outsideSignIn({ db, bus, log, settings: outside, publicUrl, people, changes });
  const currentUser = currentUserBy(db, people, deriveKey(secret, 'accounts:keys'));
  const identified = identification(way.verify, people, way.sessions, changes);
  return {
    ...identified,
    ...way.administration,
    mount: way.mount,
    calls: identityCalls(db, people, currentUser, way.vouchesForInactive),
    signIn: way.configuration,
    async currentUser(userId) {
      // It was just changed here: what is held may be older.
      people.forget(userId);
      return currentUser(userId);
    },
    ownSignIn: way.ownSignIn(identified.signedIn),
    people,
    personChanged: changes.announce,
    beginSetup: way.beginSetup,
    webOrigins,
    tasks: { ...way.tasks, [FORGET_TASK]: forgetOldSignIns },
    regularly: [`7 3 * * * ${FORGET_TASK}`, ...way.regularly],
    close: way.close,
  };
}
