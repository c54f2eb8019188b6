import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { databaseUrl, OWNER } from '../scripts/postgres-roles.mjs';
import { stepAt, totpCode } from '../server/src/identity/totp.ts';
import { openDatabase } from '../server/src/platform/database.ts';
import { deriveKey, newToken, tokenHash } from '../server/src/platform/secret.ts';
import { type Mailbox, startMailbox } from '../server/test/mailbox.ts';
import { readDataFile } from './demo-database.ts';
import { MAIL_PORT } from './ports.ts';
import { type Product, startProduct } from './product.ts';
import { expectAccessible } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

test.describe.configure({ mode: 'serial' });

const ELENA = { email: 'elena@lumenhome.example', name: 'Elena Marinova' };
const PASSWORD = 'a lamp beside the bed';
let mailbox: Mailbox;
let product: Product;
/** Passkeys need a name: a browser takes none at an IP address. */
let home: string;

test.beforeAll(async () => {
  mailbox = await startMailbox();
  const env = { PARLEY_SMTP_URL: mailbox.url, PARLEY_MAIL_FROM: 'Parley <parley@parley.example>' };
  product = await startProduct({ port: MAIL_PORT, env });
  home = product.url.replace('127.0.0.1', 'localhost');
});
test.afterAll(async () => {
  await product.stop();
  await mailbox.close();
  rmSync(dirname(product.dataFolder), { recursive: true, force: true });
});

const linkIn = (text: string) => /https?:\/\/\S+\/auth\/\S+/.exec(text)?.[0] ?? '';
const isIn = (page: Page, name: string) => expect(page.getByRole('button', { name })).toBeVisible();

/** Types address and password on the sign-in page. */
async function typePassword(page: Page, { email }: { email: string }): Promise<void> {
  await page.goto(`${home}/`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** A call as the signed-in page makes it. */
async function call<T>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  return page.evaluate(
    async ([method_, path_, body_]) => {
      const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:')) ?? '';
      const { access_token } = JSON.parse(sessionStorage.getItem(key) ?? '{}');
      const sent = body_ === null ? {} : { body: JSON.stringify(body_) };
      const headers = { authorization: `Bearer ${access_token}`, ...(body_ === null ? {} : { 'content-type': 'application/json' }) };
      const answer = await fetch(`/api/users/me/${path_}`, { method: method_, headers, ...sent });
      if (!answer.ok) throw new Error(`${path_} answered ${answer.status} ${await answer.text()}`);
      return answer.json();
    },
    [method, path, body ?? null] as const,
  );
}

test('a forgotten password: the same answer for any address, a letter, a new password, and in', SWEEP, async ({ page }) => {
  await page.goto(`${home}/`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription('Enter your e-mail address.');
  await page.getByLabel('E-mail').fill(ELENA.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
  await expectAccessible(page);
  const link = linkIn((await mailbox.letterTo(ELENA.email)).text);
  expect(link).toContain('/auth/reset/');
  // The letter names the product's address; passkeys later need its name.
  await page.goto(link.replace('127.0.0.1', 'localhost'));
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('New password').fill('password123');
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/one of the first that are guessed/);
  await expectAccessible(page);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await isIn(page, ELENA.name);
  await page.goto(link.replace('127.0.0.1', 'localhost'));
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  await expectAccessible(page);
});

for (const { colorScheme, locale } of [
  { colorScheme: 'light', locale: 'en-GB' },
  { colorScheme: 'dark', locale: 'bg-BG' },
] as const) {
  test(`an invitation on a phone, ${colorScheme}, ${locale}: choose a password, and in`, SWEEP, async ({ browser }) => {
    const person = locale === 'en-GB' ? 'dora' : 'victor';
    const token = newToken();
    const file = (name: string) => readDataFile(product.dataFolder, name);
    const secret = file('secret');
    const db = openDatabase(databaseUrl({ secret, port: Number(file('postgres.port')), role: OWNER }), 1);
    const tx = db.outsideReader();
    const user = await tx
      .selectFrom('users')
      .select(['id', 'account_id', 'first_name'])
      .where('email', 'like', `${person}@%`)
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('users')
      .set({ language: locale.slice(0, 2) })
      .where('id', '=', user.id)
      .execute();
    await tx
      .insertInto('one_time_links')
      .values({
        account_id: user.account_id,
        person_id: user.id,
        purpose: 'INVITATION',
        token_hash: tokenHash(deriveKey(secret, 'identity:links'), token),
        expires_at: new Date(Date.now() + 60_000).toISOString(),
      })
      .execute();
    await db.close();
    const context = await browser.newContext({ colorScheme, locale, viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    await page.goto(`${home}/auth/invitation/${token}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(user.first_name);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.locator('#password').fill(PASSWORD);
    await page.locator('#password').press('Enter');
    await expect(page.getByRole('navigation')).toBeVisible();
    await context.close();
  });
}

/** Elena, signed in by her password in a browser of her own. */
async function elena(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await typePassword(page, ELENA);
  await isIn(page, ELENA.name);
  return page;
}

test('a sign-in that is ended elsewhere is over within 10 s', SWEEP, async ({ browser }) => {
  const [here, there] = await Promise.all([browser.newContext(), browser.newContext()]);
  const [page, other] = [await elena(here), await elena(there)];
  const { endedSessions } = await call<{ endedSessions: number }>(page, 'DELETE', 'sessions');
  expect(endedSessions).toBeGreaterThan(0);
  await expect(other.getByRole('button', { name: ELENA.name })).toBeHidden({ timeout: 10_000 });
  await isIn(page, ELENA.name);
  await Promise.all([here.close(), there.close()]);
});

test('an authenticator app and recovery codes stand after the password', SWEEP, async ({ browser }) => {
  const context = await browser.newContext();
  const page = await elena(context);
  const { secret } = await call<{ secret: string }>(page, 'POST', 'second-factors/totp', { password: PASSWORD });
  const code = (steps = 0) => totpCode(secret, stepAt(Date.now()) + steps);
  const { recoveryCodes } = await call<{ recoveryCodes: string[] }>(page, 'POST', 'second-factors/totp/confirm', { code: code(-1) });
  await context.close();

  for (const answer of [() => code(), () => recoveryCodes[0] ?? '']) {
    const fresh = await browser.newContext({ viewport: { width: 360, height: 740 } });
    const at = await fresh.newPage();
    await typePassword(at, ELENA);
    await expect(at.getByRole('heading', { name: 'One more step' })).toBeVisible();
    await expect(at.getByLabel('Code')).toBeFocused();
    await expectAccessible(at);
    await at.getByRole('button', { name: 'Continue' }).click();
    await expect(at.getByLabel('Code')).toHaveAccessibleDescription('Enter the code.');
    await at.getByLabel('Code').fill('000000');
    await at.getByRole('button', { name: 'Continue' }).click();
    await expect(at.getByRole('alert')).toHaveText('The code is not correct, or was already used.');
    await expectAccessible(at);
    await at.getByLabel('Code').fill(answer());
    await at.getByRole('button', { name: 'Continue' }).click();
    await expect(at.getByRole('navigation')).toBeVisible();
    await fresh.close();
  }
});

test('a passkey of the browser’s own is enough for the second step', SWEEP, async ({ browser }) => {
  const context = await browser.newContext({ colorScheme: 'dark' });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  // Victor was invited above, and has no second step yet.
  const victor = { email: 'victor@oriontravel.example' };
  await typePassword(page, victor);
  await expect(page.getByRole('navigation')).toBeVisible();
  const begun = await call<{ options: Record<string, unknown>; state: string }>(page, 'POST', 'second-factors/passkeys/options', {
    password: PASSWORD,
  });
  const credential = await page.evaluate(async (options) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON);
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    return made.toJSON();
  }, begun.options);
  await call(page, 'POST', 'second-factors/passkeys', { state: begun.state, name: 'This computer', credential });
  await context.clearCookies();
  await page.evaluate(() => sessionStorage.clear());

  await typePassword(page, victor);
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('navigation')).toBeVisible();
  await context.close();
});
