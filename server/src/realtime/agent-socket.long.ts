import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { AgentConnection, startApp, type TestApp } from '../../test/app.ts';
import { givenAccount, type TestAccount } from '../../test/people.ts';
import { givePassword, SignInBrowser } from '../../test/sign-in.ts';
import type { Actor } from '../accounts/index.ts';
import { newId } from '../platform/clock.ts';

let app: TestApp;
let account: TestAccount;
let dora: Actor;
let token: string;
let email: string;
const password = `made-up-${newId()}`;

beforeAll(async () => {
  app = await startApp();
  const { db } = app.database;
  account = await givenAccount(db);
  dora = await account.agent('Dora');
  await givePassword(db, account.accountId, dora.userId, password);
  ({ email } = await db
    .reader(account.accountId)
    .selectFrom('users')
    .select('email')
    .where('id', '=', dora.userId)
    .executeTakeFirstOrThrow());
  token = (await new SignInBrowser(app.origin).signIn(email, password)).access_token;
}, 60_000);
afterAll(() => app.close());

const leases = async () =>
  (
    await app.database.db
      .reader(account.accountId)
      .selectFrom('presence_leases')
      .select('server_id')
      .where('user_id', '=', dora.userId)
      .execute()
  ).length;

async function ticket(): Promise<string> {
  const answer = await fetch(`${app.origin}/api/realtime/tickets`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { ticket: string }).ticket;
}
const socketUrl = (text: string) => `${app.origin.replace('http', 'ws')}/api/ws?app=agent-web&v=2&token=${encodeURIComponent(text)}`;

it('leaves no lease behind for sockets that break while they are being opened', async () => {
  for (let round = 0; round < 30; round++) {
    const socket = new WebSocket(socketUrl(await ticket()), { headers: { origin: app.origin } });
    await new Promise((resolve) => socket.once('open', resolve));
    setTimeout(() => socket.terminate(), round % 12);
    await new Promise((resolve) => socket.once('close', resolve));
  }
  await expect.poll(leases, { timeout: 5000 }).toBe(0);
  const connection = await AgentConnection.open(app.origin, token);
  await connection.ask('Ping', {});
  expect(await leases()).toBe(1);
  connection.close();
  await expect.poll(leases, { timeout: 5000 }).toBe(0);
}, 30_000);

it('takes a ticket once, only while it is young and only for its own application', async () => {
  const open = (url: string, origin = app.origin) =>
    new Promise<number>((resolve) => {
      const socket = new WebSocket(url, { headers: { origin } });
      socket.on('message', () => {});
      socket.on('error', () => resolve(403));
      socket.on('close', (code) => resolve(code));
      socket.on('open', () =>
        setTimeout(() => {
          if (socket.readyState === WebSocket.OPEN) resolve(0);
          socket.terminate();
        }, 400),
      );
    });
  const once = await ticket();
  expect(await open(socketUrl(once))).toBe(0);
  expect(await open(socketUrl(once))).toBe(4401);
  expect(await open(socketUrl('not.a-ticket'))).toBe(4401);
  expect(await open(socketUrl(await ticket()).replace('agent-web', 'widget'))).toBe(4401);
  expect(await open(socketUrl(await ticket()).replace('v=2', 'v=1'))).toBe(4426);
  expect(await open(socketUrl(await ticket()), 'https://elsewhere.example')).toBe(403);
});

describe('a sign-in that is ended', () => {
  const listening = async (bearer: string) => {
    const answer = await fetch(`${app.origin}/api/realtime/tickets`, { method: 'POST', headers: { authorization: `Bearer ${bearer}` } });
    const { ticket: text } = (await answer.json()) as { ticket: string };
    const socket = new WebSocket(socketUrl(text), { headers: { origin: app.origin } });
    await new Promise((resolve) => socket.once('open', resolve));
    return new Promise<number>((resolve) => socket.once('close', resolve));
  };
  const another = async () => (await new SignInBrowser(app.origin).signIn(email, password)).access_token;

  it('closes its sockets at once with 4401, and those of no other', async () => {
    const [here, there] = [await another(), await another()];
    const [own, ended] = [listening(here), listening(there)];
    let isOwnOpen = true;
    own.then(() => {
      isOwnOpen = false;
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    const answer = await fetch(`${app.origin}/api/users/me/sessions/${decodeJwt(there).sid}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${here}` },
    });
    expect(answer.status).toBe(200);
    expect(await ended).toBe(4401);
    expect(isOwnOpen).toBe(true);
  });

  it('closes them within 10 s also when nobody told this server', async () => {
    const bearer = await another();
    const ended = listening(bearer);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await sql`delete from oidc_payloads where model = 'Session' and uid = ${decodeJwt(bearer).sid}`.execute(
      app.database.db.outsideReader(),
    );
    expect(await ended).toBe(4401);
  }, 12_000);
});
