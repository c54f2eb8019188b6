import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount } from '../../test/people.ts';
import { type IdentityServer, SignInBrowser, startIdentity } from '../../test/sign-in.ts';
import { mayUseDemo } from './demo.ts';

let test: TestDatabase;
let server: IdentityServer;
let userId: string;
let stranger: string;

beforeAll(async () => {
  test = await freshDatabase();
  const account = await givenAccount(test.db);
  ({ userId } = await account.agent('Elena'));
  ({ userId: stranger } = await account.agent('Petar'));
  const people = async () => [{ userId, firstName: 'Elena', lastName: '<Test>', role: 'agent', accountName: 'Lumen' } as const];
  server = await startIdentity(test.db, { demo: { people, sandboxUrl: 'http://localhost:8081' } });
});
afterAll(async () => {
  await server.close();
  await test.drop();
});

it('offers the demo people and signs in with one click', async () => {
  const browser = new SignInBrowser(server.origin);
  const { response, url } = await browser.authorize();
  const page = await response.text();
  expect(page).toContain(`value="${userId}"`);
  expect(page).toContain('&lt;Test&gt;');
  const answer = await browser.post(`${url.pathname}/demo`, { user: userId });
  const { url: callback } = await browser.follow(answer.headers.get('location') ?? '');
  expect((await browser.redeem(callback)).status).toBe(200);
});

it('signs in nobody who is not offered', async () => {
  const browser = new SignInBrowser(server.origin);
  const { url } = await browser.authorize();
  expect((await browser.post(`${url.pathname}/demo`, { user: stranger })).status).toBe(410);
});

it('is not there for a request through a proxy', async () => {
  const browser = new SignInBrowser(server.origin);
  const { url } = await browser.authorize();
  const page = await (await browser.fetch(url.href, { headers: { 'x-forwarded-for': '203.0.113.5' } })).text();
  expect(page).not.toContain(userId);
  const answer = await browser.post(`${url.pathname}/demo`, { user: userId }, { forwarded: 'for=203.0.113.5' });
  expect(answer.status).toBe(410);
});

it('is not there under another host name', async () => {
  const { port } = new URL(server.origin);
  expect(mayUseDemo({ headers: { host: 'parley.example' } })).toBe(false);
  expect(mayUseDemo({ headers: { host: '127.0.0.1.parley.example' } })).toBe(false);
  expect(mayUseDemo({ headers: {} })).toBe(false);
  expect(mayUseDemo({ headers: { host: `localhost:${port}` } })).toBe(true);
  expect(mayUseDemo({ headers: { host: '[::1]:8080' } })).toBe(true);
  // A page of another name that resolves to this machine brings its own name as the host.
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const call = httpRequest({ host: '127.0.0.1', port, path: '/auth/assets/sign-in.css', headers: { host: 'evil.example' } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    call.on('error', reject);
    call.end();
  });
  expect(status).toBe(200);
});

it('speaks Bulgarian when asked, and remembers it', async () => {
  const browser = new SignInBrowser(server.origin);
  const { response, url } = await browser.authorize({ ui_locales: 'bg' });
  expect(await response.text()).toContain('<html lang="bg">');
  expect(await (await browser.fetch(`${url.pathname}?lang=en`)).text()).toContain('<html lang="en">');
  const { response: plain } = await browser.authorize();
  expect(await plain.text()).toContain('<html lang="en">');
});
