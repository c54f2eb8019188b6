import { expect, type Page, test } from '@playwright/test';
import { nobodyIsReady, tellOfHandOver } from './demo-database.ts';
import { Keys } from './keys.ts';
import { SWEEP } from './sweep.ts';
import { CallingVisitor } from './visitor-calls.ts';

// A week in which nobody touches anything but the keyboard.
test.describe.configure({ timeout: 60_000 });

const word = () => `w${Math.random().toString(36).slice(2, 8)}`;
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
const written = (page: Page) => page.getByRole('textbox', { name: /^Write/ });

/** A customer waits, and an agent has found the conversation by the keys of the list, and opened it. */
async function givenWaiting(keys: Keys, count = 1): Promise<{ visitor: CallingVisitor; words: string }> {
  const words = word();
  const visitor = await CallingVisitor.start();
  await visitor.sayMany(words, 1, count);
  await keys.toRow(`${words} ${count}`);
  await keys.press('Enter');
  await expect(messages(keys.page)).toContainText(`${words} ${count}`);
  return { visitor, words };
}

/** Takes what is open, by the button in its head. */
async function take(keys: Keys): Promise<void> {
  await keys.tabTo('button', 'Take');
  await keys.press('Enter');
  await keys.isAt(written(keys.page));
}

test.beforeEach(nobodyIsReady);

test('Monday: a conversation is taken, answered, noted, starred and resolved', SWEEP, async ({ browser }) => {
  const keys = await Keys.signIn(browser, 'Dora Ilieva');
  const { page } = keys;
  const { visitor, words } = await givenWaiting(keys);
  await take(keys);

  await keys.tabTo('button', /^My status: Offline/, 'Shift+Tab');
  await keys.press('Enter');
  await keys.reach(page.getByRole('menuitem', { name: 'Ready' }), 'ArrowDown');
  await keys.press('Enter');
  await keys.isOn('button', 'My status: Ready');

  await keys.press('r');
  await keys.isAt(written(page));
  await keys.type('It fits.');
  await keys.press('Shift+Enter');
  await keys.type('Both sizes do.');
  await keys.press('Enter');
  await expect(messages(page)).toContainText(/It fits\.\s*Both sizes do\./);
  await keys.isAt(written(page));
  await expect(written(page)).toHaveValue('');

  await keys.press('Escape');
  await keys.isAt(messages(page));
  await keys.press('n');
  await keys.isOn('textbox', 'Write a note for your colleagues');
  await keys.type('Wants both sizes.');
  await keys.press('Enter');
  await expect(messages(page)).toContainText('Wants both sizes.');
  await keys.press('Escape');
  await keys.press('c');
  await expect(page.getByRole('tab', { name: 'Conversation' })).toHaveAttribute('aria-selected', 'true');
  await keys.press('f');
  await expect(page.getByRole('button', { name: 'Unstar' })).toHaveAttribute('aria-pressed', 'true');
  await keys.press('i');
  await expect(page.getByRole('tab', { name: 'Customer' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tabpanel')).toContainText('Channels');
  await keys.press('c');
  await visitor.say(`${words} thanks`);
  await expect(messages(page)).toContainText(`${words} thanks`);

  await keys.press('e');
  await expect(page.locator('[data-after-resolve]').filter({ hasText: 'This conversation is resolved' })).toBeVisible();
  await keys.isAt(messages(page));
  await keys.press('Escape');
  await keys.isAt(page.getByRole('complementary', { name: 'Rooms' }).getByRole('link').first());
  await keys.close();
});

test('Tuesday: from one room to the next, back through a long history, and across Parley by the palette', SWEEP, async ({ browser }) => {
  const keys = await Keys.signIn(browser, 'Dora Ilieva');
  const { page } = keys;
  const { words } = await givenWaiting(keys, 70);
  await take(keys);
  const customer = String(await page.getByRole('heading', { level: 2, name: /^Visitor \d{4}$/ }).textContent());
  await keys.press('Escape');
  await keys.isAt(messages(page));
  await expect(async () => {
    await keys.press('Home');
    await expect(messages(page).getByText(`${words} 1`, { exact: true })).toBeInViewport({ timeout: 300 });
  }).toPass();
  await keys.press('End');
  await expect(messages(page).getByText(`${words} 70`, { exact: true })).toBeInViewport();

  await keys.press('j');
  const row = page.getByRole('complementary', { name: 'Rooms' }).getByRole('link').and(page.locator(':focus'));
  const next = await row.getAttribute('href');
  await keys.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${next}$`));
  await keys.press('k');
  await expect(row).not.toHaveAttribute('href', next ?? '');
  await keys.press('Enter');
  await expect(page).not.toHaveURL(new RegExp(`${next}$`));

  await keys.command(customer);
  await expect(page.getByRole('heading', { level: 2, name: customer })).toBeVisible();
  // Where it opens depends on how much of it was there long enough to count as seen.
  await expect(messages(page)).toContainText(words);
  await keys.isAt(written(page));
  await keys.command('status to break');
  await expect(page.getByRole('button', { name: 'My status: Break' })).toBeVisible();
  await keys.press('Tab');
  await keys.command('my profile');
  await expect(page).toHaveURL(/\/profile$/);
  await keys.close();
});

test('Wednesday: a key is changed, and the screen speaks and looks otherwise', SWEEP, async ({ browser }) => {
  const keys = await Keys.signIn(browser, 'Dora Ilieva');
  const { page } = keys;
  await keys.tabTo('link', /^Communications/);
  await keys.press('g', 'p');
  await expect(page).toHaveURL(/\/profile$/);
  await keys.press('Shift+Slash');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.tabTo('button', 'Change the key of “Communications”');
  await keys.press('Enter', 'y');
  // Until then a second key could follow.
  await expect(sheet.getByRole('status')).toHaveCount(0);
  await expect(sheet.getByRole('listitem').filter({ hasText: 'Communications' }).locator('kbd')).toHaveText(['Y']);
  await keys.isOn('button', 'Change the key of “Communications”');
  await keys.press('Escape');
  await expect(sheet).toHaveCount(0);
  await keys.press('y');
  await expect(page).toHaveURL(/\/communications$/);

  await keys.tabTo('button', 'Language: English');
  await keys.press('Enter');
  await keys.reach(page.getByRole('menuitem', { name: 'Български' }), 'ArrowDown');
  await keys.press('Enter');
  await keys.isOn('button', 'Език: Български');
  await expect(page.getByRole('heading', { level: 1, name: 'Разговори' })).toBeVisible();
  await keys.press('Enter');
  await keys.reach(page.getByRole('menuitem', { name: 'English' }), 'ArrowUp');
  await keys.press('Enter');
  await keys.isOn('button', 'Language: English');
  await keys.press('Tab', 'Enter');
  await keys.isOn('button', 'Switch to light mode');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await keys.press('Tab', 'Enter');
  await keys.reach(page.getByRole('menuitem', { name: 'Compact' }), 'ArrowDown');
  await keys.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Compact' })).toHaveAttribute('aria-current', 'true');
  await keys.press('Escape');
  await keys.isOn('button', /^Dora Ilieva/);
  await keys.close();
});

test('Thursday: what happened is read, the profile is changed and kept, and the day ends by signing out', SWEEP, async ({ browser }) => {
  const room = await tellOfHandOver('dora@lumenhome.example');
  const keys = await Keys.signIn(browser, 'Dora Ilieva');
  const { page } = keys;
  await keys.tabTo('button', /^Notifications, \d+ unread/);
  await keys.press('Enter');
  await keys.tabTo('link', /^Petar Kostov handed the conversation/);
  await keys.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/communications/${room}`));
  await keys.isOn('button', /^Notifications/);
  await keys.press('Enter');
  await expect(
    page
      .getByRole('dialog', { name: 'Notifications' })
      .getByRole('link', { name: /^Petar Kostov/ })
      .first(),
  ).toBeVisible();
  await keys.press('Escape');
  await keys.isOn('button', /^Notifications/);

  await keys.press('g', 'p');
  const jobTitle = page.getByRole('textbox', { name: /^Job title/ });
  const job = `Lamps and shades ${word()}`;
  await keys.reach(jobTitle, 'Tab');
  await keys.typeOver(job);
  await keys.command('communications');
  await keys.isOn('button', 'Stay here');
  await keys.press('Enter');
  await keys.isAt(jobTitle);
  await expect(jobTitle).toHaveValue(job);
  await keys.press('Control+s');
  await expect(page.getByText('Your profile was saved.')).toBeVisible();
  await keys.isAt(jobTitle);
  await keys.typeOver('Nothing to keep');
  await keys.command('communications');
  await keys.press('Tab');
  await keys.isOn('button', 'Leave without saving');
  await keys.press('Enter');
  await expect(page).toHaveURL(/\/communications$/);

  await keys.press('g', 'p');
  await keys.reach(jobTitle, 'Tab');
  await expect(jobTitle).toHaveValue(job);
  await keys.typeOver('Customer care');
  await keys.tabTo('button', 'Save changes');
  await keys.press('Enter');
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  await keys.isOn('button', 'Save changes');

  await keys.tabTo('button', /^Dora Ilieva/, 'Shift+Tab');
  await keys.press('Enter');
  await keys.reach(page.getByRole('menuitem', { name: 'Sign out' }), 'ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0);
  await keys.close();
});

test('Friday: an admin adds somebody, changes and deactivates them, and finds it in the trail', SWEEP, async ({ browser }) => {
  const keys = await Keys.signIn(browser, 'Ana Tsvetkova');
  const { page } = keys;
  const name = word();
  await keys.press('Tab', 'g', 'u');
  await keys.tabTo('link', 'New user');
  await keys.press('Enter');
  await keys.tabTo('textbox', 'First name');
  await keys.type(name);
  await keys.tabTo('textbox', 'E-mail');
  await keys.type(`${name}@lumenhome.example`);
  await keys.reach(page.getByRole('radio', { name: 'Agent' }), 'Tab');
  await keys.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Supervisor' })).toBeChecked();
  await keys.press('Control+s');
  await keys.isOn('textbox', 'Invitation link');
  await keys.tabTo('button', 'Done');
  await keys.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();

  await keys.reach(page.getByRole('textbox', { name: /^Job title/ }), 'Tab');
  await keys.type('Bulbs');
  await keys.tabTo('button', 'Save');
  await keys.press('Enter');
  await expect(page.getByText('Saved.')).toBeVisible();
  await keys.isOn('button', 'Save');
  await keys.tabTo('button', 'More actions', 'Shift+Tab');
  await keys.press('Enter');
  await keys.reach(page.getByRole('menuitem', { name: 'Deactivate' }), 'ArrowDown');
  await keys.press('Enter');
  await keys.isOn('button', 'Cancel');
  await keys.press('Enter');
  await keys.isOn('button', 'More actions');
  await keys.press('Enter');
  await keys.reach(page.getByRole('menuitem', { name: 'Deactivate' }), 'ArrowDown');
  await keys.press('Enter');
  await keys.isOn('button', 'Cancel');
  await keys.press('Tab', 'Enter');
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible();
  await keys.isOn('button', 'More actions');

  await keys.press('g', 't');
  await keys.tabTo('button', 'Action');
  await keys.press('Enter');
  await keys.reach(page.getByRole('menuitem', { name: 'Deactivated a user' }), 'ArrowDown');
  await keys.press('Enter');
  await expect(page.getByRole('table', { name: 'Audit trail' }).getByRole('row').nth(1)).toContainText(name);
  await keys.tabTo('button', 'Remove the filter Action');
  await keys.press('Enter');
  await keys.isOn('button', 'Action');
  await keys.command('Elena Marinova');
  await expect(page.getByRole('heading', { level: 2, name: 'Elena Marinova' })).toBeVisible();
  await keys.press('Tab');
  await keys.close();
});
