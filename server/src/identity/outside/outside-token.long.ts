import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OutsideApp, startOutside } from '../../../test/outside.ts';
import type { OutsideTokens } from '../../../test/second-provider/provider.ts';
import { createLocalBus } from '../../platform/bus.ts';
import { openDatabase } from '../../platform/database.ts';
import { openLog } from '../../platform/log.ts';
import { outsideSessions } from './outside-sessions.ts';
import { claimAt, type OutsideToken } from './outside-token.ts';

let given: OutsideApp;
beforeAll(async () => {
  given = await startOutside();
}, 60_000);
afterAll(() => given.close());

const me = (token: string) => given.call(token, 'GET', '/users/me');
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

describe('a token of the outside provider', () => {
  it('is refused when it is an id token, of another client, or of nobody’s key', async () => {
    const { access_token, id_token } = await given.signIn(await given.known('Ana'));
    expect((await me(access_token)).status).toBe(200);
    expect(await me(id_token)).toMatchObject({ status: 401, key: 'ERROR_UNAUTHENTICATED' });
    const [header = '', payload = '', signature = ''] = access_token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forge = (change: object) => Buffer.from(JSON.stringify({ ...claims, ...change })).toString('base64url');
    expect((await me(`${header}.${forge({ resource_access: { gateway: { roles: ['admin'] } } })}.${signature}`)).status).toBe(401);
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    expect((await me(`${none}.${payload}.`)).status).toBe(401);
    const secret = new TextEncoder().encode('a secret that both could know of');
    const shared = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret);
    expect((await me(shared)).status).toBe(401);
    const { privateKey } = await generateKeyPair('RS256');
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
    const strange = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
    expect((await me(strange)).status).toBe(401);
    const foreign = await new SignJWT({ ...claims, iss: 'https://elsewhere.example' })
      .setProtectedHeader({ alg: 'RS256', kid: 'x' })
      .sign(privateKey);
    expect((await me(foreign)).status).toBe(401);
    expect((await me('not.a.token')).status).toBe(401);
  });

  it('is checked by a new key as soon as one is named, and the old one goes on while it is published', async () => {
    const before = await given.signIn(await given.known('Boris'));
    expect((await me(before.access_token)).status).toBe(200);
    const unused = await given.renew(before);
    await given.provider.rotate(true);
    const after = await given.signIn(await given.known('Vera'));
    // The keys are looked at again at most every five seconds: until then it cannot be told, and nobody is signed out.
    await expect.poll(async () => (await me(after.access_token)).status, { timeout: 8000, interval: 500 }).toBe(200);
    expect((await me(unused.access_token)).status).toBe(200);
  }, 15_000);

  describe('while the provider is down', () => {
    let held: OutsideTokens;
    let fresh: OutsideTokens;
    beforeAll(async () => {
      const person = await given.known('Dora');
      const first = await given.signIn(person);
      await me(first.access_token);
      held = await given.renew(first);
      await given.provider.rotate(true);
      fresh = await given.signIn(person);
      await given.provider.down();
    });

    it('goes on by a key that is held', async () => {
      expect((await me(held.access_token)).status).toBe(200);
    });

    it('of another key is answered that it cannot be told, and not that it is wrong', async () => {
      await expect.poll(async () => (await me(fresh.access_token)).key, { timeout: 8000, interval: 500 }).toBe('IDENTITY_UNREACHABLE');
      expect((await me(fresh.access_token)).status).toBe(503);
    });

    it('is good again when the provider is back', async () => {
      await given.provider.up();
      await expect.poll(async () => (await me(fresh.access_token)).status, { timeout: 10_000, interval: 500 }).toBe(200);
    }, 15_000);
  });
});

describe('a logout token', () => {
  it('is taken from the provider alone', async () => {
    const send = (token: string) =>
      fetch(`${given.app.origin}/auth/backchannel-logout`, { method: 'POST', body: new URLSearchParams({ logout_token: token }) });
    const { access_token, id_token } = await given.signIn(await given.known('Mila'));
    await me(access_token);
    const { privateKey } = await generateKeyPair('RS256');
    const forged = await new SignJWT({ sub: 'x', events: { 'http://schemas.openid.net/event/backchannel-logout': {} } })
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer(given.provider.issuer)
      .setAudience('parley-web')
      .setIssuedAt()
      .sign(privateKey);
    for (const token of [forged, access_token, id_token, 'x']) expect((await send(token)).status).toBe(401);
    const empty = await fetch(`${given.app.origin}/auth/backchannel-logout`, { method: 'POST', body: new URLSearchParams() });
    expect(empty.status).toBe(400);
    expect((await me(access_token)).status).toBe(200);
  });
});

const tokenOf = (subject: string, sid: string, authenticatedAt: number | null = null): OutsideToken => ({
  subject,
  sid,
  issuedAt: inSeconds(0),
  expiresAt: inSeconds(300),
  authenticatedAt,
  role: null,
  accountId: null,
  email: null,
  emailVerified: false,
  firstName: '',
  lastName: '',
});

describe('a sign-in in use', () => {
  it('that was ended here holds again only when they have proved anew who they are', async () => {
    const db = openDatabase(given.app.database.appUrl);
    const deps = { db, bus: createLocalBus(), log: openLog('silent'), issuer: given.provider.issuer, keys: { userinfo: () => null } };
    const sessions = outsideSessions({ ...deps, checkSeconds: 60 });
    const sid = 'kept-by-the-provider';
    await sessions.seen(tokenOf('subject', sid, inSeconds(-60)), 'one');
    sessions.announceEnd(await sessions.end(db.outsideReader(), { sid: null, subject: 'subject' }));
    expect(await sessions.holds(sid)).toBe(false);
    for (const authenticatedAt of [null, inSeconds(-60)]) {
      await sessions.seen(tokenOf('subject', sid, authenticatedAt), 'another');
      expect(await sessions.holds(sid)).toBe(false);
    }
    await sessions.seen(tokenOf('subject', sid, inSeconds(2)), 'later');
    expect(await sessions.holds(sid)).toBe(true);
    expect(await sessions.alive([sid])).toEqual(new Set([sid]));
    await db.close();
  });

  it('is asked about, and ends here when the provider no longer lets it', async () => {
    const db = openDatabase(given.app.database.appUrl);
    const bus = createLocalBus();
    const userinfo = `${given.provider.issuer}/protocol/openid-connect/userinfo`;
    const keys = { userinfo: () => userinfo };
    const sessions = outsideSessions({ db, bus, log: openLog('silent'), issuer: given.provider.issuer, keys, checkSeconds: 0 });
    const ended: string[] = [];
    sessions.onEnd((sids) => ended.push(...sids));
    const person = await given.known('Nora');
    const { access_token } = await given.signIn(person);
    const { sid, sub } = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString());
    await sessions.seen(tokenOf(sub, sid), access_token);
    expect(await sessions.holds(sid)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await given.provider.person({ ...person, enabled: false });
    await expect.poll(async () => (await sessions.alive([sid])).has(sid)).toBe(false);
    await expect.poll(() => ended).toContain(sid);
    expect(await sessions.holds(sid)).toBe(false);
    await db.close();
  });

  it('is left alone by a provider that takes no access tokens there', async () => {
    const db = openDatabase(given.app.database.appUrl);
    const keys = { userinfo: () => `${given.provider.issuer}/protocol/openid-connect/userinfo` };
    const deps = { db, bus: createLocalBus(), log: openLog('silent'), issuer: given.provider.issuer, keys, checkSeconds: 0 };
    const sessions = outsideSessions(deps);
    await sessions.seen(tokenOf('s', 'never-good'), 'opaque');
    for (let time = 0; time < 3; time++) {
      await sessions.alive(['never-good']);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect((await sessions.alive(['never-good'])).has('never-good')).toBe(true);
    await db.close();
  });
});

describe('the name of a claim', () => {
  it('may contain dots, or lead into objects by them', () => {
    const payload = { 'https://company.example/role': 'agent', realm_access: { roles: ['a'] } };
    expect(claimAt(payload, 'https://company.example/role')).toBe('agent');
    expect(claimAt(payload, 'realm_access.roles')).toEqual(['a']);
    expect(claimAt(payload, 'realm_access.roles.length.x')).toBeUndefined();
    expect(claimAt(payload, 'constructor.name')).toBeUndefined();
  });
});
