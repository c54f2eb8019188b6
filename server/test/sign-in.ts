import { createHash, randomBytes } from 'node:crypto';
import { mountCalls } from '../src/accounts/index.ts';
import { createIdentity, type Demo, hashPassword, type Identity } from '../src/identity/index.ts';
import { createLocalBus } from '../src/platform/bus.ts';
import { newId } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/database.ts';
import { createHttp } from '../src/platform/http.ts';
import { openLog } from '../src/platform/log.ts';
import type { Mail } from '../src/platform/mail.ts';
import { problem } from '../src/platform/problem.ts';
import { freePort } from './free-port.ts';

export const TEST_SECRET = 'ab'.repeat(32);

export interface IdentityServer {
  origin: string;
  identity: Identity;
  close(): Promise<void>;
}

/** Identity alone, on a real HTTP server. */
export async function startIdentity(
  db: Database,
  { demo = null, secret = TEST_SECRET, mail = null }: { demo?: Demo | null; secret?: string; mail?: Mail | null } = {},
): Promise<IdentityServer> {
  const origin = `http://127.0.0.1:${await freePort()}`;
  const log = openLog('silent');
  const http = createHttp(log);
  const identity = await createIdentity({ db, bus: createLocalBus(), log, secret, publicUrl: origin, mail, demo });
  identity.mount(http);
  const nobody = async () => {
    throw problem('VISITOR_SESSION_ENDED');
  };
  mountCalls(
    http,
    { users: identity.calls, ownSignIn: identity.ownSignIn },
    { actor: identity.actor, allowed: identity.allowed, visitor: nobody },
    { proved: true },
  );
  await http.listen({ host: '127.0.0.1', port: Number(new URL(origin).port) });
  return {
    origin,
    identity,
    async close() {
      identity.close();
      await http.close();
    },
  };
}

/** A hash keeps its cost: who signs in by one of these is judged in a moment, by the same code. */
const QUICK = { N: 2 ** 10, r: 8, p: 1 } as const;

/** Gives a user a password. */
export async function givePassword(db: Database, accountId: string, userId: string, password: string): Promise<void> {
  const password_hash = await hashPassword(password, QUICK);
  await db.inAccount(accountId, (tx) =>
    tx.insertInto('user_credentials').values({ account_id: accountId, user_id: userId, password_hash }).execute(),
  );
}

export async function givenSuperUser(db: Database, email: string, password: string): Promise<string> {
  const id = newId();
  const password_hash = await hashPassword(password, QUICK);
  await db.outside((tx) =>
    tx
      .insertInto('super_users')
      .values({ id, email, email_normalized: email.toLowerCase(), first_name: 'Stefan', last_name: 'Asenov', password_hash })
      .execute(),
  );
  return id;
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  id_token: string;
}

let browsers = 0;

/** A browser on a machine of its own, as far as signing in needs one: cookies by path, and redirects followed by hand. */
export class SignInBrowser {
  readonly #origin: string;
  readonly #cookies = new Map<string, { value: string; path: string }>();
  readonly #address = `198.51.100.${++browsers}`;
  #verifier = '';

  constructor(origin: string) {
    this.#origin = origin;
  }

  async fetch(address: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
    const url = new URL(address, this.#origin);
    const cookie = [...this.#cookies]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const cookies = [init.headers?.cookie ?? '', cookie].filter((one) => one !== '').join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie: cookies } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const at = pair.indexOf('=');
      const path = attributes.find((one) => one.toLowerCase().startsWith('path='))?.slice(5) ?? '/';
      if (pair.slice(at + 1) === '') this.#cookies.delete(pair.slice(0, at));
      else this.#cookies.set(pair.slice(0, at), { value: pair.slice(at + 1), path });
    }
    return response;
  }

  async follow(address: string): Promise<{ response: Response; url: URL }> {
    let url = new URL(address, this.#origin);
    for (let hops = 0; hops < 8; hops++) {
      if (url.pathname === '/sign-in/callback') return { response: new Response(), url };
      const response = await this.fetch(url.href);
      const to = response.headers.get('location');
      if (to === null) return { response, url };
      url = new URL(to, url);
    }
    throw new Error('too many redirects');
  }

  /** Asks to sign in; arrives at the sign-in page, or at the callback when the browser is signed in already. */
  authorize(extra: Record<string, string> = {}): Promise<{ response: Response; url: URL }> {
    this.#verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      client_id: 'parley-web',
      response_type: 'code',
      redirect_uri: `${this.#origin}/sign-in/callback`,
      scope: 'openid profile email',
      state: 'state',
      code_challenge: createHash('sha256').update(this.#verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...extra,
    });
    return this.follow(`/auth/realms/parley/auth?${query}`);
  }

  post(address: string, form: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    return this.fetch(address, {
      method: 'POST',
      body: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  }

  /** Sends the form of the sign-in page, as a proxy on the server's machine would pass it on. */
  tryPassword(page: URL, email: string, password: string): Promise<Response> {
    return this.post(page.href, { email, password }, { 'x-forwarded-for': this.#address });
  }

  redeem(callback: URL, headers: Record<string, string> = {}): Promise<Response> {
    return this.token(
      {
        grant_type: 'authorization_code',
        code: callback.searchParams.get('code') ?? '',
        redirect_uri: `${this.#origin}/sign-in/callback`,
        code_verifier: this.#verifier,
      },
      headers,
    );
  }

  token(form: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    return this.post('/auth/realms/parley/token', { client_id: 'parley-web', ...form }, headers);
  }

  renew(refreshToken: string): Promise<Response> {
    return this.token({ grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  /** The whole way with a password. */
  async signIn(email: string, password: string): Promise<Tokens> {
    const { url } = await this.authorize();
    const answer = await this.tryPassword(url, email, password);
    if (answer.status !== 303) throw new Error(`sign-in answered ${answer.status}`);
    const { url: callback } = await this.follow(answer.headers.get('location') ?? '');
    return (await (await this.redeem(callback)).json()) as Tokens;
  }
}
