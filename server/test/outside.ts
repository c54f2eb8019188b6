import { once } from 'node:events';
import { createServer } from 'node:net';
import { newId } from '../src/platform/clock.ts';
import { startApp, type TestApp } from './app.ts';
import { givenAccount, type TestAccount } from './people.ts';
import type { OutsidePerson } from './second-provider/people.ts';
import { OutsideBrowser, type OutsideTokens, type SecondProvider, startSecondProvider } from './second-provider/provider.ts';

export interface Answer {
  status: number;
  /** Of a refusal the key, else empty. */
  key: string;
  body: Record<string, unknown>;
}

export interface OutsideApp {
  app: TestApp;
  provider: SecondProvider;
  account: TestAccount;
  /** Somebody whom the provider knows, of the account unless said otherwise. */
  known(name: string, more?: Partial<OutsidePerson>): Promise<OutsidePerson>;
  signIn(person: OutsidePerson): Promise<OutsideTokens>;
  renew(tokens: OutsideTokens): Promise<OutsideTokens>;
  call(token: string, method: string, path: string, body?: unknown): Promise<Answer>;
  close(): Promise<void>;
}

export const OUTSIDE_CLIENT = 'parley-web';

/** A port that nobody listens on just now. */
export async function unusedPort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** The whole application with people signing in at a second, separately started provider. */
export async function startOutside(env: Record<string, string> = {}): Promise<OutsideApp> {
  const port = await unusedPort();
  const app = await startApp({ env: { PARLEY_OIDC_ISSUER: `http://127.0.0.1:${port}/realms/company`, ...env } });
  const logoutUri = `${app.origin}/auth/backchannel-logout`;
  const start = { port, clientId: OUTSIDE_CLIENT, webOrigins: [app.origin], logoutUri, tokenSeconds: 300 };
  const provider = await startSecondProvider(start);
  const account = await givenAccount(app.database.db, 'Lumen');
  return {
    app,
    provider,
    account,
    async known(name, more = {}) {
      const sub = newId();
      const username = `${name.toLowerCase()}-${sub}`;
      const person: OutsidePerson = {
        sub,
        username,
        email: `${username}@lumen.example`,
        firstName: name,
        lastName: 'Ivanova',
        roles: ['agent'],
        accountId: account.accountId,
        enabled: true,
        emailVerified: true,
        ...more,
      };
      await provider.person(person);
      return person;
    },
    signIn: ({ username }) => new OutsideBrowser(provider.issuer, OUTSIDE_CLIENT, app.origin).signIn(username),
    renew: ({ refresh_token }) => new OutsideBrowser(provider.issuer, OUTSIDE_CLIENT, app.origin).renew(refresh_token),
    async call(token, method, path, body) {
      const answer = await fetch(`${app.origin}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const json = (await answer.json()) as Record<string, unknown>;
      return { status: answer.status, key: answer.ok ? '' : String(json.message), body: json };
    },
    async close() {
      await provider.close();
      await app.close();
    },
  };
}
