import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import type { OutsidePerson } from '../server/test/second-provider/people.ts';
import { type SecondProvider, startSecondProvider } from '../server/test/second-provider/provider.ts';
import { PROVIDER_PORT, SIGN_IN_PORT } from './ports.ts';
import { type Product, startProduct } from './product.ts';
import { expectAccessible } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

let provider: SecondProvider;
let product: Product;

test.beforeAll(async () => {
  const origin = `http://127.0.0.1:${SIGN_IN_PORT}`;
  // Renewed a minute before its end: so short a token is renewed while the test looks on.
  const start = { clientId: 'parley-web', webOrigins: [origin], logoutUri: `${origin}/auth/backchannel-logout`, tokenSeconds: 66 };
  provider = await startSecondProvider({ port: PROVIDER_PORT, ...start });
  product = await startProduct({ port: SIGN_IN_PORT, env: { PARLEY_OIDC_ISSUER: provider.issuer } });
});
test.afterAll(async () => {
  await product?.stop();
  await provider?.close();
  if (product !== undefined) rmSync(dirname(product.dataFolder), { recursive: true, force: true });
});

const person = (firstName: string, lastName: string, roles: string[], accountId: string | null): OutsidePerson => ({
  sub: `sub-of-${firstName.toLowerCase()}`,
  username: firstName.toLowerCase(),
  email: `${firstName.toLowerCase()}@company.example`,
  firstName,
  lastName,
  roles,
  accountId,
  enabled: true,
  emailVerified: true,
});

async function freshPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
  return context.newPage();
}

async function signIn(page: Page, path: string, username: string): Promise<void> {
  await page.goto(product.url + path);
  await expect(page.getByRole('heading', { name: 'Company sign-in' })).toBeVisible();
  await page.getByLabel('User name').fill(username);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const tokenOf = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:')) ?? '';
    return String(JSON.parse(sessionStorage.getItem(key) ?? '{}').access_token);
  });

test(
  'signing in at another provider: first sign-ins, silent renewal, a role that changes there, the way out',
  SWEEP,
  async ({ browser }) => {
    test.setTimeout(120_000);
    await provider.person(person('Rosa', 'Asenova', ['superAdmin'], null));
    const superAdmin = await freshPage(browser);
    await signIn(superAdmin, '/', 'rosa');
    await superAdmin.getByRole('link', { name: 'New account' }).first().click();
    await superAdmin.getByLabel('Name', { exact: true }).fill('Harbour Tea');
    await superAdmin.getByRole('button', { name: 'Create account' }).click();
    await expect(superAdmin.getByRole('heading', { name: 'Harbour Tea' })).toBeVisible();
    const accountId = /accounts\/([0-9a-f-]{36})/.exec(superAdmin.url())?.[1] ?? '';

    const vera = person('Vera', 'Koleva', ['agent'], accountId);
    await provider.person(vera);
    const agent = await freshPage(browser);
    await signIn(agent, '/profile', 'vera');
    await expect(agent.getByRole('heading', { name: 'How you sign in' })).toBeVisible();
    await expect(agent.getByRole('link', { name: 'Manage your sign-in' })).toHaveAttribute('href', `${provider.issuer}/account`);
    await expect(agent.getByLabel('Current password')).toHaveCount(0);
    await expectAccessible(agent);

    const first = await tokenOf(agent);
    await expect.poll(() => tokenOf(agent)).not.toBe(first);
    await expect(agent.getByRole('navigation', { name: 'Main menu' })).toBeVisible();

    await provider.person({ ...vera, roles: ['supervisor'] });
    await expect(agent.getByRole('heading', { name: 'Your role was updated' })).toBeVisible();
    await agent.getByRole('button', { name: 'Continue' }).click();
    await agent.getByRole('link', { name: /^Communications/ }).click();
    await expect(agent.getByRole('complementary', { name: 'Rooms' }).getByRole('button', { name: /^All/ })).toBeVisible();

    await agent.getByRole('button', { name: /Vera Koleva/ }).click();
    await agent.getByRole('menuitem', { name: 'Sign out' }).click();
    await agent.getByRole('button', { name: 'Sign out of Company' }).click();
    await expect(agent.getByRole('heading', { name: 'Company sign-in' })).toBeVisible();
  },
);

test('who is known there and not here is told why, and whom to ask', SWEEP, async ({ browser }) => {
  await provider.person(person('Ivo', 'Petkov', [], null));
  const page = await freshPage(browser);
  await signIn(page, '/', 'ivo');
  await expect(page.getByRole('heading', { name: 'You have no access to Parley' })).toBeVisible();
  await expect(page.getByText('nobody has given you a role in Parley yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign in as somebody else' }).click();
  await expect(page.getByRole('button', { name: 'Sign out of Company' })).toBeVisible();
});
