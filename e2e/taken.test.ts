import { expect, test } from '@playwright/test';
import { nobodyIsReady } from './demo-database.ts';
import { AgentScreen } from './people.ts';
import { expectAccessible } from './signing-in.ts';
import { SWEEP } from './sweep.ts';
import { CallingVisitor } from './visitor-calls.ts';

// Colleagues who read what waits, and take it from before each other's eyes.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

const word = () => `k${Math.random().toString(36).slice(2, 8)}`;
let dora: AgentScreen;
let emil: AgentScreen;

test.beforeAll(async ({ browser }) => {
  await nobodyIsReady();
  dora = await AgentScreen.open(browser, 'Dora Ilieva');
  emil = await AgentScreen.open(browser, 'Emil Stanchev');
});

test.afterAll(async () => {
  for (const { page } of [dora, emil]) await page.context().close();
});

async function take(agent: AgentScreen, words: string): Promise<void> {
  await agent.row(words).click();
  await agent.page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await expect(agent.composer()).toBeVisible();
}

const sheetOf = ({ page }: AgentScreen) => page.locator('section[data-gone]');

test(
  'who reads a room that a colleague takes is told by whom, keeps its name and what was written, and is offered the next one',
  SWEEP,
  async () => {
    const [words, next] = [word(), word()];
    await (await CallingVisitor.start()).say(words);
    await (await CallingVisitor.start()).say(next);
    await dora.row(words).click();
    await expect(dora.timeline()).toContainText(words);
    const name = (await dora.page.getByRole('heading', { level: 2, name: /^Visitor/ }).textContent()) ?? '';
    await dora.page.getByRole('tab', { name: /Notes/ }).click();
    await dora.page.getByRole('textbox', { name: /note/i }).pressSequentially('Asks about shades');
    await expect(dora.page.getByText('Saved as draft')).toBeVisible();
    const faults: string[] = [];
    dora.page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));

    await take(emil, words);
    await expect(sheetOf(dora).getByRole('alert')).toContainText('Emil Stanchev has taken this conversation');
    await expect(sheetOf(dora).getByRole('heading', { name })).toBeVisible();
    // Who was typing types on into what is kept, and gives no command.
    const kept = sheetOf(dora).getByRole('textbox', { name: 'What you wrote and did not send is kept:' });
    await expect(kept).toHaveValue('Asks about shades');
    await expect(kept).toBeFocused();
    await dora.page.keyboard.type('t e');
    await expect(kept).toHaveValue('Asks about shades');
    await expect(dora.page).toHaveURL(/[0-9a-f-]{36}/);
    await expectAccessible(dora.page);
    expect(faults).toEqual([]);
    await sheetOf(dora).getByRole('button', { name: 'Take longest waiting' }).click();
    await expect(dora.composer()).toBeVisible();
    await expect(sheetOf(dora)).toBeHidden();
  },
);

test('what a supervisor hands to somebody else is not said to be taken', SWEEP, async ({ browser }) => {
  const words = word();
  await (await CallingVisitor.start()).say(words);
  await dora.row(words).click();
  const address = dora.page.url();
  await expect(dora.timeline()).toContainText(words);
  const petar = await AgentScreen.open(browser, 'Petar Kostov');
  await petar.page.goto(address);
  await petar.page.getByRole('button', { name: 'Hand over', exact: true }).click();
  const dialog = petar.page.getByRole('dialog', { name: 'Hand the conversation over' });
  await dialog.getByRole('radio', { name: /^Emil Stanchev/ }).check();
  await dialog.getByRole('button', { name: 'Hand over to Emil Stanchev' }).click();
  await expect(sheetOf(dora).getByRole('alert')).toContainText('This conversation was assigned to Emil Stanchev');
  await petar.page.context().close();
});

test('the list stays where it is under the pointer while rows go away', SWEEP, async () => {
  const words = Array.from({ length: 18 }, word);
  for (const one of words) await (await CallingVisitor.start()).say(one);
  const last = words.at(-1) ?? '';
  await dora.page.goto('/communications?show=waiting');
  const scroller = dora.rooms().locator('[data-entry]').first().locator('xpath=../..');
  // What is far down is drawn once one is near.
  await expect(async () => {
    await scroller.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await expect(dora.row(last)).toBeInViewport({ timeout: 500 });
  }).toPass();
  await dora.row(last).click();
  await expect(dora.timeline()).toContainText(last);
  const top = () => scroller.evaluate((box) => box.scrollTop);
  const before = await top();
  expect(before).toBeGreaterThan(0);
  await dora.row(last).hover();
  const place = await dora.row(last).boundingBox();
  await emil.page.goto(dora.page.url());
  await emil.page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await expect(sheetOf(dora)).toContainText('Emil Stanchev has taken this conversation');
  // Longer than the frame takes to find a place for the focus.
  await dora.page.waitForTimeout(300);
  expect(await top()).toBe(before);
  expect(await dora.row(last).boundingBox()).toEqual(place);
  await dora.page.mouse.move(900, 500);
  await expect(dora.row(last)).toHaveCount(0);
  await dora.page.waitForTimeout(300);
  expect(await top()).toBeGreaterThan(0);
});
