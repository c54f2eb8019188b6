import { expect, type Page, test } from '@playwright/test';
import { absenceLasts, nobodyIsReady } from './demo-database.ts';
import { AgentScreen, Visitor } from './people.ts';
import { expectAccessible } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

// What becomes of conversations whose agent leaves, told in order.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

/** Words that nobody else in the demo says. */
const mark = `away-${Date.now().toString(36)}`;
let visitor: Visitor;
let dora: AgentScreen;
let emil: AgentScreen;

test.beforeAll(async ({ browser }) => {
  await nobodyIsReady();
  dora = await AgentScreen.open(browser, 'Dora Ilieva');
  emil = await AgentScreen.open(browser, 'Emil Stanchev');
  visitor = await Visitor.open(browser);
});

test.afterAll(async () => {
  for (const { page } of [visitor, dora, emil]) await page.context().close();
});

const status = (page: Page) => page.getByRole('button', { name: /^My status/ });
const chooseOffline = async (page: Page) => {
  await status(page).click();
  await page.getByRole('menuitem', { name: /^Offline/ }).click();
};

test('who chooses offline with a conversation in hand is asked, and may stay', SWEEP, async () => {
  await visitor.say(`Does the lamp dim? ${mark}`);
  await dora.row(mark).click();
  await dora.page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await expect(dora.composer()).toBeVisible();
  await dora.chooseStatus('Busy');
  await chooseOffline(dora.page);
  const question = dora.page.getByRole('dialog', { name: 'Go offline?' });
  await expect(question).toContainText(/You have \d+ open conversations?/);
  await expectAccessible(dora.page);
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toBeHidden();
  await expect(status(dora.page)).toHaveAccessibleName('My status: Busy');
  await expect(dora.composer()).toBeVisible();
});

test('who goes hands it back: colleagues see it waiting, the history says why, the customer waits in line again', SWEEP, async () => {
  await chooseOffline(dora.page);
  await dora.page.getByRole('dialog').getByRole('button', { name: 'Go offline and return them' }).click();
  await expect(status(dora.page)).toHaveAccessibleName('My status: Offline');
  await emil.row(mark).click();
  await expect(emil.timeline()).toContainText('because its agent went offline');
  await expect(
    visitor.chat.getByText('Nobody is here just now. Your message has arrived, and you are answered here as soon as somebody is back.'),
  ).toBeVisible();
  await emil.page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await emil.say(`It does. ${mark}`);
  await expect(visitor.log()).toContainText(`It does. ${mark}`);
});

test('who closes every window is waited for, then it goes back', SWEEP, async ({ browser }) => {
  const petar = await AgentScreen.open(browser, 'Petar Kostov');
  await emil.page.context().close();
  await absenceLasts('emil@lumenhome.example', 1439);
  await petar.page.goto('/communications?show=waiting');
  await petar.page.waitForTimeout(6000);
  await expect(petar.row(mark)).toHaveCount(0);
  await absenceLasts('emil@lumenhome.example', 1);
  await petar.row(mark).click({ timeout: 15_000 });
  await expect(petar.timeline()).toContainText('because its agent was away too long');
  await petar.page.context().close();
});
