import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { Visitor } from './people.ts';
import { SETUP_PORT } from './ports.ts';
import { type Product, startProduct } from './product.ts';
import { expectAccessible, signInAs } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

const PASSWORD = 'a lamp beside the bed';

/** Where a browser is that is far from UTC and from this machine. */
const FAR_AWAY = 'America/Lima';

/** A page in a browser profile of its own, in English. */
async function freshPage(browser: Browser, timezoneId = 'Europe/Sofia'): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, timezoneId });
  return context.newPage();
}

/** Adds somebody on the page of a new user. @returns the link of their invitation */
async function addUser(page: Page, person: { firstName: string; lastName: string; email: string; role: string }): Promise<string> {
  await page.getByRole('link', { name: 'New user' }).first().click();
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByRole('radio', { name: person.role }).check();
  await page.getByRole('button', { name: 'Add and invite' }).click();
  const link = await page.getByLabel('Invitation link').inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { name: `${person.firstName} ${person.lastName}` })).toBeVisible();
  return link;
}

/** A website of somebody else's with this line in its page. */
async function startWebsite(line: string): Promise<{ origin: string; close(): void }> {
  const page = `<!doctype html><html lang="en"><title>Harbour Tea</title><body><h1>Tea</h1>${line}</body></html>`;
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page));
  server.listen(SETUP_PORT + 1, '127.0.0.1');
  await once(server, 'listening');
  return { origin: `http://127.0.0.1:${SETUP_PORT + 1}`, close: () => server.close() };
}

/** Comes by an invitation, chooses a password, and is in. */
async function comeBy(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
}

test.describe('without the demo', () => {
  let product: Product;
  test.beforeAll(async () => {
    product = await startProduct({ port: SETUP_PORT, env: { PARLEY_DEMO: 'off' } });
  });
  test.afterAll(async () => {
    await product.stop();
    rmSync(dirname(product.dataFolder), { recursive: true, force: true });
  });

  test(
    'from the code on the console to the first chat that is answered: super admin, account, admin, website, agent',
    SWEEP,
    async ({ browser }) => {
      test.setTimeout(120_000);
      const code = /enter the code (\S+)$/m.exec(product.output())?.[1] ?? '';
      const superAdmin = await freshPage(browser, FAR_AWAY);
      await superAdmin.goto(product.url);
      // The zone of the browser is offered, and may be another: a refused form keeps what was chosen.
      const zone = superAdmin.getByLabel('Time zone');
      await expect(zone).toHaveValue(FAR_AWAY);
      await zone.selectOption('Asia/Tokyo');
      await superAdmin.getByLabel('Code from the console').fill('not the code');
      await superAdmin.getByLabel('First name').fill('Rosa');
      await superAdmin.getByLabel('E-mail').fill('rosa@parley.example');
      await superAdmin.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await superAdmin.getByRole('button', { name: 'Start' }).click();
      await expect(superAdmin.getByText(/The code is not correct/)).toBeVisible();
      await expect(zone).toHaveValue('Asia/Tokyo');
      await zone.selectOption(FAR_AWAY);
      await superAdmin.getByLabel('Code from the console').fill(code);
      await superAdmin.getByLabel('First name').fill('Rosa');
      await superAdmin.getByLabel('E-mail').fill('rosa@parley.example');
      await superAdmin.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await superAdmin.getByRole('button', { name: 'Start' }).click();
      await expect(superAdmin.getByText('No accounts yet')).toBeVisible();
      await expectAccessible(superAdmin);
      await superAdmin.getByRole('link', { name: 'New account' }).first().click();
      await expect(superAdmin.getByRole('combobox', { name: 'Time zone' })).toHaveValue(FAR_AWAY);
      await superAdmin.getByLabel('Name', { exact: true }).fill('Harbour Tea');
      await superAdmin.getByRole('button', { name: 'Create account' }).click();
      await expect(superAdmin.getByRole('heading', { name: 'Harbour Tea' })).toBeVisible();

      await superAdmin.getByRole('link', { name: 'Settings and users' }).click();
      await superAdmin.getByRole('link', { name: 'Users', exact: true }).click();
      const forAdmin = await addUser(superAdmin, {
        firstName: 'Boris',
        lastName: 'Genov',
        email: 'boris@harbourtea.example',
        role: 'Admin',
      });

      const admin = await freshPage(browser);
      await comeBy(admin, forAdmin);
      await expect(admin.getByText('Harbour Tea')).toBeVisible();
      await admin.getByRole('link', { name: 'Admin', exact: true }).click();
      await admin.getByRole('link', { name: 'Users', exact: true }).click();
      const forAgent = await addUser(admin, { firstName: 'Vera', lastName: 'Koleva', email: 'vera@harbourtea.example', role: 'Agent' });

      const agent = await freshPage(browser);
      await comeBy(agent, forAgent);
      await agent.getByRole('button', { name: /^My status/ }).click();
      await agent.getByRole('menuitem', { name: /^Ready/ }).click();
      await expect(agent.getByRole('button', { name: 'My status: Ready' })).toBeVisible();
      await expect(agent.getByRole('complementary', { name: 'Rooms' })).toBeVisible();

      await admin.getByRole('link', { name: 'Website chat' }).click();
      await expect(admin.getByText('No website has a chat yet')).toBeVisible();
      await admin.getByLabel('Name').fill('Tea shop');
      await admin.getByRole('button', { name: 'Create chat' }).click();
      const sites = admin.getByLabel('Allowed sites');
      await sites.fill('harbourtea.example');
      await sites.blur();
      await expect(sites).toHaveAccessibleDescription(/Each line is an address/);
      const site = await startWebsite(await admin.getByLabel('Embed code').inputValue());
      await sites.fill(`${site.origin}/`);
      await admin.getByLabel('Welcome message').fill('Which tea may it be?');
      await expectAccessible(admin);
      await admin.getByRole('button', { name: 'Save' }).click();
      await expect(sites).toHaveValue(site.origin);

      const visitor = new Visitor(await freshPage(browser));
      await visitor.page.goto(site.origin);
      await visitor.openChat();
      await expect(visitor.chat.getByText('Which tea may it be?')).toBeVisible();
      await visitor.say('Do you have Darjeeling?');
      await agent.getByRole('complementary', { name: 'Rooms' }).getByRole('link').filter({ hasText: 'Do you have Darjeeling?' }).click();
      await agent.getByRole('textbox', { name: /^Write/ }).fill('Yes, the first flush');
      await agent.keyboard.press('Enter');
      await expect(visitor.log().getByText('Yes, the first flush')).toBeVisible();
      await visitor.page.context().close();
      site.close();

      await superAdmin.goto(`${product.url}/super-admin/accounts`);
      await expect(superAdmin.getByRole('row', { name: /Harbour Tea.*Active.*2/ })).toBeVisible();
      for (const page of [superAdmin, admin, agent]) await page.context().close();
    },
  );
});

test.describe('with the demo', () => {
  test.beforeEach(async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.addInitScript(() => localStorage.setItem('language', 'en'));
  });

  test('accounts are searched, filtered, sorted, and opened by keys; the address says what is shown', async ({ page }) => {
    await signInAs(page, 'Stefan Asenov', '/super-admin');
    await expect(page).toHaveURL(/\/super-admin\/accounts$/);
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
    await expect(row('Lumen Home')).toBeVisible();
    await page
      .getByRole('searchbox')
      .or(page.getByRole('textbox', { name: 'Search by name' }))
      .fill('orion');
    await expect(row('Lumen Home')).toHaveCount(0);
    await expect(row('Orion')).toBeVisible();
    await expect(page).toHaveURL(/\?search=orion$/);
    await page.getByRole('main').getByRole('button', { name: 'Status', exact: true }).first().click();
    await page.getByRole('menuitem', { name: 'Inactive' }).click();
    await expect(page).toHaveURL(/status=inactive/);
    await expect(page.getByText('No matches')).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect(page).toHaveURL(/\/super-admin\/accounts$/);
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await expect(page).toHaveURL(/sort=name(%2C|,)desc/);
    await expect(page.getByRole('row').nth(1)).toContainText('Orion');
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Lumen Home' })).toBeVisible();
  });

  test('a new account is offered the zone of the browser, which it keeps unless another is chosen', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ locale: 'en-GB', timezoneId: FAR_AWAY, baseURL: baseURL ?? '' });
    const page = await context.newPage();
    await page.addInitScript(() => localStorage.setItem('language', 'en'));
    await signInAs(page, 'Stefan Asenov');
    await page.goto('/super-admin/accounts/create');
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await expect(zone).toHaveValue(FAR_AWAY);
    // Nothing was typed, so that nothing is lost by leaving.
    await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0);
    await page.getByLabel('Name', { exact: true }).fill('Andes Post');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('heading', { name: 'Andes Post' })).toBeVisible();
    await page.reload();
    await expect(zone).toHaveValue(FAR_AWAY);
    await context.close();
  });

  test('an account is changed: faults at their fields, nothing lost by leaving, keys never shown', async ({ page }) => {
    await signInAs(page, 'Stefan Asenov');
    await page.getByRole('link', { name: 'Lumen Home' }).click();
    const address = page.getByRole('textbox', { name: /^Address of the phone system/ });
    await address.fill('pbx');
    await address.blur();
    await expect(address).toHaveAccessibleDescription(/begins with http/);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('1 field needs attention')).toBeVisible();
    await expect(address).toBeFocused();
    await expectAccessible(page);
    await address.fill('https://pbx.lumenhome.example/');
    await page.getByRole('switch', { name: 'Violations' }).click({ force: true });
    const isOn = await page.getByRole('switch', { name: 'Violations' }).isChecked();
    const key = page.getByRole('group', { name: 'Key of the phone system' });
    await key.getByRole('button', { name: 'Enter' }).click();
    await page.getByLabel('Key of the phone system').fill('q-81-lamp');

    await page.getByRole('link', { name: 'Back to accounts' }).click();
    await expect(page.getByRole('dialog')).toContainText('You have unsaved changes');
    await page.getByRole('button', { name: 'Stay here' }).click();
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Saved.')).toBeVisible();
    await page.reload();
    await expect(address).toHaveValue('https://pbx.lumenhome.example/');
    expect(await page.getByRole('switch', { name: 'Violations' }).isChecked()).toBe(isOn);
    await expect(key).toContainText('Set');
    expect(await page.content()).not.toContain('q-81-lamp');
    await key.getByRole('button', { name: 'Remove' }).click();
    await address.fill('');
    await page.getByRole('switch', { name: 'Violations' }).click({ force: true });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(key).toContainText('Not set');
  });

  test('an account is made, deactivated after a question, and activated again', async ({ page }) => {
    await signInAs(page, 'Stefan Asenov', '/super-admin/accounts/create');
    const name = page.getByLabel('Name', { exact: true });
    await page.getByLabel('Industry').fill('Tea');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(name).toHaveAccessibleDescription('Name is required.');
    await expect(name).toBeFocused();
    await name.fill('Harbour Tea');
    await page.getByRole('combobox', { name: /^Country/ }).fill('Bulg');
    await page.getByRole('option', { name: 'Bulgaria' }).click();
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('heading', { name: 'Harbour Tea' })).toBeVisible();
    await expect(page.getByRole('combobox', { name: /^Country/ })).toHaveValue('Bulgaria');
    await page.getByRole('button', { name: 'Deactivate' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('everybody of this account is signed out');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await expect(page.getByText('This account is inactive')).toBeVisible();
    await page.goto('/super-admin/accounts?status=inactive');
    await page.getByRole('link', { name: 'Harbour Tea' }).click();
    await page.getByRole('button', { name: 'Activate' }).click();
    await expect(page.getByText('This account is inactive')).toHaveCount(0);
  });

  test('super admins are invited, changed and deactivated, and nobody can lock themselves out', SWEEP, async ({ page }) => {
    await signInAs(page, 'Stefan Asenov');
    await page.getByRole('link', { name: 'Super admins' }).click();
    await page.getByRole('link', { name: 'New super admin' }).click();
    await page.getByLabel('First name').fill('Mila');
    await page.getByLabel('E-mail').fill('stefan@parley.example');
    const me = page.getByLabel('E-mail');
    await me.fill('nobody');
    await me.blur();
    await expect(me).toHaveAccessibleDescription('This is not an e-mail address.');
    await me.fill('mila@parley.example');
    await page.getByRole('button', { name: 'Add and invite' }).click();
    await expect(page.getByLabel('Invitation link')).toHaveValue(/\/auth\/invitation\//);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('heading', { name: 'Mila' })).toBeVisible();
    await expect(page.getByText('Invited, not joined yet')).toBeVisible();
    await page.getByLabel('Last name').fill('Petrova');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'Mila Petrova' })).toBeVisible();

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await expect(page.getByRole('button', { name: 'Activate' })).toBeVisible();

    await page.getByRole('link', { name: 'Back to super admins' }).click();
    await page.getByRole('link', { name: 'Stefan Asenov' }).click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('You cannot deactivate yourself');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('link', { name: 'Back to super admins' }).click();
    await page.getByRole('link', { name: 'Audit trail' }).click();
    await expect(page).toHaveURL(/\/super-admin\/super-users\/audit$/);
    const entries = page.getByRole('table', { name: 'Audit trail' }).getByRole('row');
    await expect(entries.nth(1)).toContainText('Deactivated a super admin');
    await expect(entries.nth(1)).toContainText('Mila Petrova');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Person', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Mila Petrova' }).click();
    await expect(page.getByText('No matches', { exact: true })).toBeVisible();
  });

  for (const { language, colorScheme, width } of [
    { language: 'bg', colorScheme: 'dark', width: 1280 },
    { language: 'bg', colorScheme: 'light', width: 360 },
  ] as const) {
    test(`every page of super admins is accessible and fits: ${language}, ${colorScheme}, ${width} pixels`, SWEEP, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 740 });
      await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
      await signInAs(page, 'Stefan Asenov');
      for (const list of ['/super-admin/accounts?status=active', '/super-admin/super-users?status=active']) {
        await page.goto(list);
        const first = page.locator('table a').first();
        await first.waitFor();
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        await first.click();
        await page.locator('form').waitFor();
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        // What asks before somebody is sent out: of an account a button leads there, of a person a menu.
        const deactivate = /^(Deactivate|Деактивиране)$/;
        if (list.includes('super-users')) {
          await page.getByRole('button', { name: /^(More actions|Още действия)$/ }).click();
          await page.getByRole('menuitem', { name: deactivate }).waitFor();
          await expectAccessible(page);
          await page.getByRole('menuitem', { name: deactivate }).click();
        } else await page.getByRole('button', { name: deactivate }).click();
        await page.getByRole('dialog').getByRole('button', { name: deactivate }).waitFor();
        await expectAccessible(page);
      }
    });
  }
});
