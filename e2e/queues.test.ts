import { expect, type Page, test } from '@playwright/test';
import { nobodyIsReady } from './demo-database.ts';
import { AgentScreen, Visitor } from './people.ts';
import { expectAccessible, signInAs } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const LUMEN = '0193a1de-0000-7000-8000-0000000000a1';
const QUEUE = 'Lamps and shades';
const SECOND = 'Repairs of lamps';

async function asAna(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await signInAs(page, 'Ana Tsvetkova');
  await page.goto(path);
}

const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
const queueLink = (page: Page, name: string) => page.getByRole('table', { name: 'Queues' }).getByRole('link', { name });

async function act(page: Page, name: string, action: string) {
  await page.goto('/admin/queues');
  await queueLink(page, name).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
  return page.getByRole('dialog');
}

async function makeDefault(page: Page, name: string): Promise<void> {
  const dialog = await act(page, name, 'Make default');
  await dialog.getByRole('button', { name: 'Make default' }).click();
  await expect(page.getByText(`${name} is now the default queue.`)).toBeVisible();
}

async function add(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Add an agent by name' }).fill(name.slice(0, 4));
  await page.getByRole('option', { name }).click();
  await expect(page.getByRole('list', { name: 'Agents in this queue' }).getByText(name)).toBeVisible();
}

test('an admin makes queues by skill, and what was typed is kept until it fits', SWEEP, async ({ page }) => {
  await asAna(page, '/admin');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Queues' }).click();
  await expect(queueLink(page, 'Shop')).toContainText('Default queue');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'New queue' }).click();
  await nameOf(page).fill('shop');
  // Each strategy says beside it what it does.
  await expect(page.getByRole('radio', { name: 'Skill' })).toHaveAccessibleDescription(/highest skill in this queue/);
  await page.getByRole('radio', { name: 'Skill' }).check();
  await add(page, 'Elena Marinova');
  await add(page, 'Emil Stanchev');
  await page.getByLabel('Skill of Elena Marinova').selectOption('3');
  await page.getByLabel('Skill of Emil Stanchev').selectOption('9');
  await page.getByLabel('Job title of Emil Stanchev').fill('');
  await page.getByRole('button', { name: 'Create queue' }).click();
  await expect(page.getByText('Every agent needs a job title.')).toBeVisible();
  await expect(page.getByLabel('Job title of Emil Stanchev')).toBeFocused();
  await page.getByLabel('Job title of Emil Stanchev').fill('Expert');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create queue' }).click();
  await expect(nameOf(page)).toHaveAccessibleDescription('Another queue has this name.');
  await nameOf(page).fill(QUEUE);
  await page.getByRole('link', { name: 'Back to queues' }).click();
  await expect(page.getByRole('dialog', { name: 'You have unsaved changes' })).toBeVisible();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { name: QUEUE })).toBeVisible();
  await expect(page.getByLabel('Job title of Emil Stanchev')).toHaveValue('Expert');
  // Another one, in which the same two are good at something else.
  await page.goto('/admin/queues/create');
  await nameOf(page).fill(SECOND);
  await page.getByRole('radio', { name: 'Skill' }).check();
  await add(page, 'Elena Marinova');
  await add(page, 'Emil Stanchev');
  await page.getByLabel('Skill of Elena Marinova').selectOption('8');
  await page.getByLabel('Skill of Emil Stanchev').selectOption('2');
  await page.getByRole('button', { name: 'Create queue' }).click();
  await expect(page.getByRole('heading', { name: SECOND })).toBeVisible();
  await expect(page.getByLabel('Skill of Elena Marinova')).toHaveValue('8');
  await expect(page.getByLabel('Job title of Elena Marinova')).toHaveValue('Agent');
  await page.goto('/admin/queues?strategy=SKILL');
  for (const name of [QUEUE, SECOND]) await expect(queueLink(page, name)).toBeVisible();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(3);
});

test(
  'a visitor goes to the higher skill, and the line says why; the queue is not deleted while it is used',
  SWEEP,
  async ({ page, browser }) => {
    await nobodyIsReady();
    await asAna(page, '/admin/queues');
    await makeDefault(page, QUEUE);
    try {
      const [elena, emil] = [await AgentScreen.open(browser, 'Elena Marinova'), await AgentScreen.open(browser, 'Emil Stanchev')];
      await elena.chooseStatus('Ready');
      await emil.chooseStatus('Ready');
      const visitor = await Visitor.open(browser);
      await visitor.say('Which shade goes with the copper lamp?');
      await emil.row('copper lamp').click();
      await expect(emil.composer()).toBeVisible();
      await expect(elena.row('copper lamp')).toBeHidden();
      const folded = emil.timeline().getByRole('button', { expanded: false }).filter({ hasText: 'queue' });
      if (await folded.isVisible()) await folded.click();
      await emil
        .timeline()
        .getByRole('button', { name: /^Why\?.*assigned the conversation to you/ })
        .click();
      const why = emil.page.getByRole('dialog', { name: 'Why?' });
      await expect(why).toContainText('Highest skill among those who could take it.');
      await expect(why).toContainText(QUEUE);
      await expect(why).toContainText('2 agents, ready with capacity');
      await expect(why).toContainText('9 of 10');
      await expectAccessible(emil.page);
      await emil.page.keyboard.press('Escape');
      await expect(why).toBeHidden();

      await makeDefault(page, 'Shop');
      const dialog = await act(page, QUEUE, 'Delete');
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await expect(dialog.getByRole('alert')).toContainText('still in use');
      await expect(dialog.getByRole('link', { name: /is with an agent/ })).toBeVisible();
      await expectAccessible(page);
      await expect(dialog.getByRole('button', { name: 'Delete' })).toHaveCount(0);
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await emil.resolve();
      await expect(emil.page.getByText(/^This conversation is resolved/)).toBeVisible();
      const again = await act(page, QUEUE, 'Delete');
      await again.getByRole('button', { name: 'Delete' }).click();
      await expect(page).toHaveURL(/\/admin\/queues$/);
      await expect(queueLink(page, QUEUE)).toBeHidden();
      await Promise.all([elena, emil, visitor].map((one) => one.page.context().close()));
    } finally {
      await nobodyIsReady();
    }
  },
);

test('a super admin keeps the queues of any account', SWEEP, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await signInAs(page, 'Stefan Asenov');
  await page.goto(`/super-admin/accounts/${LUMEN}/settings/queues`);
  await queueLink(page, 'Shop').click();
  await expect(nameOf(page)).toHaveValue('Shop');
  await expect(page.getByRole('button', { name: 'More actions' })).toBeHidden();
  await expectAccessible(page);
});

for (const { colorScheme, language } of [
  { colorScheme: 'light', language: 'bg' },
  { colorScheme: 'dark', language: 'en' },
] as const) {
  test(`the pages of queues fit a phone, ${colorScheme}, ${language}, and are accessible`, SWEEP, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 360, height: 740 }, baseURL: baseURL ?? '' });
    await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    const page = await context.newPage();
    await signInAs(page, 'Ana Tsvetkova');
    for (const path of [
      '/admin/queues',
      '/admin/queues/create',
      '/admin/queues/0193a1de-0000-7000-8000-0000000000b1',
      '/admin/capacity',
      '/admin/absence',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
      await expect(page.getByRole('status', { name: /Loading|Зареждане/ })).toHaveCount(0);
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 360]);
      await expectAccessible(page);
    }
    await context.close();
  });
}
