import { expect, test } from '@playwright/test';
import { type ChannelCustomer, type ChannelProduct, startChannelProduct } from './channel-product.ts';
import { AgentScreen } from './people.ts';
import { expectAccessible } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

// Colleagues at one customer's room: who looks and writes, and what is asked before an answer over an answer.
let product: ChannelProduct;
let dora: AgentScreen;
let petar: AgentScreen;
let maria: ChannelCustomer;

test.describe.configure({ mode: 'serial', timeout: 60_000 });
test.beforeAll(async ({ browser }) => {
  product = await startChannelProduct({ types: ['SMS'] });
  maria = await product.customer('Maria', ['SMS']);
  await maria.say('Is it in stock?');
  dora = await AgentScreen.open(browser, 'Dora Ilieva', { url: product.url });
  await dora.row('Is it in stock?').click();
  await dora.page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await expect(dora.composer()).toBeVisible();
  petar = await AgentScreen.open(browser, 'Petar Kostov', { url: product.url });
});
test.afterAll(async () => {
  await dora?.page.context().close();
  await petar?.page.context().close();
  await product?.close();
});

/** What the head of the room says of other colleagues. */
const others = ({ page }: AgentScreen) => page.locator('[data-others]');
const openRoom = (screen: AgentScreen) => screen.page.goto(dora.page.url());

/** As when another tab is put before it, or it is brought to the front again. */
const show = ({ page }: AgentScreen, state: 'visible' | 'hidden') =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('two who look at one room see each other look and write', async () => {
  await expect(others(dora)).toBeEmpty();
  await openRoom(petar);
  await expect(others(dora)).toHaveText(/Petar is looking$/);
  await expect(others(petar)).toHaveText(/Dora is looking$/);
  await petar.composer().pressSequentially('We have');
  await expect(others(dora)).toHaveText(/Petar is writing$/);
  await expectAccessible(dora.page);
  // It is still there long after it was said once.
  await expect(others(dora)).toHaveText(/Petar is looking$/, { timeout: 10_000 });
  await petar.composer().fill('');
});

test(
  'what a colleague does is read whole at every width, or their picture stands there alone: names are cut first',
  SWEEP,
  async ({ browser }) => {
    for (const [language, said] of [
      ['en', 'Dora Ilieva is looking'],
      ['bg', 'Dora Ilieva гледа'],
    ] as const) {
      const page = await (await browser.newContext()).newPage();
      await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
      await page.goto(product.url);
      await page.getByRole('button', { name: /Petar Kostov/ }).click();
      await page.waitForURL(/communications/);
      for (const width of [1440, 1300, 1180, 760, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(dora.page.url());
        const told = page.locator('[data-others]');
        await expect(told).toHaveAttribute('title', said);
        await expect(told.locator('[data-kind="colleague"]')).toBeInViewport({ ratio: 1 });
        // Either end of the word is on the screen, or neither is.
        const ends = await told.locator('[data-does]').evaluate((word) => {
          const { left, right, top, bottom } = word.getBoundingClientRect();
          const isAt = (x: number) => word.contains(document.elementFromPoint(x, (top + bottom) / 2));
          return [isAt(left + 1), isAt(right - 1)];
        });
        expect(ends, `${language} ${width}`).toEqual(width === 1440 ? [true, true] : [ends[0], ends[0]]);
      }
      await page.context().close();
    }
  },
);

test('it ends when the page is hidden, when another room is opened, and when the tab is closed', async ({ browser }) => {
  const soon = { timeout: 3000 };
  await show(petar, 'hidden');
  await expect(others(dora)).toBeEmpty(soon);
  await show(petar, 'visible');
  await expect(others(dora)).toHaveText(/Petar is looking$/, soon);
  await petar.page.keyboard.press('Escape');
  await petar.page.goto('/communications');
  await expect(others(dora)).toBeEmpty(soon);
  const elena = await AgentScreen.open(browser, 'Petar Kostov', { url: product.url });
  await openRoom(elena);
  await expect(others(dora)).toHaveText(/Petar is looking$/, soon);
  await openRoom(petar);
  await expect(others(petar)).toHaveText(/Dora is looking$/, soon);
  // In two windows they are one, until the last is closed.
  await elena.page.context().close();
  await expect(others(dora)).toHaveText(/Petar is looking$/);
  await petar.page.close();
  await expect(others(dora)).toBeEmpty(soon);
});

test('in Bulgarian and at the width of a phone it says the same', SWEEP, async ({ browser }) => {
  const page = await (await browser.newContext({ locale: 'bg-BG', viewport: { width: 360, height: 740 } })).newPage();
  await page.addInitScript(() => localStorage.setItem('language', 'bg'));
  await page.goto(product.url);
  await page.getByRole('button', { name: /Petar Kostov/ }).click();
  await page.waitForURL(/communications/);
  await page.goto(dora.page.url());
  await expect(page.locator('[data-others]')).toHaveText(/Dora гледа$/);
  await expect(page.locator('[data-others] [data-kind="colleague"]')).toBeInViewport();
  // Who holds it is read whole, and taking over is within reach.
  const head = page.getByRole('main').locator('header').first();
  const holder = head.getByText('Dora Ilieva').first();
  expect(await holder.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(false);
  await expect(head.getByRole('button', { name: /^Поемане/ })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await page.context().close();
});

test('an answer over a colleague’s that was not seen is asked about: read first, it stands in the field again', async ({ browser }) => {
  const entry = (words: string, of: AgentScreen) => of.timeline().getByRole('listitem').filter({ hasText: words });
  const late = await AgentScreen.open(browser, 'Dora Ilieva', { url: product.url, hearsLate: 2000 });
  await openRoom(late);
  await expect(entry('Is it in stock?', late)).toBeVisible();
  petar = await AgentScreen.open(browser, 'Petar Kostov', { url: product.url });
  await openRoom(petar);
  await expect(entry('Is it in stock?', petar)).toBeVisible();
  const question = late.page.getByRole('group', { name: /Petar Kostov has answered/ });

  await petar.say('Yes, three of them');
  await expect(entry('Yes, three of them', petar)).toContainText('Sent');
  await late.say('No, sold out');
  await expect(question).toBeVisible();
  await expect(question).toContainText('Yes, three of them');
  await expect(entry('No, sold out', late)).toContainText('Not sent. Petar Kostov has answered since you last looked.');
  await expectAccessible(late.page);
  await question.getByRole('button', { name: 'Read first' }).click();
  await expect(question).toHaveCount(0);
  await expect(entry('Yes, three of them', late)).toBeFocused();
  await expect(late.composer()).toHaveValue('No, sold out');
  expect(product.provider.accepted.map(({ text }) => text)).toEqual(['Yes, three of them']);
  // Now it was read.
  await late.say('As my colleague says');
  await expect(entry('As my colleague says', late)).toContainText('Sent', { timeout: 10_000 });

  // Once more; this time it goes all the same.
  await petar.say('In blue, too');
  await expect(entry('In blue, too', petar)).toContainText('Sent');
  await late.say('Not in blue');
  await question.getByRole('button', { name: 'Send anyway' }).click();
  await expect(question).toHaveCount(0);
  await expect.poll(() => product.provider.accepted.map(({ text }) => text)).toContain('Not in blue');
  await expect(entry('Not in blue', late)).toContainText('Sent', { timeout: 10_000 });
  await late.page.context().close();
});

test(
  'what can be taken back has not gone where a colleague answered meanwhile: the question waits, also for a window that was closed',
  SWEEP,
  async ({ browser }) => {
    test.setTimeout(180_000);
    const on = product.db.reader(product.accountId);
    const settings = { undoSendSeconds: 10 };
    await on
      .updateTable('accounts')
      .set({ settings: JSON.stringify(settings) })
      .where('id', '=', product.accountId)
      .execute();
    const entry = (words: string, of: AgentScreen) => of.timeline().getByRole('listitem').filter({ hasText: words });
    const gone = () => product.provider.accepted.map(({ text }) => text);
    const room = dora.page.url();
    /** Ten seconds are short for a busy machine: its time comes when the test says so. */
    const goesIn = (words: string, seconds: number) => {
      const at = new Date(Date.now() + seconds * 1000).toISOString();
      return on
        .updateTable('scheduled_messages')
        .set({ send_at: at, due_at: at })
        .where('text', '=', words)
        .where('state', '=', 'WAITING')
        .execute();
    };
    await dora.page.reload();
    await expect(entry('Is it in stock?', dora)).toBeVisible();
    // Long enough before her eyes to be seen.
    await dora.page.waitForTimeout(500);
    await dora.say('Ten are on their way');
    await expect(dora.page.getByText(/Will be sent in \d+ seconds?/)).toBeVisible();
    await goesIn('Ten are on their way', 3600);
    await dora.page.goto('about:blank');
    // Sent at once: what he writes waits for nobody.
    await on
      .updateTable('accounts')
      .set({ settings: JSON.stringify({ undoSendSeconds: 0 }) })
      .where('id', '=', product.accountId)
      .execute();
    petar = await AgentScreen.open(browser, 'Petar Kostov', { url: product.url });
    await petar.page.goto(room);
    await petar.say('Twelve are on their way');
    await expect.poll(gone).toContain('Twelve are on their way');
    await goesIn('Ten are on their way', 0);
    await expect
      .poll(
        async () =>
          (await on.selectFrom('scheduled_messages').select('reason').where('text', '=', 'Ten are on their way').executeTakeFirst())
            ?.reason,
        { timeout: 20_000 },
      )
      .toBe('COLLEAGUE_ANSWERED');
    expect(gone()).not.toContain('Ten are on their way');

    await dora.page.goto(`${product.url}/communications`);
    await dora.page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(dora.page.getByText(/was not sent: Petar Kostov has answered meanwhile/).first()).toBeVisible();
    await dora.page.keyboard.press('Escape');
    await expect(dora.rooms().getByTitle('A message was not sent')).toBeVisible();
    await dora.page.goto(room);
    const question = dora.page.getByRole('group', { name: /Petar Kostov has answered/ });
    await expect(question).toContainText('Twelve are on their way');
    await expect(question).toContainText('Your message: Ten are on their way');
    await expectAccessible(dora.page);
    await question.getByRole('button', { name: 'Read first' }).click();
    await expect(question).toHaveCount(0);
    await expect(dora.composer()).toHaveValue('Ten are on their way');
    await expect(entry('Twelve are on their way', dora)).toBeFocused();

    await test.step('once more, and it goes all the same, on a phone in Bulgarian', async () => {
      await on
        .updateTable('accounts')
        .set({ settings: JSON.stringify(settings) })
        .where('id', '=', product.accountId)
        .execute();
      await dora.page.reload();
      await expect(dora.composer()).toHaveValue('Ten are on their way');
      await expect(entry('Twelve are on their way', dora)).toBeVisible();
      await dora.page.waitForTimeout(500);
      await dora.composer().fill('');
      await dora.say('All the same');
      await expect(dora.page.getByText(/Will be sent in \d+ seconds?/)).toBeVisible();
      await goesIn('All the same', 3600);
      await on
        .updateTable('accounts')
        .set({ settings: JSON.stringify({ undoSendSeconds: 0 }) })
        .where('id', '=', product.accountId)
        .execute();
      await petar.say('Twelve, for sure');
      await expect.poll(gone).toContain('Twelve, for sure');
      await goesIn('All the same', 0);
      await expect(question).toContainText('Your message: All the same', { timeout: 20_000 });
      const page = await (await browser.newContext({ locale: 'bg-BG', viewport: { width: 360, height: 740 } })).newPage();
      await page.addInitScript(() => localStorage.setItem('language', 'bg'));
      await page.goto(product.url);
      await page.getByRole('button', { name: /Dora Ilieva/ }).click();
      await page.waitForURL(/communications/);
      await page.goto(room);
      const asked = page.getByRole('group', { name: /Petar Kostov отговори на клиента/ });
      await expect(asked).toContainText('Вашето съобщение: All the same');
      await expectAccessible(page);
      await asked.getByRole('button', { name: 'Изпращане въпреки това' }).click();
      await expect(asked).toHaveCount(0);
      await expect(question).toHaveCount(0);
      await expect.poll(gone).toContain('All the same');
      await page.context().close();
    });
  },
);

test('two messages of one author that are asked about stand one behind the other, and go in their order', SWEEP, async () => {
  test.setTimeout(120_000);
  const on = product.db.reader(product.accountId);
  const undoSeconds = (undoSendSeconds: number) =>
    on
      .updateTable('accounts')
      .set({ settings: JSON.stringify({ undoSendSeconds }) })
      .where('id', '=', product.accountId)
      .execute();
  const inHour = new Date(Date.now() + 3_600_000).toISOString();
  const comesAt = (words: string, at: string) =>
    on
      .updateTable('scheduled_messages')
      .set({ send_at: at, due_at: at })
      .where('text', '=', words)
      .where('state', '=', 'WAITING')
      .execute();
  const gone = () => product.provider.accepted.map(({ text }) => text);
  const [first, second] = ['Blue is left', 'And it is cheap'] as const;
  await undoSeconds(10);
  await dora.page.reload();
  await expect(dora.timeline().getByText('Is it in stock?')).toBeVisible();
  // Long enough before her eyes to be seen.
  await dora.page.waitForTimeout(500);
  for (const words of [first, second]) {
    await dora.say(words);
    await expect(dora.page.getByText(/Will be sent in \d+ seconds?/).first()).toBeVisible();
    await expect.poll(async () => (await comesAt(words, inHour))[0]?.numUpdatedRows).toBe(1n);
  }
  await undoSeconds(0);
  await petar.say('None is left');
  await expect.poll(gone).toContain('None is left');
  for (const words of [first, second]) await comesAt(words, new Date().toISOString());
  const asked = (words: string) => dora.page.getByRole('group').filter({ hasText: `Your message: ${words}` });
  await expect(asked(first)).toContainText('None is left', { timeout: 20_000 });
  await expect(asked(second)).toContainText('Say first what is to become of the message above.', { timeout: 20_000 });
  await expect(asked(second).getByRole('button', { name: 'Send anyway' })).toHaveCount(0);
  await expectAccessible(dora.page);

  await asked(first).getByRole('button', { name: 'Send anyway' }).click();
  await expect(asked(first)).toHaveCount(0);
  // It is the first now, and asked about in full.
  await asked(second).getByRole('button', { name: 'Send anyway' }).click();
  await expect(asked(second)).toHaveCount(0);
  await expect.poll(() => gone().slice(-2)).toEqual([first, second]);
});
