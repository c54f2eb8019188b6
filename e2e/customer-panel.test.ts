import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { nobodyIsReady } from './demo-database.ts';
import { AgentScreen, productUrl, shopUrl, Visitor } from './people.ts';
import { expectAccessible } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

const word = () => `panel ${Math.random().toString(36).slice(2, 8)}`;

/** The blocks beside the talk, by their headings from top to bottom. */
const headings = (page: Page): Locator => page.locator('[data-block] h3');
const block = (page: Page, title: string): Locator =>
  page.locator('[data-block]').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const mover = (page: Page, title: string): Locator => page.getByRole('button', { name: `Move “${title}”` });
async function choose(page: Page, title: string, step: string): Promise<void> {
  await mover(page, title).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: step }).press('Enter');
}

/** A visitor has written, and somebody of the demo has the room before them. */
async function given(browser: Browser, name: string): Promise<{ visitor: Visitor; agent: AgentScreen; words: string }> {
  await nobodyIsReady();
  const words = word();
  const visitor = await Visitor.open(browser);
  await visitor.say(words);
  await expect(visitor.log()).toContainText(words);
  const agent = await AgentScreen.open(browser, name);
  await agent.chooseStatus('Ready');
  await agent.row(words).click();
  await expect(agent.timeline()).toContainText(words);
  return { visitor, agent, words };
}
const close = (...screens: Array<{ page: Page }>) => Promise.all(screens.map(({ page }) => page.context().close()));

test(
  'what is folded and moved beside the talk is so at every machine, at once and later, until it is put back',
  SWEEP,
  async ({ browser }) => {
    const { agent, visitor, words } = await given(browser, 'Elena');
    const { page } = agent;
    const usual = ['Details', 'Notes worth knowing', 'Channels', 'Open conversations', 'Website', 'Past conversations', 'Discussions'];
    await expect(headings(page)).toHaveText(usual);
    const other = await AgentScreen.open(browser, 'Elena');
    await other.row(words).click();
    await expect(headings(other.page)).toHaveText(usual);

    // By keys: the block keeps the focus, and its place is read out.
    await choose(page, 'Channels', 'Move up');
    const moved = ['Details', 'Channels', 'Notes worth knowing', 'Open conversations', 'Website', 'Past conversations', 'Discussions'];
    for (const screen of [page, other.page]) await expect(headings(screen)).toHaveText(moved);
    await expect(mover(page, 'Channels')).toBeFocused();
    await expect(page.getByText('Channels: place 2 of 7')).toBeAttached();

    // By the pointer: nothing moves until it is put down, and Escape leaves it where it was.
    const drag = async () => {
      await block(page, 'Past conversations').hover();
      const from = await mover(page, 'Past conversations').boundingBox();
      const to = await block(page, 'Details').boundingBox();
      if (from === null || to === null) throw new Error('a block has no place on the screen');
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(to.x + 40, to.y + 60, { steps: 4 });
      await page.mouse.move(to.x + 40, to.y + 2, { steps: 4 });
    };
    await drag();
    await expect(block(page, 'Details')).toHaveAttribute('data-drop', 'before');
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(block(page, 'Details')).not.toHaveAttribute('data-drop', 'before');
    await expect(headings(page)).toHaveText(moved);
    await drag();
    await page.mouse.up();
    const dragged = ['Past conversations', ...moved.filter((title) => title !== 'Past conversations')];
    for (const screen of [page, other.page]) await expect(headings(screen)).toHaveText(dragged);
    await expect(page.getByRole('menuitem')).toHaveCount(0);
    await mover(page, 'Past conversations').press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeDisabled();
    await page.getByRole('menuitem', { name: 'Move down' }).press('Escape');
    await expect(page.getByRole('menuitem')).toHaveCount(0);

    await page.getByRole('button', { name: 'Channels', exact: true }).click();
    for (const screen of [page, other.page]) {
      await expect(screen.getByRole('button', { name: 'Channels', exact: true })).toHaveAttribute('aria-expanded', 'false');
    }
    await close(other);
    const third = await AgentScreen.open(browser, 'Elena');
    await third.row(words).click();
    await expect(headings(third.page)).toHaveText(dragged);
    await expect(third.page.getByRole('button', { name: 'Channels', exact: true })).toHaveAttribute('aria-expanded', 'false');

    await third.page.getByRole('button', { name: 'Channels', exact: true }).click();
    await choose(third.page, 'Details', 'Restore the usual order');
    for (const screen of [page, third.page]) await expect(headings(screen)).toHaveText(usual);
    await agent.chooseStatus('Break');
    await close(agent, third, visitor);
  },
);

test('a past conversation says who held it and how it ended, and opens the room where it began', SWEEP, async ({ browser }) => {
  const { agent, visitor, words } = await given(browser, 'Elena');
  const { page } = agent;
  const past = block(page, 'Past conversations');
  await expect(past).toContainText('This is the first conversation.');
  for (let n = 0; n < 40; n += 1) await agent.say(`${words} answer ${n}`);
  await expect(visitor.log()).toContainText(`${words} answer 39`);
  await agent.resolve();
  const line = past.getByRole('link', { name: words });
  await expect(line).toContainText('With you · resolved');
  await visitor.say('Once more');
  await expect(agent.timeline()).toContainText('Once more');
  await expect(agent.timeline()).toContainText('assigned the conversation to you');
  await expect(past.getByRole('link')).toHaveCount(1);
  await expect(agent.timeline().getByText(words, { exact: true })).toHaveCount(0);
  await line.click();
  await expect(page).toHaveURL(/scrollToRoomEventId=/);
  await expect(agent.timeline().getByText(words, { exact: true })).toBeVisible();
  await agent.chooseStatus('Break');
  await close(agent, visitor);
});

test(
  'a pinned note stands beside the talk for all who see the room, leads to the note, and is taken away again',
  SWEEP,
  async ({ browser }) => {
    const { agent, visitor, words } = await given(browser, 'Elena');
    const { page } = agent;
    const petar = await AgentScreen.open(browser, 'Petar Kostov');
    await petar.page.goto(new URL(page.url()).pathname);
    await expect(block(petar.page, 'Notes worth knowing')).toContainText('Nothing pinned.');
    await page.getByRole('tab', { name: /^Notes/ }).click();
    const note = `${words}: hard of hearing, please write`;
    await agent.say(note);
    await agent.timeline().getByText(note).hover();
    await agent.timeline().getByRole('button', { name: 'Pin beside the conversation' }).click();
    await expect(agent.timeline().getByRole('button', { name: 'Unpin' })).toBeVisible();
    for (const screen of [page, petar.page]) await expect(block(screen, 'Notes worth knowing')).toContainText(note);
    await expectAccessible(page);

    await block(petar.page, 'Notes worth knowing')
      .getByRole('link', { name: /^Elena Marinova/ })
      .click();
    await expect(petar.page).toHaveURL(/[?&]tab=2\b/);
    await expect(petar.page).toHaveURL(/[?&]scrollToRoomEventId=/);
    await expect(petar.timeline().getByText(note)).toBeVisible();
    await block(petar.page, 'Notes worth knowing').getByRole('button', { name: 'Unpin' }).click();
    for (const screen of [page, petar.page]) await expect(block(screen, 'Notes worth knowing')).toContainText('Nothing pinned.');
    await expect(petar.page.getByRole('button', { name: 'Notes worth knowing', exact: true })).toBeFocused();
    await expect(agent.timeline().getByText(note)).toBeVisible();
    await expect(visitor.log()).not.toContainText(note);
    await agent.chooseStatus('Break');
    await close(agent, petar, visitor);
  },
);

test('a visit is told live: the page, those before it, and the site that led there', async ({ browser }) => {
  await nobodyIsReady();
  const words = word();
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
  const visitorPage = await context.newPage();
  await visitorPage.addInitScript(() => Object.defineProperty(document, 'referrer', { value: 'https://search.example/results?q=lamps' }));
  const visitor = new Visitor(visitorPage);
  await visitorPage.goto(shopUrl());
  await visitor.openChat();
  await visitor.say(words);
  const agent = await AgentScreen.open(browser, 'Elena');
  await agent.chooseStatus('Ready');
  await agent.row(words).click();
  const website = block(agent.page, 'Website');
  await expect(block(agent.page, 'Details').getByRole('link', { name: 'search.example/results' })).toBeVisible();
  await expect(block(agent.page, 'Details')).toContainText('English');
  await expect(website.getByRole('link', { name: /^Light that stays out of the way/ })).toBeVisible();
  await expect(website.getByRole('heading', { name: 'Earlier in this visit' })).toHaveCount(0);
  await visitorPage.locator('a[href^="/lamps"]').first().click();
  await expect(website.getByRole('link', { name: /^All lamps/ })).toBeVisible();
  await expect(website.getByRole('listitem').getByRole('link', { name: /^Light that stays out of the way/ })).toBeVisible();
  await agent.chooseStatus('Break');
  await close(agent, visitor);
});

test('a block that cannot be read says so in its place, and is read when it is tried again', async ({ browser }) => {
  const { agent, visitor, words } = await given(browser, 'Elena');
  const { page } = agent;
  await page.route(/\/past-conversations/, (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.reload();
  await expect(agent.timeline()).toContainText(words);
  const past = block(page, 'Past conversations');
  await expect(past.getByRole('alert')).toBeVisible();
  await expect(block(page, 'Channels').getByRole('listitem')).toHaveCount(1);
  await page.unroute(/\/past-conversations/);
  await past.getByRole('button', { name: 'Try again' }).click();
  await expect(past).toContainText('This is the first conversation.');
  await agent.chooseStatus('Break');
  await close(agent, visitor);
});

test('the customer’s tab is accessible at 360 px and fits, light and dark, in both languages', SWEEP, async ({ browser }) => {
  test.slow();
  const { agent, visitor, words } = await given(browser, 'Elena');
  const path = new URL(agent.page.url()).pathname;
  await agent.page.getByRole('tab', { name: /^Notes/ }).click();
  await agent.say(`${words} ${'very '.repeat(40)}long, and a word without an end: ${'abcdefghij'.repeat(8)}`);
  await agent.timeline().getByText(words).hover();
  await agent.timeline().getByRole('button', { name: 'Pin beside the conversation' }).click();
  await agent.page.getByRole('tab', { name: 'Conversation' }).click();
  await agent.resolve();
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto(productUrl());
  await page.getByRole('button', { name: /Elena/ }).click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  for (const language of ['en', 'bg'] as const) {
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    await page.goto(`${path}?tab=1`);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(headings(page)).toHaveCount(6);
    await expect(page.locator('[data-block="PAST"]').getByRole('link')).toHaveCount(1);
    await expect(page.locator('[data-block="NOTES"]')).toContainText(words);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    }
  }
  // A past conversation leads from the tab to the talk.
  await page.locator('[data-block="PAST"]').getByRole('link').tap();
  await expect(page).toHaveURL(/\?scrollToRoomEventId=/);
  await close({ page }, agent, visitor);
});
