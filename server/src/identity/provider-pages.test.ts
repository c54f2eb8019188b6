import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount } from '../../test/people.ts';
import { talk } from '../../test/raw-http.ts';
import { givePassword, type IdentityServer, SignInBrowser, startIdentity } from '../../test/sign-in.ts';

let test: TestDatabase;
let server: IdentityServer;
let email: string;
beforeAll(async () => {
  test = await freshDatabase();
  server = await startIdentity(test.db);
  const account = await givenAccount(test.db);
  const { userId } = await account.agent('Dora');
  await givePassword(test.db, account.accountId, userId, 'right horse');
  email = `dora-${userId}@lumen.example`;
});
afterAll(async () => {
  await server.close();
  await test.drop();
});

const REALM = '/auth/realms/parley';
const END = `${REALM}/session/end`;
const inBulgarian = { headers: { 'accept-language': 'bg' } };
const SENT_ON_AT_ONCE = 'data-send-now';

/** A page of ours, in the language of the browser. */
async function ownPage(answer: Response, title: string): Promise<string> {
  const page = await answer.text();
  expect(answer.headers.get('content-type')).toContain('text/html');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page).toContain(`<title>${title} – Parley</title>`);
  return page;
}

describe('signing out', () => {
  it('by a link without the token of who is signed in is asked for, and what is asked is not sent on by itself', async () => {
    const browser = new SignInBrowser(server.origin);
    const tokens = await browser.signIn(email, 'right horse');
    const asked = await ownPage(await browser.fetch(END), 'Sign out?');
    expect(asked).not.toContain(SENT_ON_AT_ONCE);
    expect(await ownPage(await browser.fetch(`${END}?client_id=parley-web`, inBulgarian), 'Да излезете ли от системата?')).toContain(
      'Оставам в системата',
    );
    expect((await browser.authorize()).url.pathname).toBe('/sign-in/callback');
    // Somebody else's token is no reason either.
    const other = new SignInBrowser(server.origin);
    const theirs = await other.signIn(email, 'right horse');
    expect(await (await other.fetch(`${END}?id_token_hint=${theirs.id_token}`)).text()).toContain(SENT_ON_AT_ONCE);
    // Answered, it is done.
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await (await browser.fetch(END)).text())?.[1] ?? '';
    await browser.post(`${END}/confirm`, { xsrf, logout: 'yes' });
    expect((await browser.renew(tokens.refresh_token)).status).toBe(400);
  });

  it('of nobody says so on a page of ours, or leads back at once', async () => {
    const nobody = new SignInBrowser(server.origin);
    await ownPage(await nobody.fetch(END), 'You are signed out');
    await ownPage(await nobody.fetch(END, inBulgarian), 'Излезли сте от системата');
    const back = await nobody.fetch(
      `${END}?${new URLSearchParams({ client_id: 'parley-web', post_logout_redirect_uri: `${server.origin}/`, state: 'x' })}`,
    );
    expect([back.status, back.headers.get('location')]).toEqual([303, `${server.origin}/?state=x`]);
  });

  it('to an address that is not ours is refused on a page, whatever is taken', async () => {
    const query = new URLSearchParams({ client_id: 'parley-web', post_logout_redirect_uri: 'https://evil.example/' });
    const refused = await new SignInBrowser(server.origin).fetch(`${END}?${query}`, { headers: { accept: '*/*' } });
    expect(refused.status).toBe(400);
    expect(await ownPage(refused, 'The sign-in did not work')).toContain('invalid_request');
  });
});

it('answers by a form, which our application does not take, are refused on a page of ours', async () => {
  const browser = new SignInBrowser(server.origin);
  await browser.signIn(email, 'right horse');
  const { response } = await browser.authorize({ response_mode: 'form_post' });
  expect(response.status).toBe(400);
  expect(await ownPage(response, 'The sign-in did not work')).toContain('unsupported_response_mode');
});

it('no address that the provider makes names a host that is not ours; the other loopback name is', async () => {
  const { host, port } = new URL(server.origin);
  const addresses = async (path: string, given: string) => {
    const head = `GET ${path} HTTP/1.1\r\nHost: ${given}\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n`;
    return [...new Set((await talk(server.origin, head)).body.match(/http:\/\/[a-z0-9.]+:?\d*/g))];
  };
  const discovery = `${REALM}/.well-known/openid-configuration`;
  expect(await addresses(discovery, 'evil.example')).toEqual([server.origin]);
  expect(await addresses(discovery, host)).toEqual([server.origin]);
  expect(await addresses(discovery, `localhost:${port}`)).toContain(`http://localhost:${port}`);
});
