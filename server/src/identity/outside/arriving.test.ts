import type { AuditEntry, CurrentUser } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSocket, replacing } from '../../../test/administration.ts';
import { type OutsideApp, startOutside } from '../../../test/outside.ts';
import { newId } from '../../platform/clock.ts';

let given: OutsideApp;
let superToken: string;
beforeAll(async () => {
  given = await startOutside();
  const stefan = await given.known('Stefan', { roles: ['superAdmin'], accountId: null });
  superToken = (await given.signIn(stefan)).access_token;
}, 60_000);
afterAll(() => given.close());

const me = async (token: string) => {
  const { status, key, body } = await given.call(token, 'GET', '/users/me');
  return { status, key, user: body as unknown as CurrentUser };
};
const trail = async (kind: AuditEntry['kind']) => {
  const { body } = await given.call(superToken, 'GET', `/accounts/${given.account.accountId}/audit?kind=${kind}`);
  return body.content as AuditEntry[];
};

describe('a first sign-in', () => {
  it('makes somebody of the account, in its default queue, known to colleagues, and noted in the trail', async () => {
    const ana = await given.known('Ana', { roles: ['admin'] });
    const anas = await given.signIn(ana);
    await me(anas.access_token);
    const socket = await openSocket(given.app.origin, anas.access_token);
    const boris = await given.known('Boris');
    const { user } = await me((await given.signIn(boris)).access_token);
    expect(user).toMatchObject({ firstName: 'Boris', lastName: 'Ivanova', email: boris.email, role: 'agent', accountName: 'Lumen' });
    expect(user.id).not.toBe(boris.sub);
    const members = await given.app.database.db.reader(given.account.accountId).selectFrom('queue_members').select('user_id').execute();
    expect(members.map((member) => member.user_id)).toContain(user.id);
    await expect
      .poll(() => socket.frames.filter(({ type }) => type === 'Colleague').map(({ payload }) => payload))
      .toContainEqual(expect.objectContaining({ id: user.id, firstName: 'Boris', active: true }));
    const entry = (await trail('USER_CREATED')).find(({ entity }) => entity.id === user.id);
    expect(entry).toMatchObject({ actor: null, after: { email: boris.email, role: 'agent' } });
  });

  it('makes one of the many calls with which a page begins', async () => {
    const nora = await given.known('Nora');
    const { access_token } = await given.signIn(nora);
    const { refresh_token, ...rest } = await given.signIn(nora);
    const found = await Promise.all([access_token, access_token, rest.access_token, rest.access_token].map(me));
    expect(found.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(found.map(({ user }) => user.id)).size).toBe(1);
  });

  it('makes the first super admin, of no account', async () => {
    expect((await me(superToken)).user).toMatchObject({ role: 'superAdmin', accountId: null });
    expect((await given.call(superToken, 'GET', '/super-users')).status).toBe(200);
  });

  it.each([
    ['no role of ours', { roles: ['somebody'] }, 'IDENTITY_WITHOUT_ROLE'],
    ['no account', { accountId: null }, 'IDENTITY_WITHOUT_ACCOUNT'],
    ['an account that is none', { accountId: newId() }, 'IDENTITY_WITHOUT_ACCOUNT'],
    ['an account that is no id', { accountId: 'lumen' }, 'IDENTITY_WITHOUT_ACCOUNT'],
    ['no address', { email: '' }, 'IDENTITY_WITHOUT_ADDRESS'],
  ])('is refused with %s, clearly and without a trace', async (_, more, key) => {
    const person = await given.known('Vera', more);
    const { access_token } = await given.signIn(person);
    expect(await me(access_token)).toMatchObject({ status: 403, key });
    expect(await given.call(access_token, 'GET', '/users/me/linked-identities')).toMatchObject({ status: 403, key });
    const rows = await given.app.database.db.reader(given.account.accountId).selectFrom('users').select('first_name').execute();
    expect(rows.map((row) => row.first_name)).not.toContain('Vera');
  });

  it('takes the first of several roles that is ours', async () => {
    const person = await given.known('Petar', { roles: ['reporting', 'supervisor', 'agent'] });
    expect((await me((await given.signIn(person)).access_token)).user.role).toBe('supervisor');
  });

  it('takes up who was added here under the same address, when the provider vouches for it', async () => {
    const add = async (email: string) => {
      const body = { firstName: 'Mila', email, role: 'agent' };
      const added = await given.call(superToken, 'POST', `/accounts/${given.account.accountId}/people`, body);
      expect(added.body.invitation).toEqual({ mailed: false, link: null });
      return (added.body.user as { id: string }).id;
    };
    const vouched = await given.known('Mila', { roles: ['supervisor'] });
    const id = await add(vouched.email);
    expect((await me((await given.signIn(vouched)).access_token)).user).toMatchObject({ id, role: 'supervisor', lastName: 'Ivanova' });
    const claimed = await given.known('Mila', { emailVerified: false });
    await add(claimed.email);
    expect(await me((await given.signIn(claimed)).access_token)).toMatchObject({ status: 403, key: 'IDENTITY_ADDRESS_TAKEN' });
    const second = await given.known('Mila', { email: vouched.email });
    expect(await me((await given.signIn(second)).access_token)).toMatchObject({ status: 403, key: 'IDENTITY_ADDRESS_TAKEN' });
  });
});

describe('what changes at the provider', () => {
  it('is a role: the old token is refused with its message, the socket closes, and a fresh token goes on with the new one', async () => {
    const elena = await given.known('Elena');
    const first = await given.signIn(elena);
    const { user } = await me(first.access_token);
    const socket = await openSocket(given.app.origin, first.access_token);
    await given.provider.person({ ...elena, roles: ['supervisor'], lastName: 'Marinova' });
    expect((await me(first.access_token)).user.role).toBe('agent');
    // Tokens of one second cannot be told apart.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const second = await given.renew(first);
    expect((await me(second.access_token)).user).toMatchObject({ id: user.id, role: 'supervisor', lastName: 'Marinova' });
    expect(await me(first.access_token)).toMatchObject({ status: 401, key: 'USER_ROLE_CHANGED' });
    expect((await given.call(first.access_token, 'GET', '/users/me/linked-identities')).body).toEqual({ roleModified: true });
    expect(await socket.closed).toBe(4403);
    const [entry] = await trail('USER_ROLE_CHANGED');
    expect(entry).toMatchObject({ actor: null, entity: { id: user.id }, before: { role: 'agent' }, after: { role: 'supervisor' } });
  });

  it('is no other account: somebody is where they are', async () => {
    const ivan = await given.known('Ivan');
    const first = await given.signIn(ivan);
    await me(first.access_token);
    await given.provider.person({ ...ivan, roles: ['superAdmin'] });
    expect(await me((await given.renew(first)).access_token)).toMatchObject({ status: 403, key: 'IDENTITY_OTHER_ACCOUNT' });
  });

  it('is a sign-in that ends there: it ends here at once', async () => {
    const dora = await given.known('Dora');
    const tokens = await given.signIn(dora);
    await me(tokens.access_token);
    const socket = await openSocket(given.app.origin, tokens.access_token);
    await given.provider.person({ ...dora, enabled: false });
    await given.provider.signOut(dora.sub);
    expect(await socket.closed).toBeGreaterThanOrEqual(4400);
    expect(await me(tokens.access_token)).toMatchObject({ status: 401, key: 'ERROR_UNAUTHENTICATED' });
    await expect(given.renew(tokens)).rejects.toThrow('invalid_grant');
  });
});

describe('what is done here', () => {
  it('is to deactivate somebody: they are out at once, and are told why when they come again', async () => {
    const kiril = await given.known('Kiril');
    const first = await given.signIn(kiril);
    const { user } = await me(first.access_token);
    const socket = await openSocket(given.app.origin, first.access_token);
    const path = `/accounts/${given.account.accountId}/people/${user.id}`;
    expect((await given.call(superToken, 'PATCH', path, replacing({ status: 'inactive' }))).status).toBe(200);
    expect(await socket.closed).toBeGreaterThanOrEqual(4400);
    expect((await me(first.access_token)).status).toBe(401);
    const again = await given.signIn(kiril);
    expect(await given.call(again.access_token, 'GET', '/users/me/linked-identities')).toMatchObject({
      status: 403,
      key: 'IDENTITY_INACTIVE',
    });
    expect((await me(again.access_token)).status).toBe(401);
    expect((await given.call(superToken, 'PATCH', path, replacing({ status: 'active' }))).status).toBe(200);
    expect((await me(again.access_token)).status).toBe(200);
  });

  it('is not what belongs to the provider: role, address, password', async () => {
    const yana = await given.known('Yana');
    const { access_token } = await given.signIn(yana);
    const { user } = await me(access_token);
    const path = `/accounts/${given.account.accountId}/people/${user.id}`;
    for (const change of [{ role: 'admin' }, { email: 'yana@elsewhere.example' }])
      expect(await given.call(superToken, 'PATCH', path, replacing(change))).toMatchObject({
        status: 422,
        key: 'IDENTITY_MANAGED_ELSEWHERE',
      });
    expect((await given.call(superToken, 'PATCH', path, replacing({ jobTitle: 'Night shift' }))).status).toBe(200);
    const password = { currentPassword: 'x', newPassword: 'a lamp beside the bed' };
    expect(await given.call(access_token, 'POST', '/users/me/password', password)).toMatchObject({
      status: 422,
      key: 'IDENTITY_MANAGED_ELSEWHERE',
    });
    expect(await given.call(access_token, 'GET', '/users/me/sessions')).toMatchObject({ status: 422, key: 'IDENTITY_MANAGED_ELSEWHERE' });
  });

  it('tells the web application where people sign in, and has no sign-in page of its own', async () => {
    expect((await given.call('', 'GET', '/configuration')).body).toMatchObject({
      signIn: {
        issuer: given.provider.issuer,
        clientId: 'parley-web',
        scope: 'openid profile email',
        accountUrl: `${given.provider.issuer}/account`,
        keepsPeople: false,
      },
    });
    for (const path of ['/auth/realms/parley/.well-known/openid-configuration', '/auth/setup', '/auth/forgotten'])
      expect((await fetch(given.app.origin + path)).status).toBe(404);
    const page = await fetch(given.app.origin);
    expect(page.headers.get('content-security-policy')).toContain(`connect-src 'self' ws: wss: ${new URL(given.provider.issuer).origin};`);
  });
});
