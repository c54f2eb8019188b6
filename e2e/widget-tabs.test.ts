import { type BrowserContext, chromium, expect, test } from '@playwright/test';
import { launchOptionsOf, WHOLE } from './browser.ts';
import { shopUrl, Visitor } from './people.ts';

async function tabIn(context: BrowserContext): Promise<Visitor> {
  const visitor = new Visitor(await context.newPage());
  await visitor.page.goto(shopUrl());
  await visitor.openChat();
  return visitor;
}

const signOut = ({ page }: Visitor) => page.evaluate(() => (window as unknown as { Parley: (verb: string) => void }).Parley('signOut'));

/** All that this tab's page keeps of the chat. */
const keptBy = ({ page }: Visitor) => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));

/** Playwright keeps no page back by itself. */
async function withBackForward(work: (context: BrowserContext) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({ ...launchOptionsOf(WHOLE).launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  try {
    const context = await browser.newContext({ locale: 'en-GB' });
    await context.addInitScript(() => addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })));
    await work(context);
  } finally {
    await browser.close();
  }
}

/** Back to the page before, as it was kept: told by itself, since no load tells it. */
async function backTo({ page }: Visitor): Promise<void> {
  await page.evaluate(() => void setTimeout(() => history.back(), 50));
  await expect.poll(() => page.evaluate(() => (window as unknown as { persisted?: boolean }).persisted).catch(() => null)).toBe(true);
}

test('a visitor who is signed out in one tab is forgotten in every other, also in one that is loaded again', async ({ context }) => {
  const [here, there, later] = [await tabIn(context), await tabIn(context), await tabIn(context)];
  await here.say('My order is late');
  for (const tab of [there, later]) await expect(tab.log()).toContainText('My order is late');
  for (const tab of [here, there, later]) await tab.field().fill('My private words');
  await expect.poll(() => keptBy(later)).toContain('My private words');
  // Out of reach while it happens: it has the tab's storage alone to learn it by.
  await later.page.goto('about:blank');
  await signOut(here);
  for (const tab of [here, there]) {
    await expect(tab.log()).not.toContainText('My order is late');
    await expect(tab.field()).toHaveValue('');
    await expect(tab.chat.getByText('This chat has ended')).toHaveCount(0);
    await expect.poll(() => keptBy(tab)).not.toContain('My private words');
  }
  await later.page.goto(shopUrl());
  await there.page.reload();
  for (const tab of [there, later]) {
    await expect(tab.field()).toHaveValue('');
    await expect(tab.log()).not.toContainText('My order is late');
    await expect.poll(() => keptBy(tab)).not.toContain('My private words');
  }
  await later.say('Who comes next');
  for (const tab of [here, there]) await expect(tab.log()).toContainText('Who comes next');
});

test('a page that comes back by Back has what the tab kept since, and sends nothing twice (BUG-152)', async () => {
  await withBackForward(async (context) => {
    const visitor = await tabIn(context);
    await visitor.say('The first words');
    await expect(visitor.log()).toContainText(/The first words.*Sent/);
    await visitor.field().pressSequentially('Typed on the one page');
    await visitor.page.goto(`${new URL(shopUrl()).origin}/lamps`);
    await expect(visitor.field()).toHaveValue('Typed on the one page');
    await visitor.field().press('Enter');
    await expect(visitor.log()).toContainText(/Typed on the one page.*Sent/);
    await visitor.field().pressSequentially('Typed on the other');
    await backTo(visitor);
    await expect(visitor.field()).toHaveValue('Typed on the other');
    await expect(visitor.log().getByText('Typed on the one page')).toHaveCount(1);
    await visitor.field().press('Enter');
    await expect(visitor.log()).toContainText(/Typed on the other.*Sent/);
    await visitor.page.reload();
    await expect(visitor.log().getByText(/^Typed on the/)).toHaveText([/one page/, /other/]);
    await expect(visitor.field()).toHaveValue('');
  });
});

test('a page that comes back by Back is open or closed as the tab was last, and knows nothing of who has left', async () => {
  await withBackForward(async (context) => {
    const visitor = await tabIn(context);
    await visitor.say('The first words');
    await expect(visitor.log()).toContainText(/The first words.*Sent/);
    await visitor.field().pressSequentially('My private words');
    await visitor.page.goto(`${new URL(shopUrl()).origin}/lamps`);
    await expect(visitor.field()).toHaveValue('My private words');
    await signOut(visitor);
    await expect(visitor.field()).toHaveValue('');
    await visitor.chat.getByRole('button', { name: 'Close' }).click();
    await backTo(visitor);
    await expect(visitor.page.getByRole('button', { name: 'Open the chat' })).toBeVisible();
    await expect(visitor.field()).toBeHidden();
    await visitor.openChat();
    await expect(visitor.field()).toHaveValue('');
    await expect(visitor.log()).not.toContainText('The first words');
    expect(await keptBy(visitor)).not.toContain('My private words');
  });
});
