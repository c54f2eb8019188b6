import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { givenAccount } from '../../../test/people.ts';
import { givePassword, type IdentityServer, SignInBrowser, startIdentity } from '../../../test/sign-in.ts';

let test: TestDatabase;
let server: IdentityServer;
let email: string;

beforeAll(async () => {
  test = await freshDatabase();
  server = await startIdentity(test.db);
  const account = await givenAccount(test.db);
  const { userId } = await account.agent('Elena');
  email = `elena-${userId}@lumen.example`;
  await givePassword(test.db, account.accountId, userId, 'right horse');
});
afterAll(async () => {
  await server.close();
  await test.drop();
});

/** The message at a field, or null where it is hidden. */
const saidAt = (page: string, field: 'email' | 'password') =>
  new RegExp(`id="${field}-missing">.*?<span>(.*?)</span>`).exec(page)?.[1] ?? null;

it('says at each empty field, in the page’s language, what is missing, and keeps the rest', async () => {
  const browser = new SignInBrowser(server.origin);
  const { url, response } = await browser.authorize({ ui_locales: 'bg' });
  const fresh = await response.text();
  expect([saidAt(fresh, 'email'), saidAt(fresh, 'password')]).toEqual([null, null]);
  expect(fresh).toMatch(/<form [^>]*novalidate/);

  const both = await browser.post(url.href, { email: ' ', password: '' });
  expect(both.status).toBe(400);
  const empty = await both.text();
  expect([saidAt(empty, 'email'), saidAt(empty, 'password')]).toEqual(['Въведете имейл адреса си.', 'Въведете паролата си.']);

  const one = await browser.post(`${url.href}?lang=en`, { email, password: '', remember: 'yes' });
  const page = await one.text();
  expect([saidAt(page, 'email'), saidAt(page, 'password')]).toEqual([null, 'Enter your password.']);
  expect(page).toContain(`value="${email}"`);
  expect(page).toContain('value="yes" checked');
  expect(page).not.toContain('role="alert"');
});

it('says whom to ask about a forgotten password where no mail is sent, in both languages', async () => {
  const browser = new SignInBrowser(server.origin);
  const { url, response } = await browser.authorize({ ui_locales: 'bg' });
  expect(await response.text()).toContain('Забравена парола? Поискайте от администратор връзка');
  const page = await (await browser.fetch(`${url.pathname}?lang=en`)).text();
  expect(page).toContain('Forgot your password? Ask an administrator for a link to choose a new one.');
  expect(page).not.toContain('/auth/forgotten');
});

it('takes a form without the fields for an empty one', async () => {
  const browser = new SignInBrowser(server.origin);
  const { url } = await browser.authorize();
  const answer = await browser.post(url.href, { something: 'else' });
  expect(answer.status).toBe(400);
  expect(saidAt(await answer.text(), 'email')).toBe('Enter your e-mail address.');
});

it('leads whoever goes back after signing in to the application', async () => {
  const browser = new SignInBrowser(server.origin);
  const { url } = await browser.authorize();
  const answer = await browser.tryPassword(url, email, 'right horse');
  await browser.follow(answer.headers.get('location') ?? '');
  const back = await browser.fetch(url.href);
  expect([back.status, back.headers.get('location')]).toEqual([303, '/']);
});

it('says to anybody else that the sign-in is over, with a way on, in both languages', async () => {
  const { url } = await new SignInBrowser(server.origin).authorize();
  const other = new SignInBrowser(server.origin);
  const over = await other.fetch(url.href);
  expect(over.status).toBe(410);
  const page = await over.text();
  expect(page).toContain('This sign-in has expired');
  expect(page).toContain('<a class="button" href="/">Go to sign-in</a>');
  const choice = /href="([^"]+\?lang=bg)"/.exec(page)?.[1] ?? '';
  expect(choice).toBe(`${url.pathname}?lang=bg`);
  expect(await (await other.fetch(choice)).text()).toContain('Това влизане е изтекло');
  expect(await (await other.fetch(url.href)).text()).toContain('Това влизане е изтекло');
});

it('tells a person that there is no page at an address, and a program by the problem', async () => {
  const browser = new SignInBrowser(server.origin);
  const cut = `${server.origin}/auth/invitation`;
  const page = await browser.fetch(`${cut}?lang=bg`, { headers: { accept: 'text/html,*/*' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain('На този адрес няма страница.');
  const answer = await browser.fetch(cut, { headers: { accept: 'application/json' } });
  expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ message: 'ERROR_NOT_FOUND' })]);
});
