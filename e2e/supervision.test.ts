import { expect, test } from '@playwright/test';
import { nobodyIsReady } from './demo-database.ts';
import { AgentScreen, Visitor } from './people.ts';
import { expectAccessible } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

// A supervisor beside an agent: looks on, says something to her alone, takes over, gives away.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

/** Words that nobody else in the demo says. */
const mark = `beside-${Date.now().toString(36)}`;
let visitor: Visitor;
let dora: AgentScreen;
let petar: AgentScreen;
const toVisitor: string[] = [];

test.beforeAll(async ({ browser }) => {
  await nobodyIsReady();
  dora = await AgentScreen.open(browser, 'Dora Ilieva');
  petar = await AgentScreen.open(browser, 'Petar Kostov');
  visitor = await Visitor.open(browser);
  visitor.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => toVisitor.push(String(payload))));
  await visitor.page.reload();
  await visitor.openChat();
});

test.afterAll(async () => {
  for (const { page } of [visitor, dora, petar]) await page.context().close();
});

const chip = (screen: AgentScreen, name: RegExp) => screen.rooms().locator('button[aria-pressed]').filter({ hasText: name });

test('who oversees meets all rooms at first, and then the list that they chose last', async () => {
  await expect(chip(petar, /^All/)).toHaveAttribute('aria-pressed', 'true');
  await expect(chip(dora, /^Waiting/)).toHaveAttribute('aria-pressed', 'true');
  await expect(chip(dora, /^All/)).toHaveCount(0);
  await chip(petar, /^Mine/).click();
  await petar.page.goto('/communications');
  await expect(chip(petar, /^Mine/)).toHaveAttribute('aria-pressed', 'true');
  await expect(chip(petar, /^All/)).toHaveAttribute('aria-pressed', 'false');
  await chip(petar, /^All/).click();
  await petar.page.goto('/communications');
  await expect(chip(petar, /^All/)).toHaveAttribute('aria-pressed', 'true');
});

test('reads along unseen by the customer, and by the agent until a note is written', async () => {
  await visitor.say(`Is it in stock? ${mark}`);
  await dora.row(mark).click();
  await dora.page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await expect(dora.composer()).toBeVisible();
  await expect(visitor.log()).toContainText(/Seen/);
  await petar.page.goto('/communications');
  await petar.row(mark).click();
  await expect(petar.timeline()).toContainText(`Is it in stock? ${mark}`);
  await dora.page.goto('/profile');
  await visitor.say(`In blue, I mean. ${mark}`);
  await expect(petar.timeline()).toContainText(`In blue, I mean. ${mark}`);
  const before = toVisitor.length;
  await petar.page.getByRole('tab', { name: /Notes/ }).click();
  await petar.page.getByRole('textbox', { name: /note/i }).pressSequentially(`Offer her the green one ${mark}`);
  await petar.page.keyboard.press('Enter');
  await expect(petar.timeline()).toContainText(`Offer her the green one ${mark}`);
  const since = toVisitor.slice(before).join('\n');
  for (const what of ['Petar', 'green one', '"Typing"', 'SEEN']) expect(since).not.toContain(what);
  await dora.page.goBack();
  await dora.page.getByRole('tab', { name: 'Conversation' }).click();
  await expect(dora.timeline()).toContainText('Petar Kostov joined');
  // She reads it, and the customer is told of her.
  await expect.poll(() => toVisitor.slice(before).join('\n')).toContain('SEEN');
  await dora.page.getByRole('tab', { name: /Notes/ }).click();
  await expect(dora.timeline()).toContainText(`Offer her the green one ${mark}`);
});

test('takes over, writes to the customer, and gives it back', async () => {
  await petar.page.getByRole('tab', { name: 'Conversation' }).click();
  await petar.page.getByRole('button', { name: 'Hand over', exact: true }).click();
  const dialog = petar.page.getByRole('dialog', { name: 'Hand the conversation over' });
  await expect(dialog.getByRole('radio', { name: /^Dora Ilieva|^Emil Stanchev/ }).first()).toBeVisible();
  // To oneself there is a way of its own.
  await expect(dialog.getByRole('radio', { name: /^Petar Kostov/ })).toHaveCount(0);
  await expectAccessible(petar.page);
  await petar.page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  // Of a colleague's conversation to end it is not the main action.
  await expect(petar.page.getByRole('button', { name: 'Resolve', exact: true })).not.toHaveAttribute('data-variant', 'filled');
  await dora.page.getByRole('tab', { name: 'Conversation' }).click();
  await dora.composer().pressSequentially('I am looking');
  await expect(petar.page.getByText('Dora Ilieva is typing')).toBeVisible();
  await petar.page.getByRole('button', { name: 'Take over', exact: true }).click();
  await expect(petar.page.getByText('You have taken it over.')).toBeVisible();
  // She can write there no more: sooner than her last word of it would have been forgotten.
  await expect(petar.page.getByText('Dora Ilieva is typing')).toHaveCount(0, { timeout: 1500 });
  await expect(petar.composer()).toBeFocused();
  await expect(petar.page.getByRole('button', { name: 'Take over', exact: true })).toHaveCount(0);
  await petar.say(`Blue comes on Monday. ${mark}`);
  await expect(visitor.log()).toContainText(`Blue comes on Monday. ${mark}`);
  await expect(dora.timeline()).toContainText('Petar Kostov took the conversation');
  await expect(dora.timeline()).toContainText(`Blue comes on Monday. ${mark}`);
  await petar.page.getByRole('button', { name: 'Hand over', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Take over', exact: true })).toHaveCount(0);
  await dialog.getByRole('radio', { name: /^Dora Ilieva/ }).check();
  await dialog.getByRole('button', { name: 'Hand over to Dora Ilieva' }).click();
  await expect(dora.timeline()).toContainText('Petar Kostov assigned the conversation to you');
  await expect(dora.composer()).toBeVisible();
});

for (const { language, take, hand } of [
  { language: 'en', take: 'Take over', hand: 'Hand over' },
  { language: 'bg', take: 'Поемане', hand: 'Предаване' },
])
  test(`the dialog in which it is taken over fits a phone and is accessible: ${language}`, SWEEP, async () => {
    const words = `${language}-${mark}`;
    await visitor.say(words);
    await petar.page.setViewportSize({ width: 1440, height: 900 });
    await petar.page.goto('/communications');
    await petar.row(words).click();
    await expect(petar.timeline()).toContainText(words);
    await petar.page.context().addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await petar.page.setViewportSize({ width: 360, height: 740 });
    await petar.page.reload();
    await petar.page.locator('[data-room-menu] button').click();
    await petar.page.getByRole('menuitem', { name: hand }).click();
    const dialog = petar.page.getByRole('dialog');
    const button = dialog.getByRole('button', { name: take, exact: true });
    await button.scrollIntoViewIfNeeded();
    await expect(button).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole('button', { name: hand, exact: true })).toBeInViewport({ ratio: 1 });
    expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    await expectAccessible(petar.page);
    await petar.page.keyboard.press('Escape');
  });
