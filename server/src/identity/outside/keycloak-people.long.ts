import type { UserDetails } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { replacing } from '../../../test/administration.ts';
import { KEYCLOAK_CLIENT, type Keycloak, startKeycloak } from '../../../test/keycloak.ts';
import { type OutsideApp, startOutside } from '../../../test/outside.ts';

let keycloak: Keycloak;
let given: OutsideApp;
let superToken: string;
let owner: pg.Client;

beforeAll(async () => {
  keycloak = await startKeycloak();
  given = await startOutside({
    PARLEY_KEYCLOAK_URL: keycloak.url,
    PARLEY_KEYCLOAK_CLIENT_ID: KEYCLOAK_CLIENT.id,
    PARLEY_KEYCLOAK_CLIENT_SECRET: KEYCLOAK_CLIENT.secret,
  });
  const stefan = await given.known('Stefan', { roles: ['superAdmin'], accountId: null });
  superToken = (await given.signIn(stefan)).access_token;
  await given.call(superToken, 'GET', '/users/me');
  owner = new pg.Client({ connectionString: given.app.database.ownerUrl });
  await owner.connect();
}, 60_000);
afterAll(async () => {
  await owner.end();
  await given.close();
  await keycloak.close();
});
beforeEach(() => {
  keycloak.fails = {};
});

const people = () => `/accounts/${given.account.accountId}/people`;
let numbers = 0;
const someone = (role = 'agent') => ({ firstName: 'Elena', lastName: 'Marinova', email: `elena-${++numbers}@lumen.example`, role });

async function add(body = someone()): Promise<UserDetails> {
  const { status, key, body: answer } = await given.call(superToken, 'POST', people(), body);
  expect([status, key]).toEqual([200, '']);
  expect(answer.invitation).toEqual({ mailed: true, link: null });
  return answer.user as UserDetails;
}
const one = async (id: string) => (await given.call(superToken, 'GET', `${people()}/${id}`)).body as unknown as UserDetails;
const change = (id: string, fields: Record<string, unknown>) => given.call(superToken, 'PATCH', `${people()}/${id}`, replacing(fields));
const stateOf = async (id: string) => (await one(id)).knownThere?.state;
const inStep = (id: string) => expect.poll(() => stateOf(id), { timeout: 8000, interval: 100 }).toBe('IN_STEP');
/** As if the time of the jobs that wait had come. */
const hurry = () => owner.query(`update graphile_worker._private_jobs set run_at = now() where run_at > now()`);

describe('somebody who is added here', () => {
  it('is made there, with account and role, and is sent the letter by which they choose a password', async () => {
    const user = await add(someone('supervisor'));
    await inStep(user.id);
    const there = keycloak.byEmail(user.email);
    expect(there).toMatchObject({
      username: user.email,
      firstName: 'Elena',
      lastName: 'Marinova',
      enabled: true,
      attributes: { account_id: [given.account.accountId], parley_id: [user.id] },
    });
    expect(keycloak.rolesOf(there?.id ?? '')).toEqual(['supervisor']);
    expect(keycloak.letters).toContainEqual({
      id: there?.id,
      actions: ['UPDATE_PASSWORD', 'VERIFY_EMAIL'],
      redirectUri: `${given.app.origin}/`,
    });
    expect(await one(user.id)).toMatchObject({ hasPassword: false, status: 'active' });
  });

  it('is known when they come, and is not made a second time', async () => {
    const user = await add();
    await inStep(user.id);
    const there = keycloak.byEmail(user.email);
    // Tokens of the second in which they were made say nothing new.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const known = await given.known('Elena', { sub: there?.id ?? '', email: user.email, lastName: 'Marinova' });
    const { access_token } = await given.signIn(known);
    expect((await given.call(access_token, 'GET', '/users/me')).body).toMatchObject({ id: user.id, role: 'agent' });
    expect(await one(user.id)).toMatchObject({ hasPassword: true });
  });

  it('is refused at the field when the address is somebody’s there, and is then nobody here', async () => {
    const body = someone();
    keycloak.users.set('x', { id: 'x', username: 'x', email: body.email, enabled: true, emailVerified: true, attributes: {} });
    expect(await given.call(superToken, 'POST', people(), body)).toMatchObject({ status: 409, key: 'IDENTITY_EMAIL_TAKEN' });
    const { body: found } = await given.call(superToken, 'GET', `${people()}?search=${encodeURIComponent(body.email)}`);
    expect(found.content).toEqual([]);
  });

  it('is taken back there when it is refused here', async () => {
    const first = someone();
    await add({ ...first, username: 'night-lamp' } as typeof first);
    const second = someone();
    const refused = await given.call(superToken, 'POST', people(), { ...second, username: 'night-lamp' });
    expect(refused).toMatchObject({ status: 409, key: 'USERNAME_TAKEN' });
    expect(keycloak.byEmail(second.email)).toBeUndefined();
  });

  it('is taken back there by a job when nobody could know whether they were made', async () => {
    const body = someone();
    keycloak.fails = { afterCreating: true };
    expect(await given.call(superToken, 'POST', people(), body)).toMatchObject({ status: 503, key: 'IDENTITY_UNREACHABLE' });
    expect(keycloak.byEmail(body.email)).toBeDefined();
    keycloak.fails = {};
    await hurry();
    await expect.poll(() => keycloak.byEmail(body.email), { timeout: 8000, interval: 100 }).toBeUndefined();
  });

  it.each([
    [{ down: true }, 'IDENTITY_UNREACHABLE'],
    [{ refuses: true }, 'IDENTITY_REFUSES_US'],
  ])('is nobody while Keycloak fails by %o', async (fails, key) => {
    const body = someone();
    keycloak.fails = fails;
    expect(await given.call(superToken, 'POST', people(), body)).toMatchObject({ status: 503, key });
    const { body: found } = await given.call(superToken, 'GET', `${people()}?search=${encodeURIComponent(body.email)}`);
    expect(found.content).toEqual([]);
  });
});

describe('what is changed here', () => {
  let user: UserDetails;
  let id: string;
  beforeAll(async () => {
    keycloak.fails = {};
    user = await add();
    await vi.waitFor(async () => expect(await stateOf(user.id)).toBe('IN_STEP'), { timeout: 8000, interval: 100 });
    id = keycloak.byEmail(user.email)?.id ?? '';
    Object.assign(keycloak.users.get(id)?.attributes ?? {}, { office: ['Varna'] });
  });

  it('is changed there: names and role, and what else they are there stays', async () => {
    keycloak.forgetTokens();
    expect((await change(user.id, { lastName: 'Koleva', role: 'admin' })).status).toBe(200);
    await inStep(user.id);
    expect(keycloak.users.get(id)).toMatchObject({ lastName: 'Koleva', attributes: { office: ['Varna'] } });
    expect(keycloak.rolesOf(id)).toEqual(['admin']);
  });

  it('is an address: proved anew, or refused at the field when somebody there has it, and then changed nowhere', async () => {
    expect((await change(user.id, { email: 'elena.koleva@lumen.example' })).status).toBe(200);
    await inStep(user.id);
    expect(keycloak.users.get(id)).toMatchObject({ email: 'elena.koleva@lumen.example', emailVerified: false });
    keycloak.users.set('y', { id: 'y', username: 'y', email: 'taken@lumen.example', enabled: true, emailVerified: true, attributes: {} });
    expect(await change(user.id, { email: 'taken@lumen.example' })).toMatchObject({ status: 409, key: 'IDENTITY_EMAIL_TAKEN' });
    expect((await one(user.id)).email).toBe('elena.koleva@lumen.example');
    expect(keycloak.users.get(id)?.email).toBe('elena.koleva@lumen.example');
  });

  it('is an address that is refused here after it was taken there: a job takes it back', async () => {
    const other = await add();
    await inStep(other.id);
    const wanted = someone().email;
    // Somebody here who is unknown there.
    await given.app.database.db.inAccount(given.account.accountId, (tx) =>
      tx.updateTable('users').set({ email: wanted, email_normalized: wanted }).where('id', '=', other.id).execute(),
    );
    expect(await change(user.id, { email: wanted })).toMatchObject({ status: 409, key: 'USER_EMAIL_TAKEN' });
    expect(keycloak.users.get(id)?.email).toBe(wanted);
    await hurry();
    await expect.poll(() => keycloak.users.get(id)?.email, { timeout: 8000, interval: 100 }).toBe('elena.koleva@lumen.example');
  });

  it('is activity: signed out and disabled there, and let in again', async () => {
    const colleague = await add();
    await inStep(colleague.id);
    const there = keycloak.byEmail(colleague.email)?.id ?? '';
    expect((await change(colleague.id, { status: 'inactive' })).status).toBe(200);
    await inStep(colleague.id);
    expect(keycloak.users.get(there)?.enabled).toBe(false);
    expect(keycloak.signedOut).toContain(there);
    expect((await change(colleague.id, { status: 'active' })).status).toBe(200);
    await inStep(colleague.id);
    expect(keycloak.users.get(there)?.enabled).toBe(true);
  });

  it('is to sign out everywhere', async () => {
    keycloak.signedOut.length = 0;
    expect((await given.call(superToken, 'DELETE', `${people()}/${user.id}/sessions`)).status).toBe(200);
    await inStep(user.id);
    expect(keycloak.signedOut).toEqual([id]);
  });

  it('is told there later when Keycloak does not answer: the state says so, and it is tried again', async () => {
    keycloak.fails = { down: true };
    expect((await change(user.id, { firstName: 'Lena' })).status).toBe(200);
    await expect
      .poll(async () => (await one(user.id)).knownThere, { timeout: 8000, interval: 100 })
      .toEqual({
        state: 'FAILED',
        fault: 'IDENTITY_UNREACHABLE',
      });
    expect(keycloak.users.get(id)?.firstName).toBe('Elena');
    keycloak.fails = {};
    await hurry();
    await inStep(user.id);
    expect(keycloak.users.get(id)?.firstName).toBe('Lena');
  });

  it.each([
    [{ refuses: true }, 'IDENTITY_REFUSES_US'],
    [{ dropsAttributes: true }, 'IDENTITY_ATTRIBUTE_MISSING'],
  ])('says why it failed by %o', async (fails, fault) => {
    keycloak.fails = fails;
    await change(user.id, { firstName: `Elena ${fault.length}` });
    await expect.poll(async () => (await one(user.id)).knownThere?.fault, { timeout: 8000, interval: 100 }).toBe(fault);
    keycloak.fails = {};
    await hurry();
    await inStep(user.id);
  });

  it('says that a letter could not be sent, and sends it when it can', async () => {
    const invited = await add();
    await inStep(invited.id);
    keycloak.fails = { mail: true };
    await given.call(superToken, 'POST', `${people()}/${invited.id}/invitation`);
    await expect
      .poll(async () => (await one(invited.id)).knownThere?.fault, { timeout: 8000, interval: 100 })
      .toBe('IDENTITY_LETTER_FAILED');
    keycloak.fails = {};
    keycloak.letters.length = 0;
    await hurry();
    await inStep(invited.id);
    expect(keycloak.letters).toHaveLength(1);
  });

  it('says that somebody is gone there', async () => {
    const gone = await add();
    await inStep(gone.id);
    keycloak.users.delete(keycloak.byEmail(gone.email)?.id ?? '');
    await change(gone.id, { firstName: 'Nobody' });
    await expect.poll(async () => (await one(gone.id)).knownThere?.fault, { timeout: 8000, interval: 100 }).toBe('IDENTITY_PERSON_GONE');
  });
});

describe('somebody who was here before Keycloak was', () => {
  it('is taken up there by their address, unless it is somebody’s of another account', async () => {
    const ana = await given.account.agent('Ana');
    const boris = await given.account.agent('Boris');
    const emailOf = async (userId: string) => (await one(userId)).email;
    const plain = { enabled: true, emailVerified: true };
    keycloak.users.set('ana', { id: 'ana', username: 'ana', email: await emailOf(ana.userId), ...plain, attributes: {} });
    const foreign = { account_id: ['another'] };
    keycloak.users.set('boris', { id: 'boris', username: 'boris', email: await emailOf(boris.userId), ...plain, attributes: foreign });
    await change(ana.userId, { lastName: 'Koleva' });
    await inStep(ana.userId);
    expect(keycloak.users.get('ana')).toMatchObject({ lastName: 'Koleva', attributes: { account_id: [given.account.accountId] } });
    await change(boris.userId, { lastName: 'Koleva' });
    await expect.poll(async () => (await one(boris.userId)).knownThere?.fault, { timeout: 8000 }).toBe('IDENTITY_EMAIL_TAKEN');
    expect(keycloak.users.get('boris')).toMatchObject({ attributes: foreign });
  });
});
