import type { CurrentUser } from '@parley/contract';
import type { Bus } from '../platform/bus.ts';
import { afterCommit, type Database } from '../platform/database.ts';
import type { Http } from '../platform/http.ts';
import type { Task } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import type { Mail } from '../platform/mail.ts';
import { problem } from '../platform/problem.ts';
import { deriveKey } from '../platform/secret.ts';
import type { Tx } from '../platform/transaction.ts';
import { tokenVerifier } from './access-token.ts';
import { currentUserBy, identityCalls } from './api.ts';
import { arrivalsBy } from './arrivals.ts';
import { countAttempts } from './attempts.ts';
import { type Identification, identification } from './caller.ts';
import { setEmail } from './credentials.ts';
import type { Demo } from './demo.ts';
import { firstSuperUser } from './first-super-user.ts';
import { mountProvider } from './mount-provider.ts';
import { NOTICE_TASK, noticesBy } from './notices.ts';
import { oneTimeLinks } from './one-time-links.ts';
import { ownSecondFactorCalls } from './own-second-factors.ts';
import { ownSelf, ownSignInCalls } from './own-sign-in.ts';
import { mountPages } from './page/routes.ts';
import { SETUP_PATH } from './page/setup-routes.ts';
import { passkeysFor } from './passkeys.ts';
import { sweepPayloads } from './payload-store.ts';
import { keepPeople, type People, personIn } from './people.ts';
import { tellPersonChanges } from './person-changes.ts';
import { audienceOf, createProvider, issuerOf } from './provider.ts';
import { secondFactorStore } from './second-factors.ts';
import { secondStep } from './second-step.ts';
import { forgetOldSignIns, keepSessions } from './sessions.ts';
import { passwordCheck } from './sign-in.ts';
import { publicHalf, signingKeys } from './signing-keys.ts';

export type { Identification, SignedIn } from './caller.ts';
export { accountOf } from './caller.ts';
export { claimAddress } from './credentials.ts';
export type { Demo } from './demo.ts';
export { hashPassword } from './passwords.ts';
export { normalizeEmail } from './people.ts';

const SWEEP_EVERY_MS = 10 * 60 * 1000;

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
}

export interface Identity extends Identification {
  /** Serves the sign-in page and the OpenID provider under /auth. */
  mount(http: Http): void;
  /** users.me, users.setSettings, users.linkedIdentities, users.ofAccount. */
  calls: ReturnType<typeof identityCalls>;
  /** The same as users.me, read afresh. Throws USER_ROLE_CHANGED for who is gone. */
  currentUser(userId: string): Promise<CurrentUser>;
  /** All of ownSignIn. */
  ownSignIn: ReturnType<typeof ownSignInCalls> & ReturnType<typeof ownSecondFactorCalls>;
  /**
   * Makes the link by which somebody chooses a password, in the transaction of their account (of none for a super admin), valid
   * 7 days; an earlier one ends. `mailed`: it was sent to them; where no mail leaves, whoever invites has to hand it over.
   * Throws USER_NOT_FOUND.
   */
  invite(tx: Tx, userId: string): Promise<{ link: string; mailed: boolean }>;
  /** Ends every sign-in of somebody, in a transaction; every server hears of it after the commit. Answers how many ended. */
  endSessions(tx: Tx, userId: string): Promise<number>;
  /** An administrator lets somebody in again who has lost theirs: app, passkeys and recovery codes go. Throws USER_NOT_FOUND. */
  removeSecondFactors(tx: Tx, userId: string): Promise<void>;
  people: Pick<People, 'forget'>;
  /**
   * Gives somebody another address, in the transaction of their account. Links that were sent to the one before end, and where
   * mail leaves it is told. Throws USER_EMAIL_TAKEN and USER_NOT_FOUND.
   */
  changeEmail(tx: Tx, userId: string, email: string): Promise<void>;
  /** To be called when somebody's role, activity or name was changed: held in no server any longer than until the commit. */
  personChanged(tx: Tx, userId: string): void;
  /** The code for the console by which the first super admin is made, and where; null when there is one, and with the demo. */
  beginSetup(): Promise<{ code: string; address: string } | null>;
  /** Origins of the web application: the only ones whose pages may open a socket. */
  webOrigins: readonly string[];
  /** Jobs of this module by their names, and the nightly one. */
  tasks: Readonly<Record<string, Task>>;
  close(): void;
}

/** Name of the nightly job, for the crontab. */
export const FORGET_TASK = 'identity:forget';

/** The product's origin and, on loopback, its other name: people type either. */
function webOriginsOf(publicUrl: string, further: readonly string[]): string[] {
  const url = new URL(publicUrl);
  const port = url.port === '' ? '' : `:${url.port}`;
  const loopback = ['127.0.0.1', 'localhost'].includes(url.hostname);
  const names = loopback ? ['127.0.0.1', 'localhost'].map((name) => `${url.protocol}//${name}${port}`) : [url.origin];
  return [...new Set([url.origin, ...names, ...further])];
}

/** Sign-in, tokens and who is who (domain: identity). Reads or makes the signing keys. */
export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { db, bus, log, secret, publicUrl, mail, demo } = options;
  const keys = await signingKeys(db, deriveKey(secret, 'identity:keys'));
  const cookieKey = deriveKey(secret, 'identity:cookies');
  const stepKey = deriveKey(secret, 'identity:steps');
  const linkKey = deriveKey(secret, 'identity:links');
  const webOrigins = webOriginsOf(publicUrl, options.furtherOrigins ?? []);
  const sessions = keepSessions(db, bus);
  const provider = createProvider({ db, keys, cookieKey: cookieKey.toString('base64url'), origin: publicUrl, webOrigins, sessions });
  const people = keepPeople(db);
  const attempts = countAttempts(db, cookieKey);
  const links = oneTimeLinks(db, linkKey, publicUrl);
  const notices = noticesBy({ db, mail, links, key: linkKey, origin: publicUrl });
  const passwords = await passwordCheck(db, attempts, notices);
  const arrivals = arrivalsBy(stepKey, publicUrl.startsWith('https:'));
  const factors = secondFactorStore(deriveKey(secret, 'identity:factors'));
  const passkeys = passkeysFor(webOrigins, stepKey);
  const second = secondStep({ db, key: stepKey, factors, passkeys, attempts, notices });
  const self = ownSelf(db, passwords);
  const verify = tokenVerifier(keys.map(publicHalf), issuerOf(publicUrl), audienceOf(publicUrl));
  const changes = tellPersonChanges(bus, people);
  const currentUser = currentUserBy(db, people, deriveKey(secret, 'accounts:keys'));
  const identified = identification(verify, people, sessions, changes);
  const setup = firstSuperUser(db, deriveKey(secret, 'identity:setup'), demo === null);
  const sweeping = setInterval(() => {
    Promise.all([sweepPayloads(db), attempts.sweep()]).catch((error: unknown) =>
      log.error({ err: error }, 'sweeping the sign-in tables failed'),
    );
  }, SWEEP_EVERY_MS);
  sweeping.unref();
  return {
    ...identified,
    mount(http) {
      const canSendLinks = notices.possible;
      const signingIn = { provider, passwords, second, arrivals, canSendLinks, demo, webOrigins };
      mountPages(http, { ...signingIn, db, links, notices, attempts, sessions, changes, setup });
      mountProvider(http, provider, log);
    },
    calls: identityCalls(db, people, currentUser, changes),
    async currentUser(userId) {
      // It was just changed here: what is held may be older.
      people.forget(userId);
      return currentUser(userId);
    },
    ownSignIn: {
      ...ownSignInCalls({ ...self, sessions, links, notices, signedIn: identified.signedIn }),
      ...ownSecondFactorCalls({ ...self, factors, passkeys, notices }),
    },
    async invite(tx, userId) {
      const person = await personIn(tx, userId);
      if (person === null) throw problem('USER_NOT_FOUND');
      const { link } = await links.make(tx, person, 'INVITATION');
      return { link, mailed: await notices.post(tx, person, { kind: 'INVITATION', link }) };
    },
    async endSessions(tx, userId) {
      const ended = await sessions.end(tx, userId);
      afterCommit(tx, () => sessions.announceEnd(ended));
      return ended.length;
    },
    async changeEmail(tx, userId, email) {
      const person = await personIn(tx, userId);
      if (person === null) throw problem('USER_NOT_FOUND');
      if (!(await setEmail(tx, person, email))) throw problem('USER_EMAIL_TAKEN');
      await tx.deleteFrom('one_time_links').where('person_id', '=', userId).execute();
      await notices.post(tx, person, { kind: 'EMAIL_CHANGED', email });
      changes.announce(tx, userId);
    },
    personChanged: changes.announce,
    async beginSetup() {
      const code = await setup.begin();
      return code === null ? null : { code, address: `${publicUrl}${SETUP_PATH}` };
    },
    async removeSecondFactors(tx, userId) {
      if ((await personIn(tx, userId)) === null) throw problem('USER_NOT_FOUND');
      await factors.removeAll(tx, userId);
    },
    people,
    webOrigins,
    tasks: { [NOTICE_TASK]: notices.run, [FORGET_TASK]: forgetOldSignIns },
    close: () => clearInterval(sweeping),
  };
}
