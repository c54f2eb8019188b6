import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, type TestAccount } from '../../test/people.ts';
import { givenSuperUser, givePassword, type IdentityServer, SignInBrowser, startIdentity } from '../../test/sign-in.ts';

let test: TestDatabase;
let server: IdentityServer;
let account: TestAccount;
let agent: { userId: string; email: string };

async function newAgent(name: string, password = 'right horse') {
  const { userId } = await account.agent(name);
  const email = `${name.toLowerCase()}-${userId}@lumen.example`;
  await givePassword(test.db, account.accountId, userId, password);
  return { userId, email };
}

const me = (token: string, path = 'me') => fetch(`${server.origin}/api/users/${path}`, { headers: { authorization: `Bearer ${token}` } });

beforeAll(async () => {
  test = await freshDatabase();
  server = await startIdentity(test.db);
  account = await givenAccount(test.db);
  agent = await newAgent('Elena');
});
afterAll(async () => {
  await server.close();
  await test.drop();
});

describe('sign-in by code and PKCE', () => {
  it('gives a token in the shape that Keycloak gives it, and the server knows who bears it', async () => {
    const tokens = await new SignInBrowser(server.origin).signIn(agent.email.toUpperCase(), 'right horse');
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      sub: agent.userId,
      given_name: 'Elena',
      family_name: 'Test',
      name: 'Elena Test',
      email: agent.email,
      auth_time: expect.any(Number),
      account_id: account.accountId,
      resource_access: { gateway: { roles: ['agent'] } },
    });
    expect(decodeJwt(tokens.id_token)).toMatchObject({ sub: agent.userId, name: 'Elena Test', email: agent.email });
    const answer = await me(tokens.access_token);
    expect(await answer.json()).toMatchObject({ id: agent.userId, role: 'agent', accountId: account.accountId, accountName: 'Lumen' });
    expect(await (await me(tokens.access_token, 'me/linked-identities')).json()).toEqual({ roleModified: false });
  });

  it('refuses a request without a code challenge, and a code without its verifier', async () => {
    const browser = new SignInBrowser(server.origin);
    const plain = await browser.follow(
      `/auth/realms/parley/auth?client_id=parley-web&response_type=code&scope=openid&redirect_uri=${encodeURIComponent(`${server.origin}/sign-in/callback`)}`,
    );
    expect(plain.url.searchParams.get('error')).toBe('invalid_request');
    const { url } = await browser.authorize();
    const answer = await browser.tryPassword(url, agent.email, 'right horse');
    const { url: callback } = await browser.follow(answer.headers.get('location') ?? '');
    const stolen = await browser.token({
      grant_type: 'authorization_code',
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: `${server.origin}/sign-in/callback`,
      code_verifier: 'x'.repeat(43),
    });
    expect(stolen.status).toBe(400);
  });

  it('sends nobody to a strange address', async () => {
    const { response } = await new SignInBrowser(server.origin).authorize({ redirect_uri: 'https://elsewhere.example/cb' });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('invalid_redirect_uri');
  });

  it('signs a super admin in, who belongs to no account', async () => {
    await givenSuperUser(test.db, 'stefan@parley.example', 'operator');
    const { access_token } = await new SignInBrowser(server.origin).signIn('stefan@parley.example', 'operator');
    expect(decodeJwt(access_token)).not.toHaveProperty('account_id');
    expect(await (await me(access_token)).json()).toMatchObject({ role: 'superAdmin', accountId: null });
    const colleagues = await fetch(`${server.origin}/api/accounts/${account.accountId}/users`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(colleagues.status).toBe(403);
  });

  it('lets a signed-in browser through without the page, for every further tab', async () => {
    const browser = new SignInBrowser(server.origin);
    await browser.signIn(agent.email, 'right horse');
    const again = await browser.authorize();
    expect(again.url.pathname).toBe('/sign-in/callback');
    expect(again.url.searchParams.get('code')).toBeTruthy();
  });
});

describe('renewal', () => {
  it('stores no refresh token that could be used', async () => {
    const browser = new SignInBrowser(server.origin);
    const { refresh_token } = await browser.signIn(agent.email, 'right horse');
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from oidc_payloads where id = ${refresh_token} or payload::text like ${`%${refresh_token}%`}`.execute(
      test.db.outsideReader(),
    );
    expect(rows[0]?.found).toBe(0);
  });

  it('ends with sign-out', async () => {
    const browser = new SignInBrowser(server.origin);
    const tokens = await browser.signIn(agent.email, 'right horse');
    const query = new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: `${server.origin}/` });
    const page = await browser.fetch(`/auth/realms/parley/session/end?${query}`);
    const form = await page.text();
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(form)?.[1] ?? '';
    const out = await browser.post('/auth/realms/parley/session/end/confirm', { xsrf, logout: 'yes' });
    expect(out.headers.get('location')).toBe(`${server.origin}/`);
    expect((await browser.renew(tokens.refresh_token)).status).toBe(400);
    expect((await browser.authorize()).url.pathname).toMatch(/^\/auth\/sign-in\//);
  });
});

describe('a wrong sign-in', () => {
  const pageOf = async (email: string, password: string) => {
    const browser = new SignInBrowser(server.origin);
    const { url } = await browser.authorize();
    const response = await browser.tryPassword(url, email, password);
    return { status: response.status, text: (await response.text()).replaceAll(email, '').replaceAll(url.pathname, '') };
  };

  it('looks the same whether the address exists, is inactive, or has no password', async () => {
    const inactive = await newAgent('Ivan');
    await test.db.inAccount(account.accountId, (tx) =>
      tx.updateTable('users').set({ active: false }).where('id', '=', inactive.userId).execute(),
    );
    const { userId } = await account.agent('Nora');
    const pages = [
      await pageOf(agent.email, 'wrong'),
      await pageOf('nobody@lumen.example', 'wrong'),
      await pageOf(inactive.email, 'right horse'),
      await pageOf(`nora-${userId}@lumen.example`, 'wrong'),
    ];
    for (const page of pages) expect(page).toEqual(pages[0]);
    expect(pages[0]?.status).toBe(401);
  });

  it('makes guessing slow, for names that nobody bears too, and for tries at the same moment', async () => {
    for (const name of [(await newAgent('Petar')).email, 'ghost@lumen.example']) {
      const tries = await Promise.all(Array.from({ length: 12 }, () => pageOf(name, 'guess')));
      expect(tries.filter((page) => page.status === 401)).toHaveLength(5);
      expect(tries.filter((page) => page.status === 429)).toHaveLength(7);
    }
  });

  it('needs the browser that began it', async () => {
    const { url } = await new SignInBrowser(server.origin).authorize();
    const answer = await new SignInBrowser(server.origin).tryPassword(url, agent.email, 'right horse');
    expect(answer.status).toBe(410);
  });
});

describe('a role that changed', () => {
  it('is told by linked-identities, refuses other calls, and is mended by renewal', async () => {
    const person = await newAgent('Ana');
    const browser = new SignInBrowser(server.origin);
    const tokens = await browser.signIn(person.email, 'right horse');
    await test.db.inAccount(account.accountId, (tx) =>
      tx.updateTable('users').set({ role: 'supervisor' }).where('id', '=', person.userId).execute(),
    );
    server.identity.people.forget(person.userId);
    const refused = await me(tokens.access_token);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ message: 'USER_ROLE_CHANGED' });
    expect(await (await me(tokens.access_token, 'me/linked-identities')).json()).toEqual({ roleModified: true });
    const fresh = (await (await browser.renew(tokens.refresh_token)).json()) as typeof tokens;
    expect(await (await me(fresh.access_token)).json()).toMatchObject({ role: 'supervisor' });
  });

  it('ends the sign-in of somebody deactivated', async () => {
    const person = await newAgent('Boris');
    const browser = new SignInBrowser(server.origin);
    const tokens = await browser.signIn(person.email, 'right horse');
    await test.db.inAccount(account.accountId, (tx) =>
      tx.updateTable('users').set({ active: false }).where('id', '=', person.userId).execute(),
    );
    server.identity.people.forget(person.userId);
    expect((await me(tokens.access_token)).status).toBe(401);
    expect((await browser.renew(tokens.refresh_token)).status).toBe(400);
    expect(await server.identity.stillThere({ userId: person.userId, accountId: account.accountId, role: 'agent' })).toBeNull();
  });
});

describe('bearer tokens', () => {
  it('are refused when missing, mangled, or an id token', async () => {
    const { access_token, id_token } = await new SignInBrowser(server.origin).signIn(agent.email, 'right horse');
    const [head = '', body = '', tail = ''] = access_token.split('.');
    const other = Buffer.from(JSON.stringify({ ...decodeJwt(access_token), account_id: null })).toString('base64url');
    for (const token of ['', 'x.y.z', id_token, `${head}.${other}.${tail}`, `${head}.${body}.`]) {
      const answer = await me(token);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ message: 'ERROR_UNAUTHENTICATED' });
    }
  });

  it('show the people of one’s own account and of no other', async () => {
    const { access_token } = await new SignInBrowser(server.origin).signIn(agent.email, 'right horse');
    const other = await givenAccount(test.db, 'Other');
    const ask = (accountId: string, query = '') =>
      fetch(`${server.origin}/api/accounts/${accountId}/users${query}`, { headers: { authorization: `Bearer ${access_token}` } });
    const own = (await (await ask(account.accountId, '?size=2')).json()) as { content: unknown[]; totalElements: number; last: boolean };
    expect(own.content).toHaveLength(2);
    expect(own.totalElements).toBeGreaterThan(2);
    expect(own.last).toBe(false);
    const strange = await ask(other.accountId);
    expect(strange.status).toBe(404);
    expect((await ask(account.accountId, '?size=abc')).status).toBe(400);
  });
});

describe('whoever is signed in and made inactive', () => {
  it('is asked to sign in, in a browser that anybody may use, and is back when they are active again', async () => {
    const other = await givenAccount(test.db);
    const { userId } = await other.agent('Victor');
    const email = `victor-${userId}@orion.example`;
    await givePassword(test.db, other.accountId, userId, 'right horse');
    await test.db.reader(other.accountId).updateTable('users').set({ email, email_normalized: email }).where('id', '=', userId).execute();
    const browser = new SignInBrowser(server.origin);
    await browser.signIn(email, 'right horse');
    const status = (value: string) =>
      test.db.reader(other.accountId).updateTable('accounts').set({ status: value }).where('id', '=', other.accountId).execute();
    await status('inactive');
    const { response, url } = await browser.authorize();
    expect([response.status, url.pathname.split('/').slice(0, 3).join('/')]).toEqual([200, '/auth/sign-in']);
    expect(await response.text()).toContain('type="password"');
    const answer = await browser.tryPassword(url, (await newAgent('Iva')).email, 'right horse');
    // Whoever sat there before is signed out first, by a form that the page sends by itself.
    const { response: leaving } = await browser.follow(answer.headers.get('location') ?? '');
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await leaving.text())?.[1] ?? '';
    const left = await browser.post('/auth/realms/parley/session/end/confirm', { xsrf, logout: 'yes' });
    const { url: callback } = await browser.follow(left.headers.get('location') ?? '');
    const { access_token } = (await (await browser.redeem(callback)).json()) as { access_token: string };
    expect((await me(access_token)).status).toBe(200);
    await status('active');
    await expect(new SignInBrowser(server.origin).signIn(email, 'right horse')).resolves.toMatchObject({
      access_token: expect.any(String),
    });
  });

  it('is told that a sign-in is over at an address that was never one', async () => {
    for (const path of ['/auth/sign-in/x', `/auth/sign-in/${'a'.repeat(100)}`, '/auth/sign-in/%00%00%00%00%00%00%00%00%00%00%00'])
      for (const method of ['GET', 'POST']) {
        const { status } = await fetch(`${server.origin}${path}`, { method });
        expect([path, method, status], path).toEqual([path, method, expect.toSatisfy((code: number) => code >= 400 && code < 500)]);
      }
  });
});
