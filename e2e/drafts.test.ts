import { expect, type Locator, test } from '@playwright/test';
import { AgentScreen } from './people.ts';
import { expectAccessible } from './signing-in.ts';
import { CallingVisitor } from './visitor-calls.ts';

test.describe.configure({ timeout: 120_000 });

let one: AgentScreen;
/** The same person at another machine. */
let other: AgentScreen;

test.beforeAll(async ({ browser }) => {
  one = await AgentScreen.open(browser, 'Dora Ilieva');
  other = await AgentScreen.open(browser, 'Dora Ilieva');
});

test.afterAll(async () => {
  for (const { page } of [one, other]) await page.context().close();
});

/** A conversation that Dora holds, with its room open on both machines. */
async function talk(): Promise<string> {
  const words = `w${Math.random().toString(36).slice(2, 8)}`;
  const visitor = await CallingVisitor.start();
  await visitor.say(words);
  await one.row(words).click();
  await one.page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await expect(one.composer()).toBeVisible();
  await other.page.goto(one.page.url());
  await expect(other.composer()).toBeVisible();
  return words;
}

const attached = ({ page }: AgentScreen): Locator => page.getByRole('list', { name: 'Attached files' });
const elsewhere = ({ page }: AgentScreen): Locator => page.getByRole('list', { name: 'Written elsewhere' });
const notes = ({ page }: AgentScreen) => page.getByRole('tab', { name: /Notes/ });
const saved = ({ page }: AgentScreen) => expect(page.getByText('Saved as draft')).toBeVisible();

async function attach({ page }: AgentScreen, name: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^Attach/ }).click();
  await (await choosing).setFiles([{ name, mimeType: 'text/plain', buffer: Buffer.from(name) }]);
  await expect(page.getByRole('list', { name: 'Attached files' }).getByText(name)).toBeVisible();
}

/** Nothing that is typed on it reaches the server until the answer is called. */
async function cutOff({ page }: AgentScreen): Promise<() => Promise<void>> {
  const drafts = /\/drafts\//;
  await page.route(drafts, (route) => route.abort());
  return () => page.unroute(drafts);
}

test('a draft begun on one machine goes on on another, with its file, and so does a note', async () => {
  const words = await talk();
  await one.composer().fill(`Half an answer ${words}`);
  await attach(one, 'offer.txt');
  await expect(other.composer()).toHaveValue(`Half an answer ${words}`);
  await expect(attached(other).getByText('offer.txt')).toBeVisible();
  await expect(other.row(`Half an answer ${words}`)).toContainText('Draft:');

  await notes(one).click();
  await one.composer().fill(`Half a note ${words}`);
  await saved(one);
  // The other machine was off: it begins anew, and has both.
  await other.page.reload();
  await expect(other.composer()).toHaveValue(`Half an answer ${words}`);
  await expect(attached(other).getByText('offer.txt')).toBeVisible();
  await notes(other).click();
  await expect(other.composer()).toHaveValue(`Half a note ${words}`);
  await other.composer().fill(`Half a note ${words}, and the other half`);
  await expect(one.composer()).toHaveValue(`Half a note ${words}, and the other half`);
  await expect(elsewhere(one)).toHaveCount(0);
  await other.composer().press('Enter');
  await expect(one.timeline().getByText(`Half a note ${words}, and the other half`)).toBeVisible();
  await expect(one.composer()).toHaveValue('');
});

test('what two machines type at once is lost on neither: the later stands, the other is offered, can be used, dropped and taken back', async () => {
  const words = await talk();
  const reconnect = await cutOff(one);
  await one.composer().fill(`First machine ${words}`);
  await expect(one.page.getByText('Kept on this computer only')).toBeVisible();
  await other.composer().fill(`Second machine ${words}`);
  await saved(other);
  await expect(one.composer()).toHaveValue(`First machine ${words}`);
  await one.composer().press('End');
  await one.page.keyboard.type('!');
  await reconnect();
  await expect(other.composer()).toHaveValue(`First machine ${words}!`);
  for (const screen of [one, other]) {
    await expect(elsewhere(screen)).toContainText('From another window');
    await expect(elsewhere(screen)).toContainText(`Second machine ${words}`);
  }
  await expectAccessible(other.page);

  await elsewhere(other).getByRole('button', { name: 'Use', exact: true }).click();
  for (const screen of [one, other]) {
    await expect(screen.composer()).toHaveValue(`Second machine ${words}`);
    await expect(elsewhere(screen)).toContainText(`First machine ${words}!`);
  }
  await elsewhere(one).getByRole('button', { name: 'Drop', exact: true }).click();
  await expect(elsewhere(other)).toHaveCount(0);
  await elsewhere(one).getByRole('button', { name: 'Undo', exact: true }).click();
  for (const screen of [one, other]) await expect(elsewhere(screen)).toContainText(`First machine ${words}!`);
  await elsewhere(one).getByRole('button', { name: 'Drop', exact: true }).click();
  await expect(elsewhere(other)).toHaveCount(0);
  await expect(one.composer()).toHaveValue(`Second machine ${words}`);
});

test('what was sent comes back in no window, however late its saving is (BUG-152)', async () => {
  const words = await talk();
  // Every saving takes longer than writing and sending.
  await one.page.route(/\/drafts\//, async (route) => {
    await new Promise((late) => setTimeout(late, 1500));
    await route.continue();
  });
  const late = one.page.waitForResponse((answer) => /\/drafts\//.test(answer.url()));
  await one.composer().fill(`On its way ${words}`);
  await one.page.waitForRequest((request) => /\/drafts\//.test(request.url()));
  await one.composer().press('Enter');
  await expect(other.timeline().getByText(`On its way ${words}`)).toBeVisible();
  await late;
  await one.page.unroute(/\/drafts\//);
  for (const screen of [one, other]) {
    await expect(screen.composer()).toHaveValue('');
    await screen.page.reload();
    await expect(screen.timeline().getByText(`On its way ${words}`)).toHaveCount(1);
    await expect(screen.row(`On its way ${words}`)).toContainText('You:');
    await expect(screen.composer()).toHaveValue('');
  }
});

test('typed without a line in a window that is closed: it is there in the next, and on the other machine as soon as the line is back', async () => {
  const words = await talk();
  const context = one.page.context();
  const drafts = /\/drafts\//;
  await context.route(drafts, (route) => route.abort());
  await one.composer().fill(`Offline ${words}`);
  await expect(one.page.getByText('Kept on this computer only')).toBeVisible();
  const next = new AgentScreen(await context.newPage());
  const address = one.page.url();
  await one.page.close();
  one = next;
  await one.page.goto(address);
  await expect(one.composer()).toHaveValue(`Offline ${words}`);
  await context.unroute(drafts);
  await expect(other.composer()).toHaveValue(`Offline ${words}`);
  await expect.poll(() => one.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('parley.draft')))).toEqual([]);
});
