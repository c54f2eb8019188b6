import type { Database } from '../platform/database.ts';
import type { Http } from '../platform/http.ts';
import type { Log } from '../platform/log.ts';
import { deriveKey } from '../platform/secret.ts';
import { tokenVerifier } from './access-token.ts';
import { identityCalls } from './api.ts';
import { countAttempts } from './attempts.ts';
import { type Identification, identification } from './caller.ts';
import type { Demo } from './demo.ts';
import { mountProvider } from './mount-provider.ts';
import { mountPages } from './page/routes.ts';
import { sweepPayloads } from './payload-store.ts';
import { keepPeople, type People } from './people.ts';
import { audienceOf, createProvider, issuerOf } from './provider.ts';
import { passwordSignIn } from './sign-in.ts';
import { publicHalf, signingKeys } from './signing-keys.ts';

export type { Identification } from './caller.ts';
export type { Demo } from './demo.ts';
export { hashPassword } from './passwords.ts';

const SWEEP_EVERY_MS = 10 * 60 * 1000;

export interface IdentityOptions {
  db: Database;
  log: Log;
  /** 64 hexadecimal digits: the installation's secret. */
  secret: string;
  /** The product's origin, as people reach it. */
  publicUrl: string;
  /** Further origins that serve the same web application (a development server). */
  furtherOrigins?: readonly string[];
  /** Null when this installation has no demo. */
  demo: Demo | null;
}

export interface Identity extends Identification {
  /** Serves the sign-in page and the OpenID provider under /auth. */
  mount(http: Http): void;
  /** users.me, users.linkedIdentities, users.ofAccount. */
  calls: ReturnType<typeof identityCalls>;
  people: Pick<People, 'forget'>;
  /** Origins of the web application: the only ones whose pages may open a socket. */
  webOrigins: readonly string[];
  close(): void;
}

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
  const { db, log, secret, publicUrl, demo } = options;
  const keys = await signingKeys(db, deriveKey(secret, 'identity:keys'));
  const cookieKey = deriveKey(secret, 'identity:cookies');
  const webOrigins = webOriginsOf(publicUrl, options.furtherOrigins ?? []);
  const provider = createProvider({ db, keys, cookieKey: cookieKey.toString('base64url'), origin: publicUrl, webOrigins });
  const people = keepPeople(db);
  const attempts = countAttempts(db, cookieKey);
  const signIn = await passwordSignIn(db, attempts);
  const verify = tokenVerifier(keys.map(publicHalf), issuerOf(publicUrl), audienceOf(publicUrl));
  const sweeping = setInterval(() => {
    Promise.all([sweepPayloads(db), attempts.sweep()]).catch((error: unknown) =>
      log.error({ err: error }, 'sweeping the sign-in tables failed'),
    );
  }, SWEEP_EVERY_MS);
  sweeping.unref();
  return {
    ...identification(verify, people),
    mount(http) {
      mountPages(http, { provider, signIn, demo, webOrigins });
      mountProvider(http, provider, log);
    },
    calls: identityCalls(db, people),
    people,
    webOrigins,
    close: () => clearInterval(sweeping),
  };
}
