import { expect, test } from '@playwright/test';
import { AgentScreen } from './people.ts';
import { expectAccessible } from './signing-in.ts';
import { type SmsDesk, startSmsDesk } from './sms-desk.ts';

let desk: SmsDesk;
test.describe.configure({ mode: 'serial', timeout: 60_000 });
test.beforeAll(async ({ browser }) => {
  desk = await startSmsDesk(browser);
});
test.afterAll(() => desk?.close());

test('notes leave a line where they were written, which says by whom as far as it is known, and leads to them', async ({ browser }) => {
  const { dora, maria, product } = desk;
  const petar = await AgentScreen.open(browser, 'Petar Kostov', { url: product.url });
  await petar.page.goto(dora.page.url());
  await petar.page.getByRole('button', { name: 'Note', exact: true }).click();
  const note = petar.page.getByRole('textbox', { name: /note/i });
  for (const words of ['Three are left', 'One is mine']) {
    await note.fill(words);
    await note.press('Enter');
    await expect(petar.timeline()).toContainText(words);
  }
  const line = dora.timeline().getByRole('button', { name: /^2 notes by Petar Kostov, \d\d:\d\d$/ });
  await expect(line).toBeVisible();
  // The day stands at the head of a short talk, and not once more at the top of the screen.
  await expect(dora.timeline().getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(dora.page.locator('[data-day-on-top]')).toHaveCount(0);
  // It is none of the customer's, nor of what is told in the list.
  await expect(dora.timeline()).not.toContainText('Three are left');
  expect(product.provider.accepted).toEqual([]);
  await maria.say('And in blue?');
  await expect(dora.timeline()).toContainText('And in blue?');
  await expect(line).toBeVisible();
  await expectAccessible(dora.page);
  // Read anew, how many there are, by whom and when is known without asking for them.
  const asked: string[] = [];
  dora.page.on('request', (request) => asked.push(request.url()));
  await dora.page.reload();
  const counted = dora.timeline().getByRole('button', { name: /^2 notes by Petar Kostov, \d\d:\d\d$/ });
  await expect(counted).toBeVisible();
  expect(asked.filter((url) => url.includes('private_messages=true'))).toEqual([]);
  await counted.focus();
  await dora.page.keyboard.press('Enter');
  await expect(dora.page).toHaveURL(/tab=2/);
  await expect(dora.timeline()).toContainText('Three are left');
  await petar.page.context().close();
});

test('a note among what the system recorded has its line where it was written, at once and after a reload', async () => {
  const { dora } = desk;
  const { page } = dora;
  await page.getByRole('tab', { name: 'Conversation' }).click();
  const deed = (name: string) => page.getByRole('main').locator('header').first().getByRole('button', { name, exact: true });
  const asleep = async () => {
    await deed('Snooze').click();
    await page.getByRole('menuitem', { name: 'Until the customer writes' }).click();
    await expect(page.getByRole('button', { name: 'Wake now' })).toBeVisible();
  };
  await asleep();
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  await page.getByRole('textbox', { name: /note/i }).fill('Between the two');
  await page.keyboard.press('Enter');
  await expect(dora.timeline()).toContainText('Between the two');
  await page.getByRole('tab', { name: 'Conversation' }).click();
  await page.getByRole('button', { name: 'Wake now' }).click();
  await expect(page.getByRole('button', { name: 'Wake now' })).toHaveCount(0);
  const order = async () => (await dora.timeline().locator('[data-row]').allTextContents()).slice(-3).map((words) => words.trim());
  await expect.poll(order).toEqual([expect.stringMatching(/snoozed/), expect.stringMatching(/^1 note/), expect.stringMatching(/snooze/)]);
  await page.reload();
  await expect.poll(order).toEqual([expect.stringMatching(/snoozed/), expect.stringMatching(/^1 note/), expect.stringMatching(/snooze/)]);
});

for (const language of ['en', 'bg'])
  test(`lines of notes and of the history are read on a phone: ${language}`, async ({ browser }) => {
    const { page } = await AgentScreen.open(browser, 'Petar Kostov', { url: desk.product.url });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await page.goto(desk.dora.page.url().replace(/\?.*/, ''));
    const line = page.locator('[data-timeline]').getByRole('button', { name: language === 'en' ? /^2 notes/ : /^2 бележки/ });
    await expect(line).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    // What is asked of a line of the history stands behind its words, and never alone below them.
    const alone = await page.locator('[data-timeline] p').evaluateAll(
      (lines) =>
        lines.filter((line) => {
          const button = line.querySelector('button');
          const words = [...(line.querySelector('span')?.getClientRects() ?? [])];
          return button !== null && words.every(({ bottom }) => bottom <= button.getBoundingClientRect().top);
        }).length,
    );
    expect(alone).toBe(0);
    await page.context().close();
  });
