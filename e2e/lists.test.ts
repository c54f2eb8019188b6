import { readFile } from 'node:fs/promises';
import { type Download, expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible, signInAs } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const LUMEN = '0193a1de-0000-7000-8000-0000000000a1';
/** Nobody of an earlier try has these names. */
const TAG = Array.from({ length: 5 }, () => String.fromCharCode(97 + Math.random() * 26)).join('');
const NEW = [`Zora Din${TAG}`, `Zdravko En${TAG}`] as const;

async function asPerson(page: Page, name: string, path: string, language = 'en'): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  await signInAs(page, name);
  await page.goto(path);
  await page.locator('tr[data-id]').first().waitFor();
}

const heading = (page: Page, name: string): Locator => page.getByRole('columnheader', { name, exact: true });
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Selection' });
const box = (page: Page, name: string): Locator => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });

/** The lines of a file as Excel gets it: what it begins with, and each line's cells. */
async function linesOf(download: Download, separator: string): Promise<string[][]> {
  const bytes = await readFile(await download.path());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const words = bytes.subarray(3).toString('utf8');
  expect(words.endsWith('\r\n')).toBe(true);
  return words
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(separator));
}

test('columns are chosen by whoever looks, and are remembered for this list alone', async ({ page }) => {
  await asPerson(page, 'Ana Tsvetkova', '/admin/users');
  await expect(heading(page, 'E-mail')).toBeVisible();
  await expect(heading(page, 'Time zone')).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Name', exact: true })).toHaveCount(0);
  await page.getByRole('menuitemcheckbox', { name: 'E-mail' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Time zone' }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'E-mail' })).toHaveAttribute('aria-checked', 'false');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(heading(page, 'Time zone')).toBeVisible();
  await expect(heading(page, 'E-mail')).toHaveCount(0);
  await expect(heading(page, 'Name')).toBeVisible();
  // Who signs in here next has the list as it was.
  await page.getByRole('button', { name: 'Ana Tsvetkova' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Stefan Asenov' }).waitFor();
  await asPerson(page, 'Stefan Asenov', `/super-admin/accounts/${LUMEN}/settings/users`);
  await expect(heading(page, 'E-mail')).toBeVisible();
  await expect(heading(page, 'Time zone')).toHaveCount(0);
});

test('rows are chosen by key, by click, as a range and all at once; what is not on the page is not chosen', async ({ page }) => {
  await asPerson(page, 'Ana Tsvetkova', '/admin/users');
  const boxes = page.locator('tr[data-id]').getByRole('checkbox');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(boxes.first()).toBeChecked();
  await expect(bar(page).getByRole('status')).toHaveText('1 selected');
  // The box takes the focus and the keys still walk the rows.
  await boxes.first().focus();
  await page.keyboard.press('j');
  await expect(page.getByRole('table').getByRole('link').nth(1)).toBeFocused();
  await boxes.nth(3).click({ modifiers: ['Shift'] });
  await expect(bar(page).getByRole('status')).toHaveText('4 selected');
  await expectAccessible(page);
  const all = page.getByRole('checkbox', { name: 'Select all on this page' });
  await all.click();
  const count = await boxes.count();
  await expect(bar(page).getByRole('status')).toHaveText(`${count} selected`);
  await page.getByRole('textbox', { name: /^Search/ }).fill('Petar');
  await expect(boxes).toHaveCount(1);
  await expect(bar(page).getByRole('status')).toHaveText('1 selected');
  await page.getByRole('textbox', { name: /^Search/ }).fill('');
  await expect(boxes).toHaveCount(count);
  await expect(bar(page).getByRole('status')).toHaveText('1 selected');
  await bar(page).getByRole('button', { name: 'Clear selection' }).click();
  await expect(bar(page).getByRole('button')).toHaveCount(0);
});

test('several people are invited again, deactivated and activated, and of each that stays it is said why', SWEEP, async ({ page }) => {
  await asPerson(page, 'Ana Tsvetkova', '/admin/users');
  for (const name of NEW) {
    const [first = '', last = ''] = name.split(' ');
    await page.goto('/admin/users/create');
    await page.getByLabel('First name').fill(first);
    await page.getByLabel('Last name').fill(last);
    await page.getByLabel('E-mail').fill(`${first.toLowerCase()}.${TAG}@lumenhome.example`);
    await page.getByRole('button', { name: 'Add and invite' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  }
  await page.goto('/admin/users?size=100');
  for (const name of [...NEW, 'Ana Tsvetkova']) await box(page, name).click();
  await bar(page).getByRole('button', { name: 'Invite again' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName('Invite 2 people again?');
  await expect(dialog).toContainText('1 selected row is left out');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Invite again' }).click();
  // No mail leaves the demo: both links are there to hand over.
  await expect(dialog.getByLabel('Invitation link')).toHaveCount(2);
  for (const link of await dialog.getByLabel('Invitation link').all()) await expect(link).toHaveValue(/\/auth\/\S+/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  // To oneself nothing was done, so that one is still chosen.
  await expect(bar(page).getByRole('status')).toHaveText('1 selected');
  await bar(page).getByRole('button', { name: 'Clear selection' }).click();
  // The line breaks at the first of them, and the other is done.
  const [zora, zdravko] = NEW;
  for (const name of NEW) await box(page, name).click();
  let isBroken = true;
  await page.route('**/people/**', async (route) => {
    if (!isBroken || route.request().method() !== 'PATCH') return route.continue();
    isBroken = false;
    await route.abort('connectionreset');
  });
  await bar(page).getByRole('button', { name: 'Deactivate' }).click();
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(dialog.getByRole('status')).toContainText('Done: 1 row.');
  await expect(dialog.getByRole('status')).toContainText('Unchanged: 1');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  // What was done is chosen no more, what failed still is.
  await expect(bar(page).getByRole('status')).toHaveText('1 selected');
  await bar(page).getByRole('button', { name: 'Deactivate' }).click();
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(dialog).toHaveCount(0);
  for (const name of NEW) await expect(page.getByRole('row', { name })).toContainText('Inactive');
  await page.goto('/admin/users?status=inactive&size=100');
  await box(page, zora).click();
  await box(page, zdravko).click();
  await bar(page).getByRole('button', { name: 'Activate' }).click();
  await dialog.getByRole('button', { name: 'Activate' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(box(page, zora)).toHaveCount(0);
  await expect(bar(page).getByRole('button')).toHaveCount(0);
});

test('work on many rows is stopped after the row in hand, and the others stay as they were', SWEEP, async ({ page }) => {
  await asPerson(page, 'Ana Tsvetkova', '/admin/users?size=100');
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/people/**', async (route) => {
    if (route.request().method() === 'PATCH') await held;
    await route.continue();
  });
  for (const name of NEW) await box(page, name).click();
  await bar(page).getByRole('button', { name: 'Deactivate' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0');
  await expect(dialog).toContainText('0 of 2 done');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Stop after this row' }).click();
  go();
  await expect(dialog.getByRole('status')).toContainText('Done: 1 row.');
  await expect(dialog.getByRole('status')).toContainText('You stopped it: 1 row was not touched and stays selected.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(bar(page).getByRole('status')).toHaveText('1 selected');
  await bar(page).getByRole('button', { name: 'Deactivate' }).click();
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(dialog).toHaveCount(0);
  for (const name of NEW) await expect(page.getByRole('row', { name })).toContainText('Inactive');
});

test('a file has every row that fits and the columns shown, and what is selected can be had alone', async ({ page }) => {
  await asPerson(page, 'Ana Tsvetkova', '/admin/users?size=1&status=active');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Last seen' }).click();
  await page.keyboard.press('Escape');
  const total = Number(await page.locator('section > header').getByText(/^\d+$/).textContent());
  expect(total).toBeGreaterThan(3);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()]);
  expect(file.suggestedFilename()).toMatch(/^Users \d{4}-\d\d-\d\d\.csv$/);
  const lines = await linesOf(file, ',');
  expect(lines[0]).toEqual(['Name', 'E-mail', 'Role', 'Status', 'Created']);
  expect(lines).toHaveLength(total + 1);
  expect(lines.find(([name]) => name === 'Petar Kostov')?.slice(1, 4)).toEqual(['petar@lumenhome.example', 'Supervisor', 'Active']);
  expect(lines.flat()).not.toContain(NEW[0]);
  await page.locator('tr[data-id]').getByRole('checkbox').click();
  const [part] = await Promise.all([page.waitForEvent('download'), bar(page).getByRole('button', { name: 'Export' }).click()]);
  expect(await linesOf(part, ',')).toHaveLength(2);
});

test('in Bulgarian the file is parted as Excel does it there, and the trail is taken along too', SWEEP, async ({ page }) => {
  await asPerson(page, 'Ana Tsvetkova', '/admin/users', 'bg');
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Експортиране' }).click()]);
  expect((await linesOf(file, ';'))[0]?.slice(0, 3)).toEqual(['Име', 'Имейл', 'Роля']);
  await page.goto('/admin/audit');
  await page.getByRole('table').waitFor();
  const [trail] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Експортиране' }).click()]);
  const words = (await readFile(await trail.path())).toString('utf8');
  expect(words).toContain(NEW[0]);
  expect(words).toMatch(/\r\n\d{4}-\d\d-\d\d \d\d:\d\d;/);
});

test('who only looked at something stands in the trail for whoever asks for it', SWEEP, async ({ page, browser }) => {
  const above = await (await browser.newContext()).newPage();
  await asPerson(above, 'Stefan Asenov', '/super-admin/accounts');
  await above.getByRole('link', { name: 'Lumen Home' }).click();
  await expect(above.getByRole('heading', { name: 'Lumen Home' })).toBeVisible();
  await above.context().close();
  await asPerson(page, 'Ana Tsvetkova', '/admin/users');
  await page.goto('/admin/audit');
  const trail = page.getByRole('table', { name: 'Audit trail' });
  await trail.waitFor();
  await expect(trail.getByText('Viewed the account')).toHaveCount(0);
  await page.getByRole('switch', { name: 'Include views' }).click({ force: true });
  await expect(trail.getByText('Viewed the account').first()).toBeVisible();
  await expect(page).toHaveURL(/views=true/);
  await expectAccessible(page);
});

test('accounts are switched off and on together', SWEEP, async ({ page }) => {
  await asPerson(page, 'Stefan Asenov', '/super-admin/accounts');
  await box(page, 'Orion Travel').click();
  await bar(page).getByRole('button', { name: 'Deactivate' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Orion Travel');
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByRole('row', { name: 'Orion Travel' })).toContainText('Inactive');
  await box(page, 'Orion Travel').click();
  await bar(page).getByRole('button', { name: 'Activate' }).click();
  await dialog.getByRole('button', { name: 'Activate' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('row', { name: 'Orion Travel' })).not.toContainText('Inactive');
});

for (const { colorScheme, language, width } of [
  { colorScheme: 'dark', language: 'bg', width: 360 },
  { colorScheme: 'dark', language: 'en', width: 1280 },
] as const) {
  test(`chosen rows and their question fit and are accessible: ${colorScheme}, ${language}, ${width}`, SWEEP, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 740 });
    await asPerson(page, 'Ana Tsvetkova', '/admin/users', language);
    await page.locator('thead').getByRole('checkbox').click();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.getByRole('button', { name: /^(Deactivate|Деактивиране)$/ }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^(Columns|Колони)$/ }).click();
    await page.getByRole('menu').waitFor();
    await expectAccessible(page);
  });
}

test('a slash leads to the search of every list, and stands among the shortcuts', async ({ page }) => {
  await asPerson(page, 'Ana Tsvetkova', '/admin/users');
  const search = page.getByRole('textbox', { name: /^Search by/ });
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('');
  // In a field it is written; and what is typed anew replaces what was searched.
  await search.pressSequentially('a/b');
  await expect(search).toHaveValue('a/b');
  await search.blur();
  await page.keyboard.press('/');
  await page.keyboard.type('petar');
  await expect(search).toHaveValue('petar');
  for (const path of ['/admin/queues', '/admin/timeslots']) {
    await page.goto(path);
    await search.waitFor();
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await expectAccessible(page);
  }
  await page.goto('/admin/audit');
  await page.getByRole('search').waitFor();
  await page.keyboard.press('/');
  await expect(page.getByRole('search').getByRole('button').first()).toBeFocused();
  // Rooms may wait for her or not.
  await page.goto('/communications');
  await page.getByRole('complementary', { name: 'Rooms' }).waitFor();
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Search in the list' })).toContainText('/');
});

test('a super admin’s lists are searched by a slash too', async ({ page }) => {
  await asPerson(page, 'Stefan Asenov', '/super-admin/accounts');
  for (const path of ['/super-admin/accounts', '/super-admin/super-users']) {
    await page.goto(path);
    await page.locator('tr[data-id]').first().waitFor();
    await page.keyboard.press('/');
    await expect(page.getByRole('textbox', { name: /^Search by name/ })).toBeFocused();
  }
});

test('a file that takes longer shows how far it is, can be cancelled, and stands six seconds when it is done', SWEEP, async ({ page }) => {
  await asPerson(page, 'Ana Tsvetkova', '/admin/users');
  let hold = 60_000;
  await page.route('**/people?**size=100**', async (route) => {
    await new Promise((next) => setTimeout(next, hold));
    await route.continue().catch(() => undefined);
  });
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(dialog).toHaveAccessibleName('Creating the file');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('in the file.')).toHaveCount(0);
  hold = 2500;
  const saved = page.waitForEvent('download');
  const begun = Date.now();
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(dialog).toBeVisible();
  await saved;
  await expect(dialog.getByRole('status')).toContainText('rows are in the file.');
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused();
  await expect(dialog).toHaveCount(0);
  // It came after a second and stood six.
  expect(Date.now() - begun).toBeGreaterThan(6900);
  await expect(page.getByRole('button', { name: 'Export' })).toBeFocused();
  // What is done in a moment says so at the edge, and opens nothing.
  hold = 0;
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByText('rows are in the file.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

for (const size of [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
]) {
  test(`a dialog opens in the middle at ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size);
    await asPerson(page, 'Ana Tsvetkova', '/admin/users?size=100');
    await box(page, 'Elena Marinova').click();
    await bar(page).getByRole('button', { name: 'Deactivate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.evaluate((element) => Promise.all(element.getAnimations().map((one) => one.finished)));
    const place = await dialog.boundingBox();
    if (place === null) throw new Error('nothing to measure');
    expect(Math.abs(place.x + place.width / 2 - size.width / 2)).toBeLessThanOrEqual(1);
    expect(Math.abs(place.y + place.height / 2 - size.height / 2)).toBeLessThanOrEqual(1);
    await expect(dialog).toContainText('This person is signed out at once');
  });
}
