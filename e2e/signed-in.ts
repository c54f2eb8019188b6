import { createHash, randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';

const CLIENT = 'parley-web';
const SCOPE = 'openid profile email';

interface Tokens {
  id_token: string;
  access_token: string;
  refresh_token: string;
  token_type: string;
  scope: string;
  expires_in: number;
}

/**
 * Signs somebody of the demo in by the provider's own answers, with the cookies of the page's profile, and lays the sign-in where the application finds it
 * when the page opens it for the first time. The same as a click on the sign-in page without loading the application twice for it: that costs more than most
 * of what a test does. How people sign in is looked at by the tests of signing in.
 * @param name on the sign-in page
 * @param origin of the product
 */
export async function bringSignIn(page: Page, name: string | RegExp, origin: string): Promise<void> {
  const { request } = page.context();
  const issuer = `${origin}/auth/realms/parley`;
  const redirect = `${origin}/sign-in/callback`;
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: CLIENT,
    response_type: 'code',
    redirect_uri: redirect,
    scope: SCOPE,
    state: randomBytes(16).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const asked = await request.get(`${issuer}/auth?${query}`);
  const user = personOn(await asked.text(), name);
  const answered = await request.post(`${asked.url()}/demo`, { form: { user }, headers: { origin } });
  const code = new URL(answered.url()).searchParams.get('code');
  if (code === null) throw new Error(`signing ${name} in ended at ${answered.url()} with ${answered.status()}`);
  const form = { grant_type: 'authorization_code', client_id: CLIENT, code, redirect_uri: redirect, code_verifier: verifier };
  const redeemed = await request.post(`${issuer}/token`, { form });
  if (!redeemed.ok()) throw new Error(`the sign-in of ${name} was not redeemed: ${redeemed.status()} ${await redeemed.text()}`);
  const { expires_in: lasts, ...tokens } = (await redeemed.json()) as Tokens;
  const profile: unknown = JSON.parse(Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  const stored = JSON.stringify({ ...tokens, profile, expires_at: Math.floor(Date.now() / 1000) + lasts });
  await page.addInitScript(layDown, { origin, key: `oidc.user:${issuer}:${CLIENT}`, stored });
}

/** In the page, before its own scripts. Once: a sign-in that was ended stays ended. */
function layDown({ origin, key, stored }: { origin: string; key: string; stored: string }): void {
  if (window !== window.top || location.origin !== origin || sessionStorage.getItem('brought') !== null) return;
  sessionStorage.setItem('brought', 'yes');
  sessionStorage.setItem(key, stored);
}

/** The id of whoever is called so on the sign-in page's list of the demo's people. */
function personOn(page: string, name: string | RegExp): string {
  const people = page.matchAll(/name="user" value="([^"]+)">.*?<b>([^<]+)<\/b>/g).map(([, id = '', called = '']) => ({ id, called }));
  const person = people.find(({ called }) => (typeof name === 'string' ? called.includes(name) : name.test(called)));
  if (person === undefined) throw new Error(`the sign-in page offers nobody who is called ${name}`);
  return person.id;
}
