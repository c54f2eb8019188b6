import { expect, type Page, test } from '@playwright/test';
import { AgentScreen } from './people.ts';
import { expectAccessible, signInAs } from './signing-in.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and do' });
const option = (page: Page, name: RegExp) => palette(page).getByRole('option', { name });

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('textbox')).toBeFocused();
}

test('the palette finds rooms, pages and actions by name, and does what is chosen', async ({ browser }) => {
  const { page } = await AgentScreen.open(browser, 'Petar Kostov');
  await expect(page).toHaveURL(/\/dashboard$/);
  await openPalette(page);
  await expectAccessible(page);
  await page.keyboard.type('commun');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/communications$/);

  const row = page.getByRole('complementary', { name: 'Rooms' }).getByRole('link').first();
  await row.waitFor();
  await row.click();
  const customer = await page.getByRole('main').getByRole('heading', { level: 2 }).last().textContent();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/communications$/);
  await openPalette(page);
  await page.keyboard.type(String(customer));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: String(customer) })).toBeVisible();

  await openPalette(page);
  await page.keyboard.type('write a note');
  await expect(option(page, /Write a note/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: /note/i })).toBeFocused();

  await openPalette(page);
  await page.keyboard.type('nothing is called this');
  await expect(palette(page).getByText('Nothing is called “nothing is called this”')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: /note/i })).toBeFocused();
  await page.context().close();
});

test('two keys one after the other go to a page, and letters in a field are letters', async ({ page }) => {
  await signInAs(page, 'Petar Kostov');
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/communications$/);
  await page.getByRole('complementary', { name: 'Rooms' }).getByRole('link').first().click();
  await page.keyboard.press('n');
  const field = page.getByRole('textbox', { name: /note/i });
  await expect(field).toBeFocused();
  await page.keyboard.type('gd');
  await expect(field).toHaveValue('gd');
  await field.fill('');
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('the list of shortcuts opens by its key, and a changed key is the one that works, also after a reload', async ({ page }) => {
  await signInAs(page, 'Petar Kostov');
  await page.keyboard.press('Shift+Slash');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list).toBeVisible();
  await expectAccessible(page);
  await list.getByRole('button', { name: 'Change the key of “Communications”' }).click();
  await page.keyboard.press('e');
  await expect(list.getByRole('alert')).toContainText('This key belongs to “Resolve”');
  await list.getByRole('button', { name: 'Change the key of “Communications”' }).click();
  await page.keyboard.press('x');
  await expect(list.getByRole('button', { name: 'Change the key of “Communications”' })).toHaveText('Change');
  await expect(list.getByRole('listitem').filter({ hasText: 'Communications' }).locator('kbd')).toHaveText(['X']);
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await page.reload();
  await page.getByRole('navigation').waitFor();
  await page.keyboard.press('x');
  await expect(page).toHaveURL(/\/communications$/);
  await page.keyboard.press('Shift+Slash');
  await list.getByRole('button', { name: 'Back to the first keys' }).click();
  await expect(list.getByRole('listitem').filter({ hasText: 'Communications' }).locator('kbd')).toHaveText(['G', 'C']);
});

test('letters by themselves can be switched off: then Ctrl+K still leads everywhere, also after a reload', async ({ page }) => {
  await signInAs(page, 'Petar Kostov', '/communications');
  await page.keyboard.press('Shift+Slash');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await list.getByRole('switch', { name: 'Single letters do something' }).press('Space');
  await expect(list.getByText('Only keys with Ctrl', { exact: false })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('complementary', { name: 'Rooms' }).getByRole('link').first().waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.keyboard.press('Shift+Slash');
  await openPalette(page);
  await expect(list).toHaveCount(0);
  await expect(page).toHaveURL(/\/communications/);
  await page.keyboard.type('shortcuts');
  await expect(option(page, /Keyboard shortcuts/).locator('kbd')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await list.getByRole('switch', { name: 'Single letters do something' }).press('Space');
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/\/dashboard/);
});
