import { expect, test } from '@playwright/test';
import { nobodyIsReady } from './demo-database.ts';
import { AgentScreen, productUrl } from './people.ts';
import { expectAccessible } from './signing-in.ts';
import { SWEEP } from './sweep.ts';
import { CallingVisitor } from './visitor-calls.ts';

// Several rooms at once, told in order.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

/** Words that nobody else in the demo says. */
const mark = `many${Date.now().toString(36)}`;
const NOTE = `Both about the same lamp ${mark}`;
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

const entry = (agent: AgentScreen, words: string) => agent.rooms().locator('[data-entry]').filter({ hasText: words });
const barOf = ({ page }: AgentScreen) => page.getByRole('region', { name: 'Selected rooms' });
const offerOf = ({ page }: AgentScreen) => page.locator('[data-bulk-offer]');
const boxOf = (agent: AgentScreen, words: string) => entry(agent, words).getByRole('checkbox');

/** The list stands still while somebody points at it or goes through it by keyboard. */
async function letGo({ page }: AgentScreen): Promise<void> {
  await page.mouse.move(1200, 400);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}

/** Somebody new writes these words, and the agent takes it. */
async function taken(agent: AgentScreen, words: string): Promise<void> {
  await (await CallingVisitor.start()).sayMany(words, 1, 1);
  await letGo(agent);
  await agent.row(words).click();
  await agent.page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await expect(agent.composer()).toBeVisible();
}

async function select(agent: AgentScreen, ...all: readonly string[]): Promise<void> {
  for (const words of all) {
    await entry(agent, words).hover();
    await boxOf(agent, words).check();
  }
}

async function handTo(agent: AgentScreen, name: string, note?: string): Promise<void> {
  await barOf(agent).getByRole('button', { name: 'Hand over' }).click();
  const dialog = agent.page.getByRole('dialog', { name: /^Hand \d+ conversations? over/ });
  await dialog.getByRole('radio', { name: new RegExp(`^${name}`) }).check();
  if (note !== undefined) await dialog.getByLabel('Note for colleagues (optional)').fill(note);
  await dialog.getByRole('button', { name: `Hand over to ${name}` }).click();
}

test('an agent selects by X and by checkbox, hands all over with one note, and takes them back', SWEEP, async () => {
  for (const place of [1, 2, 3]) await taken(dora, `${mark}-${place}`);
  await dora.row(`${mark}-1`).focus();
  await dora.page.keyboard.press('x');
  await expect(barOf(dora)).toContainText('1 selected');
  await boxOf(dora, `${mark}-2`).check();
  await expect(barOf(dora)).toContainText('2 selected');
  await expectAccessible(dora.page);
  await handTo(dora, 'Emil Stanchev', NOTE);
  await expect(offerOf(dora)).toContainText('2 conversations assigned to Emil Stanchev.');
  await expect(barOf(dora)).toBeHidden();
  // Its time stands still while it is pointed at.
  await offerOf(dora).hover();
  // The note is the last that was said there.
  await expect(emil.row(NOTE)).toHaveCount(2);
  await expectAccessible(dora.page);
  await offerOf(dora).getByRole('button', { name: 'Undo' }).click();
  await expect(dora.page.getByText('2 conversations are back where they were. The notes stay.')).toBeVisible();
  await expect(emil.row(NOTE)).toHaveCount(0);
  await expect(dora.row(NOTE)).toHaveCount(2);
  await expect(dora.row(`${mark}-3`)).toBeVisible();
});

test('what has moved on since is not taken back, and it is said which and why', SWEEP, async () => {
  await taken(dora, `${mark}-4`);
  await select(dora, `${mark}-3`, `${mark}-4`);
  await handTo(dora, 'Emil Stanchev');
  await offerOf(dora).hover();
  await expect(offerOf(dora)).toContainText('2 conversations assigned to Emil Stanchev.');
  await emil.row(`${mark}-4`).click();
  await emil.resolve();
  await expect(emil.page.getByText(/^This conversation is resolved/)).toBeVisible();
  // Its time stands still while it is pointed at.
  await dora.page.waitForTimeout(10_500);
  await dora.page.keyboard.press('z');
  const report = dora.page.getByRole('alert').filter({ hasText: '1 conversation could not be taken back.' });
  await expect(report).toContainText('It was resolved meanwhile.');
  await expect(dora.row(`${mark}-3`)).toBeVisible();
  await expectAccessible(dora.page);
  await dora.page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(report).toBeHidden();
});

test('several are snoozed at once, put back where they were, and what went meanwhile is said', SWEEP, async () => {
  await taken(dora, `${mark}-12`);
  await taken(dora, `${mark}-13`);
  await select(dora, `${mark}-12`, `${mark}-13`);
  const snooze = async (name: string) => {
    await barOf(dora).getByRole('button', { name: 'Snooze', exact: true }).click();
    await dora.page.getByRole('menuitem', { name }).click();
  };
  await snooze('Until the customer writes');
  await expect(offerOf(dora)).toContainText('2 conversations snoozed until their customers write.');
  await expect(barOf(dora)).toBeHidden();
  await letGo(dora);
  for (const place of [12, 13]) await expect(dora.row(`${mark}-${place}`)).toHaveCount(0);
  await expectAccessible(dora.page);
  await dora.page.keyboard.press('z');
  await expect(dora.page.getByText('2 conversations are back where they were.')).toBeVisible();
  for (const place of [12, 13]) await expect(dora.row(`${mark}-${place}`)).toBeVisible();

  // One that sleeps already gets the new time, and by the undo its own again.
  await dora.row(`${mark}-12`).click();
  await dora.page.locator('header h2').first().click();
  await dora.page.keyboard.press('b');
  await dora.page.getByRole('menuitem', { name: 'Until the customer writes' }).click();
  await expect(dora.row(`${mark}-12`)).toHaveCount(0);
  await dora.page.goto('/communications?show=snoozed');
  await select(dora, `${mark}-12`);
  await barOf(dora).getByRole('button', { name: 'Snooze', exact: true }).click();
  await dora.page.getByRole('menuitem', { name: 'Choose date and time…' }).click();
  const dialog = dora.page.getByRole('dialog', { name: 'Snooze the conversation' });
  await dialog.getByLabel('Date').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Snooze', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('This time has passed');
  await dialog.getByLabel('Date').fill(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10));
  await dialog.getByRole('button', { name: 'Snooze', exact: true }).click();
  await expect(offerOf(dora)).toContainText(/1 conversation snoozed until \w+ \d+ \w+ at 09:00\./);
  await offerOf(dora).getByRole('button', { name: 'Undo' }).click();
  await expect(dora.page.getByText('1 conversation is back where it was.')).toBeVisible();
  await dora.row(`${mark}-12`).click();
  await expect(dora.page.locator('header').filter({ hasText: 'Snoozed until the customer writes' })).toBeVisible();
  await dora.page.locator('header h2').first().click();
  await dora.page.keyboard.press('w');
  await expect(dora.page.getByText('The conversation is awake again')).toBeVisible();

  await dora.page.goto('/communications');
  await select(dora, `${mark}-12`, `${mark}-13`);
  await dora.page.route('**/snooze', (route) => route.abort(), { times: 1 });
  await snooze('In 1 hour');
  const report = dora.page.getByRole('alert').filter({ hasText: '1 conversation could not be snoozed and stays selected.' });
  await expect(report).toBeVisible();
  await expect(barOf(dora)).toContainText('1 selected');
  await dora.page.getByRole('button', { name: 'Close', exact: true }).click();
  await offerOf(dora).getByRole('button', { name: 'Undo' }).click();
  await barOf(dora).getByRole('button', { name: 'Clear selection' }).click();
});

test('what a customer writes while it can be undone keeps their conversation open and selected, with the reason', SWEEP, async () => {
  const customer = await CallingVisitor.start();
  await customer.sayMany(`${mark}-open`, 1, 1);
  await letGo(dora);
  await dora.row(`${mark}-open`).click();
  await dora.page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await taken(dora, `${mark}-done`);
  await select(dora, `${mark}-open`, `${mark}-done`);
  await barOf(dora).getByRole('button', { name: 'Resolve' }).click();
  await expect(offerOf(dora)).toContainText('2 conversations will be resolved, for the customers too.');
  await customer.sayMany(`${mark}-since`, 1, 1);
  await expect(entry(dora, `${mark}-since`)).toBeVisible();
  // Its time stands still while it is pointed at.
  await dora.page.mouse.move(1200, 400);
  const report = dora.page.getByRole('alert').filter({ hasText: '1 conversation could not be resolved and stays selected.' });
  await expect(report).toContainText('The customer has written since. The conversation stays open.', { timeout: 15_000 });
  await expect(dora.page.getByText('1 conversation was resolved.')).toBeVisible();
  await expect(boxOf(dora, `${mark}-since`)).toBeChecked();
  await dora.page.getByRole('button', { name: 'Close', exact: true }).click();
  await barOf(dora).getByRole('button', { name: 'Clear selection' }).click();
});

test('resolving can be undone for six seconds, and says what it leaves out', SWEEP, async () => {
  await taken(dora, `${mark}-5`);
  // It waits, so that there is nothing to resolve in it.
  await (await CallingVisitor.start()).sayMany(`${mark}-6`, 1, 1);
  await letGo(dora);
  await expect(dora.row(`${mark}-6`)).toBeVisible();
  await select(dora, `${mark}-3`, `${mark}-5`, `${mark}-6`);
  await expect(barOf(dora)).toContainText('Can be handed over, snoozed, and resolved: 2 of 3. You do not hold 1 of them.');
  await barOf(dora).getByRole('button', { name: 'Resolve' }).click();
  await expect(offerOf(dora)).toContainText('2 conversations will be resolved, for the customers too.');
  await expect(offerOf(dora)).toContainText('1 of the selected rooms is left out and stays selected.');
  await expect(barOf(dora)).toContainText('1 selected');
  // Its time stands still while one is at it.
  await offerOf(dora).getByRole('button', { name: 'Undo' }).focus();
  await expectAccessible(dora.page);
  await dora.page.waitForTimeout(6500);
  await dora.page.keyboard.press('Escape');
  await expect(dora.page.getByText('Nothing was resolved. The rooms are selected again.')).toBeVisible();
  await expect(barOf(dora)).toContainText('3 selected');

  await barOf(dora).getByRole('button', { name: 'Resolve' }).click();
  await letGo(dora);
  await expect(dora.page.getByText('2 conversations were resolved.')).toBeVisible({ timeout: 15_000 });
  await expect(dora.row(`${mark}-3`)).toHaveCount(0);
  await expect(dora.row(`${mark}-6`)).toBeVisible();
});

const isResolved = async (agent: AgentScreen, words: string) => {
  await agent.page.goto('/communications?show=resolved');
  await expect(agent.row(words)).toBeVisible({ timeout: 5000 });
};

test('what was asked for is done at once when the page is closed, something else is done, or one signs out', SWEEP, async ({ browser }) => {
  const [first, second, third] = [`${mark}-7`, `${mark}-8`, `${mark}-9`];
  for (const words of [first, second, third]) await taken(dora, words);
  const resolve = async (words: string) => {
    await select(dora, words);
    await barOf(dora).getByRole('button', { name: 'Resolve' }).click();
    await expect(offerOf(dora)).toContainText('1 conversation will be resolved');
  };
  await barOf(dora).getByRole('button', { name: 'Clear selection' }).click();
  await resolve(first);
  await resolve(second);
  await expect(dora.page.getByText('1 conversation was resolved.')).toBeVisible({ timeout: 3000 });
  await letGo(dora);
  await expect(dora.row(first)).toHaveCount(0);
  // Closed while the second one is still to be resolved.
  await dora.page.goto('about:blank');
  await isResolved(dora, second);
  await dora.page.goto('/communications');
  await resolve(third);
  await dora.page
    .getByRole('button', { name: /Dora Ilieva/ })
    .first()
    .click();
  await dora.page.getByRole('menuitem', { name: 'Sign out' }).click();
  await dora.page.waitForURL((url) => !url.pathname.startsWith('/communications'));
  const petar = await AgentScreen.open(browser, 'Petar Kostov');
  await isResolved(petar, third);
  await petar.page.context().close();
});

test('on a phone rooms are selected by a button and by a finger that rests, which opens none', SWEEP, async ({ browser }) => {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await context.addInitScript(() => localStorage.setItem('language', 'en'));
  const phone = new AgentScreen(await context.newPage());
  const { page } = phone;
  await page.goto(productUrl());
  await page.getByRole('button', { name: /Emil Stanchev/ }).click();
  for (const place of [10, 11]) await (await CallingVisitor.start()).sayMany(`${mark}-${place}`, 1, 1);

  await page.getByRole('button', { name: 'Select', exact: true }).tap();
  await phone.row(`${mark}-10`).tap();
  await expect(boxOf(phone, `${mark}-10`)).toBeChecked();
  await expect(barOf(phone)).toContainText('1 selected');
  await expect(page).toHaveURL(/\/communications$/);
  for (const target of [...(await barOf(phone).getByRole('button').all()), boxOf(phone, `${mark}-10`).locator('..')]) {
    const box = await target.boundingBox();
    expect([box?.height, (box?.width ?? 0) >= 44]).toEqual([44, true]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel', exact: true }).tap();
  await expect(barOf(phone)).toBeHidden();
  await expect(boxOf(phone, `${mark}-10`)).toBeHidden();

  await phone.row(`${mark}-11`).scrollIntoViewIfNeeded();
  const at = await phone.row(`${mark}-11`).boundingBox();
  const devtools = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...[x, y]: [number?, number?]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined || y === undefined ? [] : [{ x, y }] });
  const [x, y] = [(at?.x ?? 0) + 120, (at?.y ?? 0) + 20];
  // One that is drawn on selects nothing.
  await touch('touchStart', x, y);
  await touch('touchMove', x - 60, y);
  await page.waitForTimeout(700);
  await touch('touchEnd');
  await expect(barOf(phone)).toBeHidden();
  await touch('touchStart', x, y);
  await expect(boxOf(phone, `${mark}-11`)).toBeChecked();
  await touch('touchEnd');
  await expect(boxOf(phone, `${mark}-11`)).toBeChecked();
  await expect(page).toHaveURL(/\/communications$/);
  await boxOf(phone, `${mark}-11`).tap();
  await expect(barOf(phone)).toBeHidden();
  await phone.row(`${mark}-11`).tap();
  await expect(phone.timeline()).toBeVisible();
  await context.close();
});
