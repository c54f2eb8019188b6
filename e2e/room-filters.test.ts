import { expect, type Page, test } from '@playwright/test';
import { nobodyIsReady } from './demo-database.ts';
import { AgentScreen, productUrl } from './people.ts';
import { expectAccessible } from './signing-in.ts';
import { SWEEP } from './sweep.ts';
import { CallingVisitor } from './visitor-calls.ts';

// Two people at the same rooms, told in order.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

/** Nobody of an earlier try bears this name. */
const TAG = `Q${Array.from({ length: 6 }, () => String.fromCharCode(97 + Math.random() * 26)).join('')}`;
const VIEW = `Team ${TAG}`;
let dora: AgentScreen;
let petar: AgentScreen;
let zora: CallingVisitor;

async function visitorCalled(name: string): Promise<CallingVisitor> {
  const visitor = await CallingVisitor.start();
  // Who says so before the first message is called so.
  await visitor.bear(`${name} ${TAG}`);
  await visitor.say(`Hello from ${name}`);
  return visitor;
}

test.beforeAll(async ({ browser }) => {
  await nobodyIsReady();
  dora = await AgentScreen.open(browser, 'Dora Ilieva');
  petar = await AgentScreen.open(browser, 'Petar Kostov');
  zora = await visitorCalled('Zora');
  await visitorCalled('Anton');
});

test.afterAll(async () => {
  for (const { page } of [dora, petar]) await page.context().close();
});

/** The list stands still while somebody points at it or goes through it by keyboard. */
async function letGo({ page }: AgentScreen): Promise<void> {
  await page.mouse.move(1200, 400);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}
const goTo = async (agent: AgentScreen, path: string) => {
  await agent.page.goto(new URL(path, productUrl()).href);
  await agent.rooms().getByRole('button', { name: 'Filter and order' }).waitFor();
};
const panel = (page: Page) => page.getByRole('dialog', { name: 'Filter and order' });
const chosen = (agent: AgentScreen) => agent.rooms().getByRole('region', { name: 'Filters' });
const row = (agent: AgentScreen, name: string) => agent.row(`${name} ${TAG}`);
const viewChip = (agent: AgentScreen) => agent.rooms().getByRole('button', { name: new RegExp(`^${VIEW}`) });

test('the list is narrowed by name, by what is unread and by channel, and its address gives the same again', SWEEP, async () => {
  const { page } = dora;
  await goTo(dora, '/communications');
  await row(dora, 'Zora').click();
  await page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await expect(dora.composer()).toBeVisible();
  await goTo(dora, '/communications');
  await zora.say('Are you there?');
  await expect(row(dora, 'Zora').getByTitle('1 new message')).toBeVisible();

  await page.keyboard.press('v');
  await panel(page).getByLabel('Name', { exact: true }).fill(TAG.toLowerCase());
  await expect(row(dora, 'Anton')).toBeVisible();
  await expect(chosen(dora).getByRole('status')).toHaveText('2 rooms found');
  await panel(page).getByRole('button', { name: 'Unread' }).click();
  await panel(page).getByRole('button', { name: 'Live chat' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await letGo(dora);
  await expect(row(dora, 'Anton')).toHaveCount(0);
  await expect(row(dora, 'Zora')).toBeVisible();
  await expect(chosen(dora).getByRole('status')).toHaveText('1 room found');

  const address = page.url();
  expect(address).toContain('unread');
  await page.reload();
  await expect(row(dora, 'Zora')).toBeVisible();
  await expect(row(dora, 'Anton')).toHaveCount(0);
  await expect(chosen(dora).getByRole('button', { name: /^Remove the filter/ })).toHaveCount(3);

  await chosen(dora).getByRole('button', { name: 'Remove the filter Unread' }).click();
  await letGo(dora);
  await expect(row(dora, 'Anton')).toBeVisible();
  await page.goBack();
  await expect(row(dora, 'Anton')).toHaveCount(0);
  expect(page.url()).toBe(address);
  // A room keeps the list as it is.
  await row(dora, 'Zora').click();
  await expect(page).toHaveURL(/communications\/[\w-]+\?.*unread/);
  // Read is what the server knows to be so.
  await expect(async () => {
    await page.reload();
    await expect(row(dora, 'Zora')).toHaveCount(0, { timeout: 2000 });
    await expect(dora.rooms().getByText('No matches')).toBeVisible({ timeout: 2000 });
  }).toPass();
});

test('a room comes into a narrowed list and leaves it by what happens, without a reload', SWEEP, async () => {
  const { page } = dora;
  await goTo(dora, `/communications?filter=search.${TAG}~unread`);
  await letGo(dora);
  // It was read when it was open.
  await expect(dora.rooms().getByText('No matches')).toBeVisible();
  await expect(dora.rooms()).toContainText(`These filters hide every room here: Name: ${TAG}; Unread.`);
  await expectAccessible(page);
  await zora.say('And now?');
  await expect(row(dora, 'Zora')).toBeVisible();
  await row(dora, 'Zora').click();
  await expect(row(dora, 'Zora').getByTitle(/new message/)).toHaveCount(0);
  await letGo(dora);
  // To have read it moves no row under the pointer.
  await expect(row(dora, 'Zora')).toBeVisible();
  await dora.rooms().getByRole('button', { name: 'Clear all' }).first().click();
  await expect(row(dora, 'Zora')).toBeVisible();
  expect(page.url()).not.toContain('filter');
});

test('a narrowed list that is empty says in which other lists there are rooms that fit, and leads there', SWEEP, async () => {
  const elsewhere = ({ page }: AgentScreen, name: string) => page.getByRole('button', { name, exact: true });
  await goTo(dora, `/communications?show=snoozed&filter=search.${TAG}`);
  await expect(elsewhere(dora, 'Waiting (1)')).toBeVisible();
  await expectAccessible(dora.page);
  await elsewhere(dora, 'Mine (1)').click();
  await expect(row(dora, 'Zora')).toBeVisible();
  await goTo(petar, `/communications?show=mine&filter=search.${TAG}`);
  await elsewhere(petar, 'All (2)').click();
  await expect(row(petar, 'Anton')).toBeVisible();
  await expect(petar.page).toHaveURL(/show=all.*filter=search/);
  await goTo(petar, `/communications?show=mine&filter=search.${TAG}nobody`);
  await expect(petar.rooms().getByText('No matches')).toBeVisible();
  await expect(petar.rooms().getByText('In other lists:')).toHaveCount(0);
});

test('a view that a supervisor shares stands before everybody with a live count of their own', SWEEP, async () => {
  const { page } = petar;
  await goTo(petar, `/communications?show=all&filter=search.${TAG}`);
  await page.keyboard.press('v');
  await panel(page).getByLabel('Order').selectOption('Oldest first');
  await panel(page).getByRole('button', { name: 'Save as view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as view' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Give the view a name.');
  await dialog.getByLabel('Name').fill(VIEW);
  await dialog.getByLabel('For everybody in the account').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(viewChip(petar)).toHaveAttribute('aria-pressed', 'true');
  await expect(viewChip(petar)).toContainText('2');
  // The row begins at its start, says that there is more, and what was saved is not offered to be saved again.
  const chips = page.getByRole('group', { name: 'Which rooms to show' });
  await expect(chips.getByRole('button', { name: /^Mine/ })).toBeInViewport({ ratio: 0.9 });
  await expect(chips).toHaveAttribute('data-more', 'after');
  await expect(chosen(petar).getByRole('button', { name: 'Save as view' })).toHaveCount(0);

  await expect(viewChip(dora)).toContainText('2');
  await viewChip(dora).click();
  await expect(dora.page).toHaveURL(/show=all/);
  await letGo(dora);
  await expect(row(dora, 'Zora')).toBeVisible();
  const names = await dora.rooms().getByRole('link').filter({ hasText: TAG }).allTextContents();
  expect(names.map((words) => words.includes('Anton'))).toEqual([true, false]);

  await visitorCalled('Boris');
  await expect(row(dora, 'Boris')).toBeVisible();
  for (const agent of [dora, petar]) await expect(viewChip(agent)).toContainText('3', { timeout: 15_000 });

  // Whoever may not change it is not offered to.
  await dora.page.keyboard.press('v');
  await panel(dora.page).getByRole('button', { name: 'Manage views' }).click();
  const views = dora.page.getByRole('dialog', { name: 'Manage views' });
  await expect(views).toContainText(VIEW);
  await expect(views.getByRole('button', { name: `Delete “${VIEW}”` })).toHaveCount(0);
  await expectAccessible(dora.page);
  await dora.page.keyboard.press('Escape');

  // It is found by the palette, too.
  await goTo(dora, '/communications');
  await expect(viewChip(dora)).toBeVisible();
  await dora.page.keyboard.press('Control+k');
  await dora.page.keyboard.type(VIEW);
  await dora.page.getByRole('option', { name: VIEW }).click();
  await expect(dora.page).toHaveURL(/show=all.*filter=/);

  // In another window it is being renamed: what is typed there is not lost with it.
  const other = await page.context().newPage();
  await other.goto(`${productUrl()}/communications?show=all`);
  await other.getByRole('button', { name: 'Filter and order' }).click();
  await panel(other).getByRole('button', { name: 'Manage views' }).click();
  await other.getByRole('button', { name: `Rename “${VIEW}”` }).click();
  const renaming = other.getByRole('dialog', { name: 'Manage views' });
  await renaming.getByLabel('Name').fill('Long waits');

  await page.bringToFront();
  await page.keyboard.press('v');
  await panel(page).getByRole('button', { name: 'Manage views' }).click();
  await page.getByRole('button', { name: `Delete “${VIEW}”` }).click();
  await page
    .getByRole('dialog', { name: `Delete the view “${VIEW}”?` })
    .getByRole('button', { name: 'Delete' })
    .click();
  for (const agent of [dora, petar]) await expect(viewChip(agent)).toHaveCount(0);
  await expect(renaming.getByRole('alert')).toHaveText(/^This view was deleted meanwhile/);
  await expect(renaming.getByLabel('Name')).toHaveValue('Long waits');
  await expectAccessible(other);
  await renaming.getByRole('button', { name: 'Close' }).last().click();
  await expect(renaming).toContainText('No views yet');
  await other.close();
});

test('on a phone the filters are a sheet over the list', SWEEP, async () => {
  const { page } = dora;
  await page.setViewportSize({ width: 360, height: 740 });
  await goTo(dora, '/communications');
  await dora.rooms().getByRole('button', { name: 'Filter and order' }).click();
  await expect(panel(page)).toBeVisible();
  await panel(page).getByLabel('Name', { exact: true }).fill(TAG);
  await expectAccessible(page);
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }));
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  await panel(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(row(dora, 'Zora')).toBeVisible();
  await expect(chosen(dora)).toBeVisible();
  await expectAccessible(page);
});

test('on a narrow phone the lists of an agent stand whole beside each other, in Bulgarian too', SWEEP, async () => {
  const { page } = dora;
  await page.addInitScript(() => localStorage.setItem('language', 'bg'));
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`${productUrl()}/communications`);
    const last = page.getByRole('button', { name: 'Приключени' });
    await expect(last).toBeVisible();
    await page.getByRole('group').getByRole('button', { name: /^Мои/ }).waitFor();
    await page.evaluate(() => document.fonts.ready);
    const box = await last.boundingBox();
    expect((box?.x ?? width) + (box?.width ?? 0), `at ${width} px`).toBeLessThanOrEqual(width);
    if (process.env.E2E_PICTURES) await page.screenshot({ path: `${process.env.E2E_PICTURES}/chips-bg-${width}.png` });
  }
});
