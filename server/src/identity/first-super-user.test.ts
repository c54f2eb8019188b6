import { decodeJwt } from 'jose';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount } from '../../test/people.ts';
import { type IdentityServer, SignInBrowser, startIdentity, type Tokens } from '../../test/sign-in.ts';

let test: TestDatabase;
let server: IdentityServer;
beforeEach(async () => {
  test = await freshDatabase();
  server = await startIdentity(test.db);
});
afterEach(async () => {
  await server.close();
  await test.drop();
});

const PASSWORD = 'four words make it long';
const form = (code: string, more: Record<string, string> = {}) => ({
  code,
  firstName: 'Rosa',
  lastName: 'Nikolova',
  email: 'rosa@parley.example',
  password: PASSWORD,
  ...more,
});
const begin = async () => (await server.identity.beginSetup())?.code ?? '';
const superUsers = () => test.db.outsideReader().selectFrom('super_users').select(['email', 'active', 'language']).execute();

it('makes the first super admin by the code from the console, who is signed in by it', async () => {
  const setup = await server.identity.beginSetup();
  expect(setup).toEqual({
    code: expect.stringMatching(/^([2-9A-HJ-NP-Z]{4}-){2}[2-9A-HJ-NP-Z]{4}$/),
    address: `${server.origin}/auth/setup`,
  });
  const code = setup?.code ?? '';
  const browser = new SignInBrowser(server.origin);
  // Nobody could sign in yet, so the sign-in leads there.
  const { url, response } = await browser.authorize();
  expect([url.pathname, response.status]).toEqual(['/auth/setup', 200]);
  const made = await browser.post('/auth/setup?lang=bg', form(code.toLowerCase().replaceAll('-', ' ')));
  expect([made.status, made.headers.get('location')]).toEqual([303, '/']);
  expect(await superUsers()).toEqual([{ email: 'rosa@parley.example', active: true, language: 'bg' }]);
  const { url: callback } = await browser.authorize();
  const tokens = (await (await browser.redeem(callback)).json()) as Tokens;
  expect(decodeJwt(tokens.access_token)).toMatchObject({ resource_access: { gateway: { roles: ['superAdmin'] } } });
  const trail = await test.db.outsideReader().selectFrom('audit_entries').select(['kind', 'actor_name', 'entity_name']).execute();
  expect(trail).toEqual([{ kind: 'SUPER_USER_CREATED', actor_name: 'Rosa Nikolova', entity_name: 'Rosa Nikolova' }]);

  // Once: neither the page nor another code is there any more.
  expect((await browser.fetch('/auth/setup')).headers.get('location')).toBe('/');
  expect((await browser.post('/auth/setup', form(code, { email: 'other@parley.example' }))).headers.get('location')).toBe('/');
  expect(await server.identity.beginSetup()).toBeNull();
  expect(await superUsers()).toHaveLength(1);
});

it('makes one of two who come at the same moment', async () => {
  const code = await begin();
  const both = await Promise.all(
    ['one', 'two'].map((name) => new SignInBrowser(server.origin).post('/auth/setup', form(code, { email: `${name}@parley.example` }))),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 401]);
  expect(await superUsers()).toHaveLength(1);
});

it('names what is missing or wrong, keeps what was typed, and never shows the password', async () => {
  const code = await begin();
  const browser = new SignInBrowser(server.origin);
  const shown = async (fields: Record<string, string>) => {
    const answer = await browser.post('/auth/setup', fields);
    return { status: answer.status, page: await answer.text() };
  };
  const empty = await shown({});
  expect([empty.status, [...empty.page.matchAll(/aria-invalid="true"/g)].length]).toEqual([400, 4]);
  const weak = await shown(form(code, { password: '1234567890' }));
  expect([weak.status, weak.page.includes('value="Rosa"'), weak.page.includes('1234567890')]).toEqual([400, true, false]);
  const wrong = await shown(form('AAAA-BBBB-CCCC'));
  expect([wrong.status, wrong.page.includes('The code is not correct')]).toEqual([401, true]);
  expect(wrong.page).not.toContain(PASSWORD);
  const markup = await shown(form('<script>alert(1)</script>'));
  expect(markup.page).not.toContain('<script>alert');
  expect(await superUsers()).toEqual([]);
});

it('forgets a code at the next start, and stores none in clear', async () => {
  const first = await begin();
  const second = await begin();
  const stored = await test.db.outsideReader().selectFrom('setup_code').selectAll().execute();
  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain(second);
  const post = (code: string) => new SignInBrowser(server.origin).post('/auth/setup', form(code));
  expect((await post(first)).status).toBe(401);
  expect((await post(second)).status).toBe(303);
});

it('slows whoever guesses', async () => {
  await begin();
  const browser = new SignInBrowser(server.origin);
  const statuses: number[] = [];
  for (let tries = 0; tries < 8; tries++) statuses.push((await browser.post('/auth/setup', form('AAAA-BBBB-CCCC'))).status);
  expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
  expect(statuses.slice(6)).toContain(429);
});

it('does not take the address of somebody of an account, nor stands before people who can sign in', async () => {
  const code = await begin();
  const account = await givenAccount(test.db);
  const { userId } = await account.agent('Boris');
  const browser = new SignInBrowser(server.origin);
  expect((await browser.authorize()).url.pathname).toMatch(/^\/auth\/sign-in\//);
  const answer = await browser.post('/auth/setup', form(code, { email: `BORIS-${userId}@lumen.example` }));
  expect(answer.status).toBe(409);
  expect((await browser.post('/auth/setup', form(code))).status).toBe(303);
});

it('does not exist with the demo, which brings its own super admin', async () => {
  const demo = await startIdentity(test.db, { demo: { people: async () => [], sandboxUrl: 'http://localhost:1' } });
  expect(await demo.identity.beginSetup()).toBeNull();
  const answer = await new SignInBrowser(demo.origin).fetch('/auth/setup');
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
  await demo.close();
});
