import { expect, type Page, test } from '@playwright/test';
import { AgentScreen } from './people.ts';
import { expectAccessible, signInAs } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and actions' });
const option = (page: Page, name: RegExp) => palette(page).getByRole('option', { name });

async function openPalette(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search and actions' }).waitFor();
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('textbox')).toBeFocused();
}

test('the palette finds rooms, pages and actions by name, and does what is chosen', async ({ browser }) => {
  const { page } = await AgentScreen.open(browser, 'Petar Kostov');
  await page.goto('/profile');
  await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
  await openPalette(page);
  await expectAccessible(page);
  await page.keyboard.type('commun');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/communications(\?|$)/);

  const row = page.getByRole('complementary', { name: 'Rooms' }).getByRole('link').first();
  await row.waitFor();
  await row.click();
  await expect(page).toHaveURL(/\/communications\/[0-9a-f-]+(\?|$)/);
  const customer = await page.getByRole('main').getByRole('heading', { level: 2 }).last().textContent();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/communications(\?|$)/);
  await openPalette(page);
  await page.keyboard.type(String(customer));
  // Who it is and over which channel: as in the list of rooms.
  const room = palette(page).getByRole('group', { name: 'Rooms' }).getByRole('option').first();
  await expect(room.getByRole('img', { name: 'Live chat' })).toBeVisible();
  await expect(room.getByTitle(String(customer))).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: String(customer) })).toBeVisible();

  await openPalette(page);
  await page.keyboard.type('write a note');
  await expect(option(page, /Write a note/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: /note/i })).toBeFocused();

  await openPalette(page);
  await page.keyboard.type('nothing is called this');
  await expect(palette(page).getByText('Nothing called “nothing is called this”')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: /note/i })).toBeFocused();
  await page.context().close();
});

test(
  'the palette finds rooms and people on pages that hold none, in both languages, and leads where one may go',
  SWEEP,
  async ({ browser }) => {
    const { page } = await AgentScreen.open(browser, 'Elena Marinova');
    await page.goto('/profile');
    await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
    await openPalette(page);
    const rooms = palette(page).getByRole('group', { name: 'Rooms' }).getByRole('option');
    await expect(rooms.first().getByRole('img').last()).toBeVisible();
    await expectAccessible(page);
    const name = String(await rooms.first().locator('[title]').first().getAttribute('title'));
    await page.keyboard.type(name);
    await expect(rooms.first()).toContainText(name);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/communications\/[\da-f-]{36}/);
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();

    // An agent administers nobody: of a colleague there is what the directory says.
    await page.goto('/profile');
    await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
    await openPalette(page);
    await page.keyboard.type('petar');
    await expect(
      palette(page)
        .getByRole('group', { name: 'People' })
        .getByRole('option', { name: /Petar Kostov/ }),
    ).toBeVisible();
    await page.keyboard.press('Enter');
    const colleague = page.getByRole('dialog', { name: 'Petar Kostov' });
    await expect(colleague).toContainText('Supervisor');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(colleague).toHaveCount(0);
    await expect(page).toHaveURL(/\/profile$/);

    await page.evaluate(() => localStorage.setItem('language', 'bg'));
    await page.addInitScript(() => localStorage.setItem('language', 'bg'));
    await page.reload();
    await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
    await page.keyboard.press('Control+k');
    for (const group of ['Разговори', 'Хора']) await expect(page.getByRole('dialog').getByRole('group', { name: group })).toBeVisible();
    await page.context().close();
  },
);

test('an admin finds rooms from administration, and opens people there', async ({ browser }) => {
  const { page } = await AgentScreen.open(browser, 'Ana Tsvetkova');
  await page.goto('/admin');
  await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
  await openPalette(page);
  await expect(palette(page).getByRole('group', { name: 'Rooms' }).getByRole('option').first()).toBeVisible();
  await page.keyboard.type('petar');
  await expect(
    palette(page)
      .getByRole('group', { name: 'People' })
      .getByRole('option', { name: /Petar Kostov/ }),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/users\/[\da-f-]{36}/);
  await page.context().close();
});

test('every page of administration is a word away, and what can be added there', SWEEP, async ({ browser }) => {
  const { page } = await AgentScreen.open(browser, 'Ana Tsvetkova');
  const choose = async (words: string, name: string) => {
    await openPalette(page);
    await page.keyboard.type(words);
    await expect(option(page, new RegExp(`^${name}`)).first()).toHaveAttribute('data-combobox-selected', 'true');
    await page.keyboard.press('Enter');
  };
  for (const [words, name, path] of [
    ['queues', 'Queues', '/admin/queues'],
    ['timeslots', 'Timeslots', '/admin/timeslots'],
    ['capacity', 'Capacity', '/admin/capacity'],
    ['absence', 'Absence', '/admin/absence'],
    ['sending', 'Sending', '/admin/sending'],
    ['new user', 'New user', '/admin/users/create'],
    ['new queue', 'New queue', '/admin/queues/create'],
    ['new timeslot', 'New timeslot', '/admin/timeslots/create'],
  ] as const) {
    await choose(words, name);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
  await page.goto('/admin');
  await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
  await page.keyboard.press('Shift+Slash');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const name of ['Queues', 'Timeslots', 'Capacity', 'Absence', 'New user', 'New queue', 'New timeslot'])
    await expect(list.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })).toHaveCount(1);
  await expect(list.getByText('New account', { exact: true })).toHaveCount(0);
  await page.context().close();
});

test('a super admin gets to the pages of the account that is open, and to no account’s where none is', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await signInAs(page, 'Stefan Asenov');
  await page.getByRole('main').getByRole('heading').first().waitFor();
  await openPalette(page);
  await page.keyboard.type('queues');
  await expect(palette(page).getByText('Nothing called “queues”')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto('/super-admin/accounts/0193a1de-0000-7000-8000-0000000000a1');
  await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
  await openPalette(page);
  await page.keyboard.type('queues');
  await expect(option(page, /^Queues/).first()).toHaveAttribute('data-combobox-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/super-admin\/accounts\/[\da-f-]{36}\/settings\/queues$/);
});

test('two keys one after the other go to a page, and letters in a field are letters', async ({ page }) => {
  await signInAs(page, 'Petar Kostov', '/profile');
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/communications$/);
  await page.getByRole('complementary', { name: 'Rooms' }).getByRole('link').first().click();
  await expect(page.getByRole('button', { name: 'Write a note' })).toBeVisible();
  await page.keyboard.press('n');
  const field = page.getByRole('textbox', { name: /note/i });
  await expect(field).toBeFocused();
  await page.keyboard.type('gp');
  await expect(field).toHaveValue('gp');
  await field.fill('');
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/\/profile$/);
});

test('the list of shortcuts opens by its key, and a changed key is the one that works, also after a reload', async ({ page }) => {
  await signInAs(page, 'Petar Kostov', '/profile');
  await page.keyboard.press('Shift+Slash');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list).toBeVisible();
  await expectAccessible(page);
  await list.getByRole('button', { name: 'Change the key of “Communications”' }).click();
  await page.keyboard.press('e');
  await expect(list.getByRole('alert')).toContainText('This key belongs to “Resolve”');
  await list.getByRole('button', { name: 'Change the key of “Communications”' }).click();
  await page.keyboard.press('y');
  await expect(list.getByRole('button', { name: 'Change the key of “Communications”' })).toHaveAttribute('aria-pressed', 'false');
  await expect(list.getByRole('listitem').filter({ hasText: 'Communications' }).locator('kbd')).toHaveText(['Y']);
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await page.reload();
  await page.getByRole('navigation').waitFor();
  await page.keyboard.press('y');
  await expect(page).toHaveURL(/\/communications$/);
  await page.keyboard.press('Shift+Slash');
  await list.getByRole('button', { name: 'Restore the default keys' }).click();
  await expect(list.getByRole('listitem').filter({ hasText: 'Communications' }).locator('kbd')).toHaveText(['G', 'C']);
});

test('letters by themselves can be switched off: then Ctrl+K still leads everywhere, also after a reload', async ({ page }) => {
  await signInAs(page, 'Petar Kostov', '/communications');
  await page.keyboard.press('Shift+Slash');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await list.getByRole('switch', { name: 'Single-letter shortcuts' }).press('Space');
  await expect(list.getByText('Only keys with Ctrl', { exact: false })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('complementary', { name: 'Rooms' }).getByRole('link').first().waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.keyboard.press('Shift+Slash');
  await openPalette(page);
  await expect(list).toHaveCount(0);
  await expect(page).toHaveURL(/\/communications/);
  await page.keyboard.type('shortcuts');
  await expect(option(page, /Keyboard shortcuts/).locator('kbd')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await list.getByRole('switch', { name: 'Single-letter shortcuts' }).press('Space');
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/\/profile$/);
});
