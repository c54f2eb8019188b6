import type { Bus } from '../platform/bus.ts';
import { afterCommit, type Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { Mail } from '../platform/mail.ts';
import { problem } from '../platform/problem.ts';
import { deriveKey } from '../platform/secret.ts';
import { tokenVerifier } from './access-token.ts';
import { arrivalsBy } from './arrivals.ts';
import { countAttempts } from './attempts.ts';
import { endLinks, setEmail } from './credentials.ts';
import type { Demo } from './demo.ts';
import { firstSuperUser } from './first-super-user.ts';
import { mountProvider } from './mount-provider.ts';
import { NOTICE_TASK, type Notices, noticesBy } from './notices.ts';
import { HANDED_OVER_FOR, LINK_KEY, type OneTimeLinks, oneTimeLinks } from './one-time-links.ts';
import { ownSecondFactorCalls } from './own-second-factors.ts';
import { ownSelf, ownSignInCalls } from './own-sign-in.ts';
import { mountPages } from './page/routes.ts';
import { SETUP_PATH } from './page/setup-routes.ts';
import { passkeysFor } from './passkeys.ts';
import { sweepPayloads } from './payload-store.ts';
import { personIn, personWhoMayComeIn } from './people.ts';
import type { PersonChanges } from './person-changes.ts';
import { proofsBy } from './proof.ts';
import { audienceOf, CLIENT_ID, createProvider, issuerOf } from './provider.ts';
import { type SecondFactorStore, secondFactorStore } from './second-factors.ts';
import { secondStep } from './second-step.ts';
import { keepSessions, type Sessions } from './sessions.ts';
import { passwordCheck } from './sign-in.ts';
import type { SignInAdministration, SignInWay } from './sign-in-way.ts';
import { publicHalf, signingKeys } from './signing-keys.ts';

const SWEEP_EVERY_MS = 10 * 60 * 1000;

export interface EmbeddedOptions {
  db: Database;
  bus: Bus;
  log: Log;
  /** 64 hexadecimal digits: the installation's secret. */
  secret: string;
  /** The product's origin, as people reach it. */
  publicUrl: string;
  webOrigins: readonly string[];
  mail: Mail | null;
  demo: Demo | null;
  changes: PersonChanges;
}

interface AdministrationParts {
  sessions: Sessions;
  links: OneTimeLinks;
  notices: Notices;
  factors: SecondFactorStore;
  changes: Pick<PersonChanges, 'announce'>;
}

/** People and how they sign in are rows of one database: what is stored here is all there is to do. */
function ownAdministration({ sessions, links, notices, factors, changes }: AdministrationParts): SignInAdministration {
  return {
    make: async () => ({ keep: async () => {}, undo: async () => {} }),
    claimEmail: async () => {},
    async changed(tx, userId, parts) {
      // Whoever comes back later is invited anew: what was sent before they went opens nothing any more.
      if (parts.has('status')) await endLinks(tx, userId);
    },
    async changeEmail(tx, userId, email) {
      const person = await personIn(tx, userId);
      if (person === null) throw problem('USER_NOT_FOUND');
      if (!(await setEmail(tx, person, email))) throw problem('USER_EMAIL_TAKEN');
      await tx.deleteFrom('one_time_links').where('person_id', '=', userId).execute();
      const mailed = await notices.post(tx, person, { kind: 'EMAIL_CHANGED', email });
      changes.announce(tx, userId);
      return { mailed };
    },
    async invite(tx, userId) {
      const person = await personIn(tx, userId);
      if (person === null) throw problem('USER_NOT_FOUND');
      const { link } = await links.make(tx, person, 'INVITATION');
      return { link, mailed: await notices.post(tx, person, { kind: 'INVITATION', link }) };
    },
    async passwordLink(tx, userId) {
      const person = await personIn(tx, userId);
      if (person === null) throw problem('USER_NOT_FOUND');
      const { link } = await links.make(tx, person, 'PASSWORD_RESET', { validFor: HANDED_OVER_FOR });
      return { link, mailed: await notices.post(tx, person, { kind: 'PASSWORD_LINK', link }) };
    },
    async endSessions(tx, userId) {
      await endLinks(tx, userId, 'EMAIL_CHANGE');
      const ended = await sessions.end(tx, userId);
      afterCommit(tx, () => sessions.announceEnd(ended));
      return ended.length;
    },
    async removeSecondFactors(tx, userId) {
      if ((await personIn(tx, userId)) === null) throw problem('USER_NOT_FOUND');
      await factors.removeAll(tx, userId);
    },
  };
}

/** People sign in at the provider that Parley brings. Reads or makes the signing keys. */
export async function embeddedSignIn(options: EmbeddedOptions): Promise<SignInWay> {
  const { db, bus, log, secret, publicUrl, webOrigins, mail, demo, changes } = options;
  const keys = await signingKeys(db, deriveKey(secret, 'identity:keys'));
  const cookieKey = deriveKey(secret, 'identity:cookies');
  const stepKey = deriveKey(secret, 'identity:steps');
  const linkKey = deriveKey(secret, LINK_KEY);
  const sessions = keepSessions(db, bus);
  const provider = createProvider({ db, keys, cookieKey: cookieKey.toString('base64url'), origin: publicUrl, webOrigins, sessions });
  const attempts = countAttempts(db, cookieKey);
  const links = oneTimeLinks(db, linkKey, publicUrl);
  const notices = noticesBy({ db, mail, links, key: linkKey, origin: publicUrl });
  const proofs = proofsBy(db, stepKey);
  const passwords = passwordCheck(db, attempts, notices, proofs);
  const arrivals = arrivalsBy(stepKey, publicUrl.startsWith('https:'), proofs);
  const factors = secondFactorStore(deriveKey(secret, 'identity:factors'));
  const passkeys = passkeysFor(webOrigins, stepKey);
  const second = secondStep({ db, key: stepKey, factors, passkeys, attempts, notices, proofs });
  const self = ownSelf(db, passwords);
  const setup = firstSuperUser(db, deriveKey(secret, 'identity:setup'), demo === null);
  const sweeping = setInterval(() => {
    Promise.all([sweepPayloads(db), attempts.sweep()]).catch((error: unknown) =>
      log.error({ err: error }, 'sweeping the sign-in tables failed'),
    );
  }, SWEEP_EVERY_MS);
  sweeping.unref();
  return {
    verify: tokenVerifier(keys.map(publicHalf), issuerOf(publicUrl), audienceOf(publicUrl)),
    sessions,
    administration: ownAdministration({ sessions, links, notices, factors, changes }),
    ownSignIn: (signedIn) => ({
      ...ownSignInCalls({ ...self, sessions, links, notices, signedIn }),
      ...ownSecondFactorCalls({ ...self, factors, passkeys, notices }),
    }),
    // Whichever of its names the page was opened under: the provider is there too.
    configuration: { issuer: null, clientId: CLIENT_ID, scope: 'openid profile email', accountUrl: null, keepsPeople: true },
    vouchesForInactive: false,
    mount(http) {
      const mayComeIn = async (userId: string) => (await personWhoMayComeIn(db, userId)) !== null;
      const signingIn = { provider, passwords, second, arrivals, mayComeIn, canSendLinks: notices.possible, demo, webOrigins };
      mountPages(http, { ...signingIn, db, links, notices, attempts, sessions, changes, setup });
      mountProvider(http, provider, webOrigins, log);
    },
    async beginSetup() {
      const code = await setup.begin();
      return code === null ? null : { code, address: `${publicUrl}${SETUP_PATH}` };
    },
    tasks: { [NOTICE_TASK]: notices.run },
    regularly: [],
    close: () => clearInterval(sweeping),
  };
}
