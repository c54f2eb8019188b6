import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { demoDatabase } from './demo-database.ts';
import { AgentScreen, shopUrl, Visitor } from './people.ts';
import { SWEEP } from './sweep.ts';

const PHONE = { width: 390, height: 844 };
const bubbles = (page: Page) => page.locator('[data-parley-widget]');

test('opens at once, and the page’s strict policy finds nothing to refuse', async ({ page }) => {
  const refusals: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') refusals.push(message.text());
  });
  await page.goto(shopUrl());
  await expect(page.locator('iframe[title="Chat"]')).toBeAttached();
  await expect(page.frameLocator('iframe[title="Chat"]').locator('textarea')).toBeAttached();
  const took = await page.evaluate(
    () =>
      new Promise<number>((opened) => {
        const root = document.querySelector('[data-parley-widget]')?.shadowRoot;
        const frame = root?.querySelector('.frame');
        const began = performance.now();
        root?.querySelector<HTMLElement>('.bubble')?.click();
        const look = () => (frame?.classList.contains('shown') ? opened(performance.now() - began) : requestAnimationFrame(look));
        requestAnimationFrame(look);
      }),
  );
  expect(took).toBeLessThan(100);
  expect(refusals).toEqual([]);
});

test('stays through a single-page navigation that swaps the body (BUG-075)', async ({ page }) => {
  const visitor = new Visitor(page);
  await page.goto(shopUrl());
  await visitor.openChat();
  await visitor.field().fill('Half a sentence');
  let loads = 0;
  page.on('framenavigated', (frame) => {
    if (frame.url().includes('/chat/')) loads += 1;
  });
  await page.evaluate(() => {
    (document.querySelector('a[href^="/lamps"]') as HTMLElement).click();
  });
  await expect(page.getByRole('heading', { name: 'All lamps' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Light that stays out of the way' })).toBeVisible();
  await expect(visitor.field()).toHaveValue('Half a sentence');
  expect([await bubbles(page).count(), loads]).toEqual([1, 0]);

  await page.evaluate(() => {
    const tag = document.querySelector<HTMLScriptElement>('script[data-widget]') as HTMLScriptElement;
    const again = document.createElement('script');
    again.src = tag.src;
    again.dataset.widget = tag.dataset.widget as string;
    document.head.append(again);
  });
  await page.waitForTimeout(500);
  expect(await bubbles(page).count()).toBe(1);
  await page.reload();
  await expect(visitor.field()).toHaveValue('Half a sentence');
});

for (const [how, dead] of [
  ['refuses', (page: Page) => page.route(/\/chat\//, (route) => route.abort())],
  ['says nothing', (page: Page) => page.route(/\/(chat|api)\//, () => {})],
] as const) {
  test(`leaves the page alone when the chat server ${how} (BUG-077)`, SWEEP, async ({ browser }) => {
    const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true, locale: 'en-GB' });
    const page = await context.newPage();
    await dead(page);
    await page.goto(shopUrl());
    await page.getByRole('button', { name: 'Open the chat' }).tap({ timeout: 15_000 });
    const card = page.locator('[data-parley-widget] .wait');
    await expect(card).toContainText('The chat is opening');
    const reachable = () =>
      page.evaluate(() => {
        const { innerWidth: width, innerHeight: height } = window;
        const spots: Array<[number, number]> = [
          [width / 2, height / 2],
          [20, 20],
          [width / 2, height / 4],
        ];
        return spots.every(([x, y]) => !document.elementFromPoint(x, y)?.matches('[data-parley-widget]'));
      });
    expect(await reachable()).toBe(true);
    await expect(card).toContainText('does not answer', { timeout: 12_000 });
    expect(await reachable()).toBe(true);
    await page.getByRole('link', { name: 'Lamps', exact: true }).tap();
    await expect(page.getByRole('heading', { name: 'All lamps' })).toBeVisible();
    await page.getByRole('button', { name: 'Close the chat' }).first().tap();
    await expect(card).toBeHidden();
    await context.close();
  });
}

test('tells every tab that the session is over, keeps what was typed, and starts anew (BUG-073)', async ({ context }) => {
  const tabs = [new Visitor(await context.newPage()), new Visitor(await context.newPage())] as const;
  for (const tab of tabs) {
    await tab.page.goto(shopUrl());
    await tab.openChat();
  }
  const words = `Before the end ${Date.now()}`;
  await tabs[0].say(words);
  for (const tab of tabs) await expect(tab.log()).toContainText(words);
  for (const [at, tab] of tabs.entries()) await tab.field().fill(`Typed in tab ${at}`);
  const db = demoDatabase();
  const said = await db
    .outsideReader()
    .selectFrom('events')
    .select('contact_channel_id')
    .where('client_message_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await db
    .outsideReader()
    .updateTable('visitor_sessions')
    .set({ ended_at: new Date().toISOString() })
    .where('id', '=', said.contact_channel_id as string)
    .execute();
  await db.close();
  for (const [at, tab] of tabs.entries()) {
    await expect(tab.chat.getByText('This chat has ended. What you typed is kept.')).toBeVisible({ timeout: 20_000 });
    await expect(tab.field()).toHaveValue(`Typed in tab ${at}`);
    await expect(tab.chat.getByRole('button', { name: 'Send' })).toBeDisabled();
  }
  await tabs[0].chat.getByRole('button', { name: 'Start a new chat' }).click();
  await tabs[0].field().press('Enter');
  for (const tab of tabs) {
    await expect(tab.log()).toContainText('Typed in tab 0');
    await expect(tab.log()).not.toContainText(words);
  }
  await expect(tabs[1].field()).toHaveValue('Typed in tab 1');
});

test('keeps the order whatever the visitor’s clock says (BUG-078)', async ({ browser }) => {
  const mark = Date.now().toString(36);
  const elena = await AgentScreen.open(browser, 'Elena Marinova');
  const context = await browser.newContext({ locale: 'en-GB' });
  // In the page and in the frame; a later script may set another number of hours.
  await context.addInitScript(() => {
    const Real = Date;
    const clock = globalThis as typeof globalThis & { hoursWrong?: number };
    const now = () => Real.now() + (clock.hoursWrong ?? 5) * 3_600_000;
    globalThis.Date = class extends Real {
      constructor(...given: unknown[]) {
        super(given.length === 0 ? now() : (given[0] as string));
      }
      static override now() {
        return now();
      }
    } as DateConstructor;
  });
  const visitor = new Visitor(await context.newPage());
  await visitor.page.goto(shopUrl());
  await visitor.openChat();
  await visitor.say(`Question 1 ${mark}`);
  await elena.row(mark).click();
  const take = elena.page.getByRole('button', { name: 'Take', exact: true }).first();
  const composer = elena.composer();
  await expect(take.or(composer).first()).toBeVisible();
  if (await take.isVisible()) await take.click();
  for (const n of [1, 2, 3]) {
    if (n > 1) await visitor.say(`Question ${n} ${mark}`);
    await expect(elena.timeline()).toContainText(`Question ${n} ${mark}`);
    await elena.say(`Answer ${n} ${mark}`);
    await expect(visitor.log()).toContainText(`Answer ${n} ${mark}`);
  }
  const order = [1, 2, 3].flatMap((n) => [`Question ${n}`, `Answer ${n}`]);
  const inOrder = new RegExp(order.join('[\\s\\S]*'));
  await expect(visitor.log()).toContainText(inOrder);
  // From five hours ahead to a day behind, in the middle of the talk.
  await context.addInitScript(() => {
    (globalThis as typeof globalThis & { hoursWrong?: number }).hoursWrong = -24;
  });
  await visitor.page.reload();
  await visitor.openChat();
  await elena.page.reload();
  await expect(visitor.log()).toContainText(inOrder);
  await expect(elena.timeline()).toContainText(inOrder);
  await context.close();
  await elena.page.context().close();
});

test('keeps a message that cannot be sent, and sends it once the line is back', async ({ context }) => {
  const visitor = new Visitor(await context.newPage());
  await visitor.page.goto(shopUrl());
  await visitor.openChat();
  await visitor.say('With a line');
  await expect(visitor.log()).toContainText(/With a line.*Sent/);
  await context.setOffline(true);
  await visitor.say('Without a line');
  await expect(visitor.log()).toContainText('Waiting to be sent', { timeout: 20_000 });
  await visitor.page.waitForTimeout(500);
  await context.setOffline(false);
  await expect(visitor.log()).toContainText(/Without a line.*Sent/, { timeout: 40_000 });
  await expect(visitor.log().getByText('Without a line')).toHaveCount(1);
});

test('sends what was written without a line in order, and before what is written after it, without a word more than it waits', async ({
  context,
}) => {
  const visitor = new Visitor(await context.newPage());
  // An open socket may outlive the browser's offline switch: it is cut here, and while the line is away none opens.
  let isAway = false;
  const open = new Set<{ close(): Promise<void> }>();
  await visitor.page.routeWebSocket(/\/api\/ws/, (socket) => {
    if (isAway) return void socket.close();
    socket.connectToServer();
    open.add(socket);
  });
  await visitor.page.goto(shopUrl());
  await visitor.openChat();
  await visitor.say('Line 0');
  await expect(visitor.log()).toContainText(/Line 0.*Sent/);
  isAway = true;
  await context.setOffline(true);
  await Promise.all([...open].map((socket) => socket.close()));
  for (const n of [1, 2, 3, 4]) await visitor.say(`Line ${n}`);
  await expect(visitor.chat.getByText('No connection', { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(visitor.log().getByText('Waiting to be sent')).toHaveCount(4);
  // Everything that the log says from here on, while tries fail: it must not change its mind.
  const said = await visitor.log().textContent();
  for (let look = 0; look < 16; look++) {
    await visitor.page.waitForTimeout(500);
    expect(await visitor.log().textContent()).toBe(said);
  }
  isAway = false;
  await context.setOffline(false);
  for (const n of [5, 6]) await visitor.say(`Line ${n}`);
  await expect(visitor.log()).toContainText(/Line 6.*Sent/, { timeout: 40_000 });
  // As the server has it.
  await visitor.page.reload();
  await visitor.openChat();
  await expect(visitor.log().getByText(/^(You: )?Line \d$/)).toHaveText([0, 1, 2, 3, 4, 5, 6].map((n) => new RegExp(`Line ${n}$`)));
});

test('shows addresses as links that leave nothing behind', async ({ page }) => {
  const visitor = new Visitor(page);
  await page.goto(shopUrl());
  await visitor.openChat();
  await visitor.say('See http://127.0.0.1:9/lamps?size=7. Not javascript:alert(1)');
  const link = visitor.log().getByRole('link');
  await expect(link).toHaveText('http://127.0.0.1:9/lamps?size=7');
  await expect(link).toHaveAttribute('href', 'http://127.0.0.1:9/lamps?size=7');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
});

test('is usable by everybody: names, roles and contrast, also in Bulgarian on a phone', async ({ browser }) => {
  const context = await browser.newContext({ viewport: PHONE, locale: 'bg-BG' });
  const page = await context.newPage();
  await page.goto(`${shopUrl()}?lang=bg`);
  await page.getByRole('button', { name: 'Отваряне на чата' }).click();
  const chat = page.frameLocator('iframe[title="Чат"]');
  await chat.getByRole('textbox', { name: 'Напишете съобщение' }).fill('Коя крушка е за лампата?');
  await chat.getByRole('textbox', { name: 'Напишете съобщение' }).press('Enter');
  await expect(chat.getByRole('log', { name: 'Съобщения' })).toContainText('Съобщението Ви пристигна');
  const box = await page.locator('iframe[title="Чат"]').boundingBox();
  expect(box).toEqual({ x: 0, y: 0, ...PHONE });
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Отваряне на чата' })).toBeFocused();
  await context.close();
});
