import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible, signInAs } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const LUMEN = '0193a1de-0000-7000-8000-0000000000a1';
const NAME = 'Lamp shop';
const DAY = 86_400_000;

const row = (page: Page, name: string): Locator => page.getByRole('table', { name: 'Timeslots' }).getByRole('link', { name });
const preview = (page: Page): Locator => page.getByRole('region', { name: 'The next fortnight' });
const day = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true });
const save = (page: Page, verb = 'Save'): Locator => page.getByRole('button', { name: verb, exact: true });

/** The date so many days from today, by the clocks of the shop. */
const dateIn = (days: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Sofia' }).format(Date.now() + days * DAY);
/** As the preview names it: Thu 24 Dec. */
const lineOf = (date: string) =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(Date.parse(date));

async function asPerson(page: Page, name: string, path: string): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await signInAs(page, name);
  await page.goto(path);
}

/** What the queue that is open keeps to from now on: a timeslot by name, or none. */
async function keepTo(page: Page, choice: string): Promise<void> {
  await page.getByLabel('Timeslot').selectOption(choice);
  await save(page, 'Save').click();
  await expect(page.getByText('Saved.', { exact: true }).first()).toBeVisible();
}

test('an admin makes a timeslot with lunch and a holiday, and sees beside it what comes of them', SWEEP, async ({ page }) => {
  await asPerson(page, 'Ana Tsvetkova', '/admin');
  await page.getByRole('link', { name: 'Manage timeslots' }).click();
  await page.getByRole('link', { name: 'New timeslot' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill(NAME);
  await page.getByRole('textbox', { name: 'Priority' }).fill('101');
  await save(page, 'Create timeslot').click();
  await expect(page.getByRole('textbox', { name: 'Priority' })).toHaveAccessibleDescription(/Number exceeds maximum of 100/);
  await expect(page.getByRole('textbox', { name: 'Priority' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Priority' }).fill('5');
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Sofia');
  // By keyboard alone: a second span on Saturday, which overlaps until it is mended.
  const saturday = day(page, 'Saturday');
  await expect(saturday).toContainText('Closed');
  await saturday.getByRole('button', { name: 'Add hours' }).focus();
  await page.keyboard.press('Enter');
  await expect(saturday.getByLabel('span 1, from')).toBeFocused();
  await page.keyboard.type('20');
  await page.keyboard.press('Tab');
  await page.keyboard.type('200');
  await page.keyboard.press('Tab');
  await expect(saturday.getByLabel('span 1, from')).toHaveValue('20:00');
  await expect(saturday.getByLabel('span 1, to')).toHaveValue('02:00');
  await expect(saturday).toContainText('next day');
  await saturday.getByRole('button', { name: 'Add hours' }).click();
  await saturday.getByLabel('span 2, from').fill('10:00');
  await saturday.getByLabel('span 2, to').fill('21:00');
  await expect(saturday.getByRole('status')).toHaveText('These hours overlap.');
  await expect(preview(page)).toContainText('returns once all times are complete');
  await save(page, 'Create timeslot').click();
  await expect(page.getByText('1 field needs attention')).toBeVisible();
  await expectAccessible(page);
  await saturday.getByLabel('span 2, to').fill('14:00');
  await expect(saturday.getByRole('status')).toHaveCount(0);
  await day(page, 'Monday').getByLabel('span 1, to').fill('17:30');
  await day(page, 'Monday').getByRole('button', { name: /^Copy/ }).click();
  await page.getByRole('menuitem', { name: 'To Monday–Friday' }).click();
  await expect(day(page, 'Friday').getByLabel('span 1, to')).toHaveValue('17:30');
  await page.getByRole('switch', { name: 'Lunch break' }).check();
  const holiday = dateIn(3);
  await page.getByRole('button', { name: 'Add an exception' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByLabel('Name of the day')).toHaveAccessibleDescription('Name of the day is required.');
  await dialog.getByLabel('Name of the day').fill('Day of the lamp');
  await dialog.getByLabel('First day').fill(holiday);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('list', { name: 'Holidays and exceptions' })).toContainText('Day of the lamp');
  const days = preview(page).getByRole('listitem');
  await expect(days).toHaveCount(14);
  await expect(days.first()).toContainText('Today');
  await expect(days.filter({ hasText: lineOf(holiday) })).toContainText(/Closed.*Day of the lamp/);
  await expect(days.filter({ hasText: 'Mon' }).last()).toContainText('09:00–12:30');
  await expect(days.filter({ hasText: 'Mon' }).last()).toContainText('13:30–17:30');
  await expect(days.filter({ hasText: 'Sun' }).last()).toContainText('00:00–02:00');
  await expect(preview(page)).toContainText(/Open now, until|Closed now, opens/);
  await save(page, 'Create timeslot').click();
  await expect(page.getByText('The timeslot was created.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: NAME })).toBeVisible();
  await expect(page.getByText('Nowhere yet.')).toBeVisible();
  await expectAccessible(page);
});

test('it is changed, found in the list, and its name is its own', SWEEP, async ({ page }) => {
  await asPerson(page, 'Ana Tsvetkova', '/admin/timeslots');
  await expect(row(page, NAME)).toBeVisible();
  await expect(page.getByRole('table')).toContainText('Mon–Fri 09:00–17:30; Sat 10:00–14:00, 20:00–02:00 next day');
  await expectAccessible(page);
  await row(page, NAME).click();
  await page.getByRole('radio', { name: 'Around the clock, every day' }).check();
  await expect(preview(page).getByRole('listitem').last()).toContainText('00:00–24:00');
  await expect(preview(page)).toContainText('Open now, until');
  await page.getByRole('link', { name: 'Back to timeslots' }).click();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await page.getByRole('radio', { name: 'By day and hour of the week' }).check();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await expect(preview(page)).toContainText('In Asia/Tokyo');
  await save(page).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.goto('/admin/timeslots/create');
  await page.getByRole('textbox', { name: 'Name' }).fill(NAME.toUpperCase());
  await save(page, 'Create timeslot').click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(
    'The account already has a timeslot with this name.',
  );
  await save(page, 'Discard').click();
  await page.goto('/admin/timeslots?search=lamp');
  await expect(row(page, NAME)).toBeVisible();
  await page.getByRole('textbox', { name: /^Search/ }).fill('nothing is called so');
  await expect(page.getByText('No matches', { exact: true })).toBeVisible();
});

test(
  'a queue is set on it; it is not deleted while that keeps to it, and the refusal leads there; afterwards it is',
  SWEEP,
  async ({ page }) => {
    await asPerson(page, 'Ana Tsvetkova', '/admin/timeslots');
    await row(page, NAME).click();
    await expect(page.getByText('Nowhere yet.')).toBeVisible();
    const address = page.url();
    await page.goto('/admin/queues');
    await page.getByRole('table', { name: 'Queues' }).getByRole('link', { name: 'Shop' }).click();
    await keepTo(page, NAME);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Open this timeslot' }).click();
    await expect(page).toHaveURL(address);
    const usedBy = page.getByRole('region', { name: 'Where it is used' });
    await expect(usedBy.getByRole('link', { name: 'Shop' })).toBeVisible();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('alert')).toContainText('This timeslot is in use.');
    await expect(dialog.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0);
    await expectAccessible(page);
    await dialog.getByRole('link', { name: 'Shop' }).click();
    await keepTo(page, 'Always open');
    await page.goto(address);
    await expect(page.getByText('Nowhere yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText(`“${NAME}” was deleted.`)).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/timeslots$/);
    await expect(row(page, NAME)).toHaveCount(0);
  },
);

test('several are deleted at once: one that a queue keeps to stays, with the way there', SWEEP, async ({ page }) => {
  const names = ['Early watch', 'Late watch'];
  await asPerson(page, 'Ana Tsvetkova', '/admin/timeslots');
  for (const name of names) {
    await page.goto('/admin/timeslots/create');
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await save(page, 'Create timeslot').click();
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  }
  await page.goto('/admin/timeslots');
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  const shop = await page.context().newPage();
  await shop.goto('/admin/queues');
  await shop.getByRole('table', { name: 'Queues' }).getByRole('link', { name: 'Shop' }).click();
  await keepTo(shop, 'Late watch');
  const bar = page.getByRole('region', { name: 'Selection' });
  const dialog = page.getByRole('dialog');
  try {
    await bar.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(dialog).toHaveAccessibleName('Delete 2 timeslots?');
    await dialog.getByRole('button', { name: 'Delete 2', exact: true }).click();
    await expect(dialog.getByRole('status')).toContainText('Done: 1 row.');
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Late watch' })).toContainText('This timeslot is in use.');
    await expect(dialog.getByRole('link', { name: 'Shop' })).toHaveAttribute('href', new URL(shop.url()).pathname);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  } finally {
    await keepTo(shop, 'Always open');
    await shop.close();
  }
  await expect(row(page, 'Early watch')).toHaveCount(0);
  await expect(bar.getByRole('status')).toHaveText('1 selected');
  await bar.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(row(page, 'Late watch')).toHaveCount(0);
});

test('a super admin keeps the timeslots of any account, and an agent none', SWEEP, async ({ page, browser }) => {
  await asPerson(page, 'Stefan Asenov', `/super-admin/accounts/${LUMEN}/settings`);
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Timeslots' }).click();
  await page.getByRole('link', { name: 'New timeslot' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Night watch');
  await page.getByRole('radio', { name: 'Around the clock, every day' }).check();
  await expect(preview(page)).toContainText('Open now, never closes');
  await expectAccessible(page);
  await save(page, 'Create timeslot').click();
  await expect(page).toHaveURL(new RegExp(`/accounts/${LUMEN}/settings/timeslots/[\\w-]{36}$`));
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/accounts/${LUMEN}/settings/timeslots$`));
  const agent = await browser.newPage();
  await signInAs(agent, 'Elena Marinova');
  await agent.goto('/admin/timeslots');
  await expect(agent).toHaveURL(/\/communications/);
  await agent.close();
});

for (const { colorScheme, language } of [
  { colorScheme: 'light', language: 'bg' },
  { colorScheme: 'dark', language: 'en' },
] as const) {
  test(`the pages of timeslots fit a phone, ${colorScheme}, ${language}, and are accessible`, SWEEP, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 360, height: 740 }, baseURL: baseURL ?? '' });
    await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    const page = await context.newPage();
    await signInAs(page, 'Ana Tsvetkova');
    for (const path of ['/admin', '/admin/timeslots', '/admin/timeslots/create']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
      await expect(page.getByRole('status', { name: /Loading|Зареждане/ })).toHaveCount(0);
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 360]);
      await expectAccessible(page);
    }
    await context.close();
  });
}
