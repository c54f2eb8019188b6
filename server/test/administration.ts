import { once } from 'node:events';
import type { AuditEntry } from '@parley/contract';
import { WebSocket } from 'ws';
import type { Actor } from '../src/accounts/index.ts';
import type { More } from '../src/app.ts';
import { newId } from '../src/platform/clock.ts';
import { startApp, type TestApp } from './app.ts';
import { givenAccount, type TestAccount } from './people.ts';
import { givenSuperUser, givePassword, SignInBrowser } from './sign-in.ts';

export interface Answer<T> {
  status: number;
  /** Of a refusal the key, else empty. */
  key: string;
  body: T;
}

export interface SignedInPerson {
  actor: Actor;
  email: string;
  token: string;
}

export interface Administration {
  app: TestApp;
  account: TestAccount;
  superToken: string;
  /** Of everybody. */
  password: string;
  superUserId: string;
  /** Ana, the account's admin, stands in no queue. */
  ana: SignedInPerson;
  call<T = Record<string, unknown>>(token: string, method: string, path: string, body?: unknown): Promise<Answer<T>>;
  /** Somebody of the account with a password, signed in. */
  person(name: string, options?: { role?: Actor['role']; inQueue?: boolean }): Promise<SignedInPerson>;
  signIn(email: string): Promise<string>;
  /** The newest entries of the account's audit trail, of one kind. */
  trail(kind: AuditEntry['kind']): Promise<AuditEntry[]>;
  close(): Promise<void>;
}

export const replacing = (fields: Record<string, unknown>) =>
  Object.entries(fields).map(([path, value]) => ({ op: 'replace', path, value }));

const PASSWORD = `made-up-${newId()}`;

/** The whole application, without mail unless `env` says where to, with one account, its admin, and a super admin. */
export async function startAdministration(env: Record<string, string> = {}, more?: More): Promise<Administration> {
  const app = await startApp({ env, ...(more && { more }) });
  const { db } = app.database;
  const account = await givenAccount(db, 'Lumen');
  const signIn = async (email: string) => (await new SignInBrowser(app.origin).signIn(email, PASSWORD)).access_token;

  async function call<T>(token: string, method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const answer = await fetch(`${app.origin}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json = (await answer.json()) as T & { message?: string };
    return { status: answer.status, key: answer.ok ? '' : (json.message ?? ''), body: json };
  }

  async function person(name: string, options?: { role?: Actor['role']; inQueue?: boolean }): Promise<SignedInPerson> {
    const actor = await account.agent(name, options);
    await givePassword(db, account.accountId, actor.userId, PASSWORD);
    const email = `${name.toLowerCase()}-${actor.userId}@lumen.example`;
    return { actor, email, token: await signIn(email) };
  }

  const superUserId = await givenSuperUser(db, 'stefan@parley.example', PASSWORD);
  const superToken = await signIn('stefan@parley.example');
  const ana = await person('Ana', { role: 'admin', inQueue: false });
  return {
    app,
    account,
    superToken,
    password: PASSWORD,
    superUserId,
    ana,
    call,
    person,
    signIn,
    async trail(kind) {
      const { body } = await call<{ content: AuditEntry[] }>(superToken, 'GET', `/accounts/${account.accountId}/audit?kind=${kind}`);
      return body.content;
    },
    close: () => app.close(),
  };
}

/** Opens a socket of somebody's; `closed` resolves with the code by which the server closes it. */
export async function openSocket(
  origin: string,
  token: string,
): Promise<{ frames: Array<{ type: string; payload: unknown }>; closed: Promise<number> }> {
  const answer = await fetch(`${origin}/api/realtime/tickets`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  const { ticket } = (await answer.json()) as { ticket: string };
  const ws = new WebSocket(`${origin.replace('http', 'ws')}/api/ws?app=agent-web&v=2&token=${encodeURIComponent(ticket)}`, {
    headers: { origin },
  });
  const frames: Array<{ type: string; payload: unknown }> = [];
  ws.on('message', (data) => void frames.push(JSON.parse(data.toString())));
  const closed = once(ws, 'close').then(([code]) => code as number);
  await once(ws, 'open');
  // What is asked first is answered when the socket has joined what it may hear.
  ws.send('{"type":"Ping","id":"joined","payload":{}}');
  await once(ws, 'message');
  return { frames, closed };
}
