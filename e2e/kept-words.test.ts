import { expect, type Locator, type Page, test } from '@playwright/test';
import { AgentScreen } from './people.ts';
import { expectAccessible } from './signing-in.ts';

// What is being typed while that for which it is typed goes away: it stays in a field, and its letters are no commands. Told in order.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

const mark = `kept-${Date.now().toString(36)}`;
let dora: AgentScreen;
let emil: AgentScreen;
/** The group's address. */
let group: string;

test.beforeAll(async ({ browser }) => {
  dora = await AgentScreen.open(browser, 'Dora Ilieva');
  emil = await AgentScreen.open(browser, 'Emil Stanchev');
});

test.afterAll(async () => {
  for (const { page } of [dora, emil]) await page.context().close();
});

const timeline = (page: Page): Locator => page.getByRole('region', { name: 'Messages' });
const message = (page: Page, words: string): Locator => timeline(page).getByRole('listitem').filter({ hasText: words }).last();
const fields = (page: Page): Locator => page.getByRole('textbox', { name: 'Edit the message' });
async function chooseFor(row: Locator, item: string): Promise<void> {
  // The rows still move while readers come: the focus stays on one, the pointer would not.
  await row.focus();
  await row.getByRole('button', { name: 'Message actions' }).click();
  await row.page().getByRole('menuitem', { name: item }).click();
}

test('each message that one has chosen to edit has the focus at once, and what was typed for another stays', async () => {
  await dora.page.goto('/communications/create');
  for (const name of [/Emil Stanchev/, /Petar Kostov/]) await dora.page.getByRole('option', { name }).click();
  await dora.page.getByLabel('Name of the group').fill(`Kept ${mark}`);
  await dora.page.getByRole('button', { name: 'Create the group' }).click();
  await expect(dora.page.getByRole('heading', { name: `Kept ${mark}` })).toBeVisible();
  group = new URL(dora.page.url()).pathname;
  const { page } = emil;
  await page.goto(group);
  for (const words of ['One', 'Two', 'Three']) {
    await emil.say(`${words} ${mark}`);
    await expect(message(page, `${words} ${mark}`)).toBeVisible();
  }
  const [one, two] = [message(page, `One ${mark}`), message(page, `Two ${mark}`)];
  const rows = timeline(page).locator('[data-row]');
  const rowOf = async (row: Locator) => rows.and(page.locator(`[data-row="${await row.getAttribute('data-row')}"]`));
  const [first, second] = [await rowOf(one), await rowOf(two)];
  await chooseFor(first, 'Edit');
  await page.keyboard.type(' even');
  await expect(fields(page)).toHaveValue(`One ${mark} even`);
  await chooseFor(second, 'Edit');
  await page.keyboard.type(' erjk');
  await expect(second.getByRole('textbox')).toHaveValue(`Two ${mark} erjk`);
  await expect(first.getByRole('textbox')).toHaveValue(`One ${mark} even`);
  // The one that is open already, chosen once more.
  await chooseFor(first, 'Edit');
  await expect(first.getByRole('textbox')).toBeFocused();
  await page.keyboard.type(' more');
  await expect(first.getByRole('textbox')).toHaveValue(`One ${mark} even more`);
  await page.keyboard.press('Enter');
  await expect(first).toContainText(`One ${mark} even more`);
  // Leaving with the rest unsaved is asked about.
  const asked = page.waitForEvent('dialog');
  const leaving = page.evaluate(() => location.reload());
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await leaving;
  await expect(second.getByRole('textbox')).toHaveValue(`Two ${mark} erjk`);
});

test('a message that is deleted while it is edited leaves what was typed in the same field', async () => {
  const { page } = emil;
  const field = fields(page);
  await field.focus();
  const other = await page.context().newPage();
  await other.goto(group);
  await chooseFor(message(other, `Two ${mark}`), 'Delete');
  await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  const kept = page.getByRole('textbox', { name: 'What you typed and did not save' });
  await expect(kept).toBeFocused();
  await page.keyboard.type(' r e');
  await expect(kept).toHaveValue(`Two ${mark} erjk r e`);
  await expect(page.getByText('This message was deleted meanwhile.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Drop', exact: true }).click();
  await expect(kept).toHaveCount(0);
  await expect(emil.composer()).toBeFocused();
  await other.close();
});

test('whoever is taken out of a group keeps what they were typing: a message that was edited, and a question about the group', async () => {
  const { page } = emil;
  const take = async () => {
    await dora.page.getByRole('button', { name: 'Remove Emil Stanchev from the group' }).click();
    await dora.page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  };
  await chooseFor(message(page, `Three ${mark}`), 'Edit');
  await page.keyboard.type(' sheep');
  await take();
  const kept = page.getByRole('textbox', { name: 'What you changed in a message and did not save:' });
  await expect(kept).toBeFocused();
  await expect(kept).toHaveValue(`Three ${mark} sheep`);
  const address = page.url();
  await page.keyboard.type('jke');
  expect(page.url()).toBe(address);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Drop', exact: true }).click();
  await expect(kept).toHaveCount(0);

  await dora.page.getByRole('button', { name: 'Add colleagues' }).click();
  const adding = dora.page.getByRole('dialog', { name: 'Add colleagues' });
  await adding.getByRole('option', { name: /Emil Stanchev/ }).click();
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(adding).toHaveCount(0);
  await page.goto(group);
  await page.getByRole('button', { name: 'This group' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename the group' });
  await renaming.getByLabel('Name of the group').fill('Half a na');
  await take();
  await expect(renaming).toContainText('You are no longer in this group.');
  await page.keyboard.type('me');
  await expect(renaming.getByLabel('Name of the group')).toHaveValue('Half a name');
  await expect(renaming.getByRole('button', { name: 'Save' })).toBeDisabled();
  await expectAccessible(page);
});
