import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Order, OutsidePerson, ProviderStart, Report, State } from './people.ts';

const PROGRAM = fileURLToPath(new URL('./program.ts', import.meta.url));

export interface SecondProvider {
  issuer: string;
  /** Adds somebody, or changes who they are. */
  person(person: OutsidePerson): Promise<void>;
  rotate(keepsOld: boolean): Promise<void>;
  /** Ends everything of somebody there, with a word to the application. */
  signOut(sub: string): Promise<void>;
  /** Kills the process; `up` starts another on the same port with the same keys and people, and nobody signed in. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the second provider in a process of its own. */
export async function startSecondProvider(start: ProviderStart): Promise<SecondProvider> {
  let child: ChildProcess | null = null;
  let state: State | null = null;

  async function order(sent: Order): Promise<State | undefined> {
    if (child === null) throw new Error('The second provider is down.');
    const answer = once(child, 'message') as Promise<[Report]>;
    child.send(sent);
    const [report] = await answer;
    if ('failed' in report) throw new Error(`The second provider failed: ${report.failed}`);
    return report.state;
  }
  async function up(): Promise<void> {
    child = fork(PROGRAM, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: ['--disable-warning=ExperimentalWarning'] });
    await order({ do: 'start', start, state });
  }
  async function down(): Promise<void> {
    if (child === null) return;
    state = (await order({ do: 'state' })) ?? null;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    child = null;
  }
  await up();
  return {
    issuer: `http://127.0.0.1:${start.port}/realms/company`,
    person: async (person) => void (await order({ do: 'person', person })),
    rotate: async (keepsOld) => void (await order({ do: 'rotate', keepsOld })),
    signOut: async (sub) => void (await order({ do: 'signOut', sub })),
    up,
    down,
    close: down,
  };
}

export interface OutsideTokens {
  access_token: string;
  refresh_token: string;
  id_token: string;
}

/** A browser of somebody's at the second provider: code + PKCE as the web application does it. */
export class OutsideBrowser {
  readonly #cookies = new Map<string, string>();
  readonly #issuer: string;
  readonly #clientId: string;
  readonly #callback: string;

  constructor(issuer: string, clientId: string, origin: string) {
    this.#issuer = issuer;
    this.#clientId = clientId;
    this.#callback = `${origin}/sign-in/callback`;
  }

  async #fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=', 2);
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  /** The whole way, by a name that the provider knows. */
  async signIn(username: string): Promise<OutsideTokens> {
    const verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      client_id: this.#clientId,
      response_type: 'code',
      redirect_uri: this.#callback,
      scope: 'openid profile email',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    let url = new URL(`${this.#issuer}/auth?${query}`);
    for (let hops = 0; hops < 8 && url.pathname !== '/sign-in/callback'; hops++) {
      const isLogin = url.pathname.includes('/login/');
      const form = { method: 'POST', body: new URLSearchParams({ username }) };
      const response = await this.#fetch(url.href, isLogin ? form : {});
      const to = response.headers.get('location');
      if (to === null) throw new Error(`${url.pathname} answered ${response.status}: ${await response.text()}`);
      url = new URL(to, url);
    }
    const code = url.searchParams.get('code') ?? '';
    return this.#token({ grant_type: 'authorization_code', code, redirect_uri: this.#callback, code_verifier: verifier });
  }

  renew(refreshToken: string): Promise<OutsideTokens> {
    return this.#token({ grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  async #token(form: Record<string, string>): Promise<OutsideTokens> {
    const body = new URLSearchParams({ client_id: this.#clientId, ...form });
    const response = await this.#fetch(`${this.#issuer}/token`, { method: 'POST', body });
    if (!response.ok) throw new Error(`The second provider gave no tokens: ${await response.text()}`);
    return (await response.json()) as OutsideTokens;
  }
}
