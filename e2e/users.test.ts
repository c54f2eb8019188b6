import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { nobodyIsReady } from './demo-database.ts';
import { AgentScreen, Visitor } from './people.ts';
import { expectAccessible, signInAs } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const LUMEN = '0193a1de-0000-7000-8000-0000000000a1';
const VICTOR_OF_ORION = '0193a1de-0000-7000-8000-000000000011';
const PASSWORD = 'three lamps on a sill';
const MILA = { firstName: 'Mila', lastName: 'Georgieva', name: 'Mila Georgieva', email: 'mila@lumenhome.example' };

const row = (page: Page, name: string): Locator => page.getByRole('table', { name: 'Users' }).getByRole('link', { name });
const save = (page: Page, verb = 'Save'): Locator => page.getByRole('button', { name: verb, exact: true });

/** Ana, admin of Lumen Home, at an address of hers. */
async function asAna(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await signInAs(page, 'Ana Tsvetkova');
  await page.goto(path);
}

/** Opens somebody from the list and chooses from the menu of further actions. */
async function act(page: Page, name: string, action: string): Promise<Locator> {
  await page.goto('/admin/users');
  await row(page, name).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
  return page.getByRole('dialog');
}

/** Signs in with address and password in a browser of its own. */
async function signInByPassword(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 }, baseURL });
  await context.addInitScript(() => localStorage.setItem('language', 'en'));
  const page = await context.newPage();
  await page.goto('/');
  await page.getByLabel('E-mail').fill(MILA.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('navigation')).toBeVisible();
  return page;
}

test('the way to a page leads back up it, at phone width to the page right above', SWEEP, async ({ page }) => {
  await asAna(page, '/admin/users');
  await row(page, 'Elena Marinova').click();
  const way = page.getByRole('navigation', { name: 'Breadcrumbs' });
  await expect(way.getByRole('listitem')).toHaveText(['Admin', 'Users', 'Elena Marinova']);
  await expect(way.getByText('Elena Marinova')).toHaveAttribute('aria-current', 'page');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(way.getByRole('link')).toHaveText(['Users']);
  await expect(way.getByText('Elena Marinova')).toBeHidden();
  await expectAccessible(page);
  // The strip of settings stays where it was, and the focus goes into the page that was opened, not to the strip's first link.
  await page.goto('/admin/queues');
  const here = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Queues' });
  await expect(here).toBeInViewport({ ratio: 1 });
  const strip = await here.evaluate((link) => link.parentElement?.scrollLeft ?? 0);
  expect(strip).toBeGreaterThan(0);
  await page.locator('a[data-row]').first().click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to queues' })).toBeFocused();
  // But for what the strip itself is shorter or longer beside another page.
  expect(Math.abs((await here.evaluate((link) => link.parentElement?.scrollLeft ?? 0)) - strip)).toBeLessThanOrEqual(4);
  await page.goBack();
  await page.goto('/admin/users');
  await row(page, 'Elena Marinova').click();
  await page.setViewportSize({ width: 1280, height: 740 });
  await way.getByRole('link', { name: 'Users' }).click();
  await expect(page).toHaveURL(/\/admin\/users$/);
  await expect(page.getByLabel('Rows per page')).toHaveValue('10');
  await way.getByRole('link', { name: 'Admin' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  // What stands under nothing has no way to it.
  await expect(way).toHaveCount(0);
});

test('an admin invites an agent, who chooses a password by the link and signs in', async ({ page, browser }) => {
  await asAna(page, '/admin');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Users' }).click();
  await page.getByRole('link', { name: 'New user' }).click();
  await page.getByLabel('First name').fill(MILA.firstName);
  await page.getByLabel('Last name').fill(MILA.lastName);
  await page.getByLabel('E-mail').fill('mila at lumenhome');
  await page.getByLabel('Extension').fill('12a');
  await page.getByLabel('Extension').press('Tab');
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription('This is not an e-mail address.');
  await expect(page.getByLabel('Extension')).toHaveAccessibleDescription(/only digits, \*, # and \+/);
  await expectAccessible(page);
  await save(page, 'Add and invite').click();
  await expect(page.getByText('2 fields need attention')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.getByLabel('Extension').fill('12');
  // An address that somebody has already is refused at its field, and what was typed stays.
  await page.getByLabel('E-mail').fill('elena@lumenhome.example');
  await save(page, 'Add and invite').click();
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription('Somebody already signs in with this e-mail address.');
  await page.getByLabel('E-mail').fill(MILA.email);
  await page.keyboard.press('Control+s');
  const link = await page.getByRole('dialog').getByLabel('Invitation link').inputValue();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { name: MILA.name })).toBeVisible();
  await expect(page.getByText('Invited, not joined yet')).toBeVisible();

  const invited = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await invited.goto(link);
  await invited.locator('#password').fill(PASSWORD);
  await invited.locator('#password').press('Enter');
  await expect(invited.getByRole('button', { name: MILA.name })).toBeVisible();
  await expect(invited).toHaveURL(/\/communications$/);
  await invited.context().close();
  await page.reload();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByText('Chat: Offline')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invite again' })).toBeHidden();
});

test('the settings begin with what a super admin has set for the account, and lead to all that the admin sets', async ({ page }) => {
  await asAna(page, '/admin');
  const account = page.getByRole('region', { name: 'Account', exact: true });
  await expect(account).toContainText('A super admin can change it.');
  await expect(account).toContainText('Bulgaria');
  await expect(account).toContainText('Europe/Sofia');
  await expect(account.getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Capacity' })).toContainText(/Phone:\s\d+, Live chat:\s\d+/);
  await expect(page.getByRole('region', { name: 'Absence' })).toContainText(/after [\d,]+ minutes? without an open window/);
  await expectAccessible(page);
  for (const [words, path] of [
    ['Change capacity', '/admin/capacity'],
    ['Change absence', '/admin/absence'],
  ] as const) {
    await page.goto('/admin');
    await page.getByRole('link', { name: words }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
});

test('the list is searched, filtered, sorted and walked by keyboard, and its address shows the same again', async ({ page }) => {
  await asAna(page, '/admin');
  await expect(page.getByRole('heading', { name: 'General' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await expect(page).toHaveURL(/\/admin\/users$/);
  await expect(row(page, 'Ana Tsvetkova')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('j');
  await expect(page.getByRole('table').getByRole('link').first()).toBeFocused();
  await page.keyboard.press('j');
  await expect(page.getByRole('table').getByRole('link').nth(1)).toBeFocused();
  await page.getByRole('button', { name: 'Role', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Supervisor' }).click();
  await expect(page.getByRole('table').getByRole('link')).toHaveText([/Petar Kostov/]);
  await expect(page).toHaveURL(/role=supervisor/);
  await page.reload();
  await expect(page.getByRole('table').getByRole('link')).toHaveText([/Petar Kostov/]);
  await page.getByRole('button', { name: 'Remove the filter Role' }).click();
  await page.getByRole('columnheader', { name: 'E-mail' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'E-mail' })).toHaveAttribute('aria-sort', 'ascending');
  // By family names it is the other way round; whom other tests have made stand among them.
  const demo = ['Ana Tsvetkova', 'Dora Ilieva', 'Petar Kostov'];
  const rows = page.getByRole('table').getByRole('link');
  await expect
    .poll(async () => (await rows.allTextContents()).flatMap((words) => demo.filter((name) => words.includes(name))))
    .toEqual(demo);
  await page.getByRole('textbox', { name: /^Search/ }).fill('returns');
  await expect(rows.filter({ hasText: 'Emil Stanchev' })).toBeVisible();
  await expect(rows.filter({ hasText: 'Ana Tsvetkova' })).toHaveCount(0);
  await page.getByRole('textbox', { name: /^Search/ }).fill('nobody is called so');
  await expect(page.getByText('No matches', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(row(page, 'Ana Tsvetkova')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/users\/[\w-]{36}$/);
});

test('leaving with something unsaved is asked about, and nothing of it is lost by staying', async ({ page }) => {
  await asAna(page, '/admin/users');
  await row(page, MILA.name).click();
  await page.getByRole('textbox', { name: /^Job title/ }).fill('Lamps');
  await page.getByRole('link', { name: 'Back to users' }).click();
  await expect(page.getByRole('dialog', { name: 'You have unsaved changes' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stay here' }).click();
  await expect(page.getByRole('textbox', { name: /^Job title/ })).toHaveValue('Lamps');
  await save(page).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to users' }).click();
  await expect(row(page, MILA.name)).toContainText('Lamps');
});

test('a role that is changed during work asks for a new sign-in, and stands in the trail', async ({ page, browser, baseURL }) => {
  const mila = await signInByPassword(browser, baseURL ?? '');
  await asAna(page, '/admin/users');
  await row(page, MILA.name).click();
  await page.getByRole('radio', { name: 'Supervisor' }).check();
  await expect(page.getByText('this person is asked to sign in again')).toBeVisible();
  await save(page).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(mila.getByRole('heading', { name: 'Your role was updated' })).toBeVisible({ timeout: 20_000 });
  await mila.getByRole('button', { name: 'Continue' }).click();
  await expect(mila.getByRole('complementary', { name: 'Rooms' }).getByRole('button', { name: /^All/ })).toBeVisible();
  await page.getByRole('radio', { name: 'Agent' }).check();
  await save(page).click();
  await expect(mila.getByRole('heading', { name: 'Your role was updated' })).toBeVisible({ timeout: 20_000 });
  await mila.getByRole('button', { name: 'Continue' }).click();
  await expect(mila.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await expect(mila.getByRole('complementary', { name: 'Rooms' }).getByRole('button', { name: /^Mine/ })).toBeVisible();
  await expect(mila.getByRole('complementary', { name: 'Rooms' }).getByRole('button', { name: /^All/ })).toHaveCount(0);
  await page.goto('/admin/audit');
  await page.getByRole('button', { name: 'Action', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Changed a role' }).click();
  const entries = page.getByRole('table', { name: 'Audit trail' }).getByRole('row');
  await expect(entries.nth(1)).toContainText('Supervisor → Agent');
  await expect(entries.nth(2)).toContainText('Agent → Supervisor');
  await expect(entries.nth(2)).toContainText(MILA.name);
  await expect(entries.nth(2)).toContainText('Ana Tsvetkova');
  await expect(page).toHaveURL(/kind=USER_ROLE_CHANGED/);
  await expectAccessible(page);
  await page.getByLabel('Up to and including').fill('2020-01-01');
  await expect(page.getByText('No matches', { exact: true })).toBeVisible();
  await mila.context().close();
});

test('who has forgotten their password is handed a link for a new one', async ({ page, browser, baseURL }) => {
  await asAna(page, '/admin/users');
  const dialog = await act(page, MILA.name, 'New password link…');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('dialog').getByLabel('Link for a new password').inputValue();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  const forgetful = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await forgetful.goto(link);
  await forgetful.getByLabel('New password').fill(PASSWORD);
  await forgetful.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(forgetful.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await forgetful.context().close();
  await (await signInByPassword(browser, baseURL ?? '')).context().close();
  await page.goto('/admin/audit');
  const newest = page.getByRole('table', { name: 'Audit trail' }).getByRole('row').nth(1);
  await expect(newest).toContainText('Created a password link for a user');
});

test('whoever is deactivated in a conversation gives it back, is out, and can be activated again', async ({ page, browser, baseURL }) => {
  const mila = new AgentScreen(await signInByPassword(browser, baseURL ?? ''));
  await nobodyIsReady();
  const visitor = await Visitor.open(browser);
  await visitor.say('Does the brass lamp come with a bulb?');
  await mila.row('brass lamp').click();
  await mila.page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await expect(mila.composer()).toBeVisible();
  await asAna(page, '/admin/users');
  const dialog = await act(page, MILA.name, 'Deactivate');
  await expect(dialog).toContainText('Nothing that they wrote is lost');
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(dialog).toContainText('They return to the queue');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Return them and deactivate' }).click();
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible();
  await expect(mila.composer()).toBeHidden({ timeout: 20_000 });
  await page.goto('/communications?show=waiting');
  await expect(page.getByRole('complementary', { name: 'Rooms' }).getByRole('link').filter({ hasText: 'brass lamp' })).toBeVisible();
  await page.goto('/admin/users?status=inactive');
  await row(page, MILA.name).click();
  await page.getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await Promise.all([visitor.page.context().close(), mila.page.context().close()]);
});

test('nobody is deactivated who is the only one in a queue, and the refusal names the queue', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await signInAs(page, 'Nora Weiss');
  const dialog = await act(page, 'Victor Lang', 'Deactivate');
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(dialog.getByRole('alert')).toContainText('the only one in the queue “Bookings”');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
});

test('somebody of another account does not exist for an admin', async ({ page }) => {
  await asAna(page, `/admin/users/${VICTOR_OF_ORION}`);
  await expect(page.getByRole('alert')).toContainText('The person does not exist.');
});

test('a super admin keeps the people of any account, and an agent none', SWEEP, async ({ page, browser }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await signInAs(page, 'Stefan Asenov');
  await page.goto(`/super-admin/accounts/${LUMEN}/settings`);
  await expect(page.getByText('Lumen Home').first()).toBeVisible();
  await page.getByRole('link', { name: 'Manage users' }).click();
  await row(page, 'Petar Kostov').click();
  await expect(page.getByLabel('E-mail')).toHaveValue('petar@lumenhome.example');
  await expectAccessible(page);
  const agent = await browser.newPage();
  await signInAs(agent, 'Elena Marinova');
  await agent.goto('/admin/users');
  await expect(agent).toHaveURL(/\/communications/);
  await agent.close();
});

for (const { colorScheme, language } of [
  { colorScheme: 'light', language: 'bg' },
  { colorScheme: 'dark', language: 'en' },
] as const) {
  test(`the pages fit a phone, ${colorScheme}, ${language}, and are accessible`, SWEEP, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 360, height: 740 }, baseURL: baseURL ?? '' });
    await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    const page = await context.newPage();
    await signInAs(page, 'Ana Tsvetkova');
    for (const path of ['/admin', '/admin/users', '/admin/users/create', '/admin/audit', '/users']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
      await expect(page.getByRole('status', { name: /Loading|Зареждане/ })).toHaveCount(0);
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 360]);
      await expectAccessible(page);
    }
    await expect(page).toHaveURL(/\/admin\/users$/);
    await context.close();
  });
}
