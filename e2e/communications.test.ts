import { expect, type Locator, type Page, test } from '@playwright/test';
import { AgentScreen, productUrl } from './people.ts';
import { settled } from './settled.ts';
import { expectAccessible } from './signing-in.ts';
import { SWEEP } from './sweep.ts';
import { CallingVisitor } from './visitor-calls.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

let dora: AgentScreen;

test.beforeAll(async ({ browser }) => {
  dora = await AgentScreen.open(browser, 'Dora Ilieva');
});

test.afterAll(async () => {
  await dora.page.context().close();
});

/** A conversation that Dora holds, with so many messages in it. */
async function talkWith(words: string, messages: number): Promise<CallingVisitor> {
  const visitor = await CallingVisitor.start();
  await visitor.sayMany(words, 1, messages);
  // Who stands in the list by keys or pointer has it held.
  const behind = dora.page.getByRole('button', { name: /^\d+ new/ });
  await expect(dora.row(`${words} ${messages}`).or(behind).first()).toBeVisible();
  if (await behind.isVisible()) await behind.click();
  await dora.row(`${words} ${messages}`).click();
  await dora.page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await expect(dora.composer()).toBeVisible();
  await expect(dora.row(words).getByTitle(/new message/)).toHaveCount(0);
  return visitor;
}

/** Numbers of the messages that are wholly or partly in the window of the timeline. */
const numbersShown = (page: Page): Promise<number[]> =>
  page.getByRole('region', { name: 'Messages' }).evaluate((box) => {
    const { top, bottom } = box.getBoundingClientRect();
    const rows = [...box.querySelectorAll('li')].filter((row) => {
      const place = row.getBoundingClientRect();
      return place.bottom > top && place.top < bottom;
    });
    return rows.map((row) => Number(/ (\d+)$/.exec(row.textContent ?? '')?.[1] ?? Number.NaN)).filter((n) => !Number.isNaN(n));
  });

const offer = () => dora.page.locator('[data-bulk-offer]');
const leave = () => dora.page.goto('/communications');
const word = () => `w${Math.random().toString(36).slice(2, 8)}`;

test('a long unread room opens at the first thing not seen, and only what was shown counts as seen', async () => {
  const words = word();
  const visitor = await talkWith(words, 2);
  await leave();
  await visitor.sayMany(words, 3, 42);
  const row = dora.row(words);
  await expect(row.getByTitle('40 new messages')).toBeVisible();
  await row.click();
  await expect(dora.timeline().getByText('New', { exact: true })).toBeVisible();
  await expect.poll(async () => (await numbersShown(dora.page))[0]).toBe(3);
  const highest = Math.max(...(await numbersShown(dora.page)));
  expect(highest).toBeLessThan(42);
  // The last one may stand half in the window: it counts as seen or not, the ones below do not.
  const missed = new RegExp(`^(${42 - highest}|${43 - highest}) new below$`);
  await expect(dora.page.getByRole('button', { name: missed })).toBeVisible();
  await settled(dora.timeline(), 60);
  await expect(dora.page.getByRole('button', { name: missed })).toBeVisible();
  await dora.page.getByRole('button', { name: missed }).click();
  await expect(row.getByTitle(/new message/)).toHaveCount(0);
});

/** Goes to the newest end of a room, and leaves in the frame in which its last message stands on the screen. */
async function glanceAtEnd(words: string, last: number, leaveBy: Locator | null): Promise<void> {
  await dora.row(words).click();
  const below = dora.page.getByRole('button', { name: /new below$/ });
  await expect(below).toBeVisible();
  // What stood there as it was opened has been said by then.
  await settled(dora.timeline());
  const way = leaveBy === null ? null : await leaveBy.elementHandle();
  const box = await dora.timeline().elementHandle();
  const left = dora.page.evaluate(
    async ([timeline, link, text]) => {
      const isShown = () => {
        const { top, bottom } = (timeline as HTMLElement).getBoundingClientRect();
        const row = [...(timeline as HTMLElement).querySelectorAll('li')].find((one) => one.textContent?.endsWith(text as string));
        const place = row?.getBoundingClientRect();
        return place !== undefined && place.top > top && place.bottom <= bottom;
      };
      while (!isShown()) await new Promise(requestAnimationFrame);
      // In a task of its own: the page answers first that it goes.
      if (link === null) setTimeout(() => location.assign('/profile'));
      else (link as HTMLElement).click();
    },
    [box, way, `${words} ${last}`] as const,
  );
  await below.click();
  await left;
}

test('what stood on the screen is seen, though one leaves the room or the page in that moment', async () => {
  const [words, elsewhere] = [word(), word()];
  const visitor = await talkWith(words, 2);
  await talkWith(elsewhere, 1);
  await visitor.sayMany(words, 3, 42);
  await expect(dora.row(words).getByTitle('40 new messages')).toBeVisible();
  await glanceAtEnd(words, 42, dora.row(elsewhere));
  await expect(dora.row(words).getByTitle(/new message/)).toHaveCount(0);
  await visitor.sayMany(words, 43, 82);
  await expect(dora.row(words).getByTitle('40 new messages')).toBeVisible();
  await glanceAtEnd(words, 82, null);
  await dora.page.waitForURL('**/profile');
  await dora.page.goto('/communications');
  await expect(dora.row(words)).toBeVisible();
  await expect(dora.row(words).getByTitle(/new message/)).toHaveCount(0);
});

test('older pages come without moving what is read', async () => {
  const words = word();
  await talkWith(words, 95);
  await dora.page.reload();
  await expect(dora.timeline().getByText(`${words} 95`, { exact: true })).toBeVisible();
  await dora.timeline().hover();
  const place = (text: string) => dora.timeline().getByText(text, { exact: true }).boundingBox();
  const scrolled = () => dora.timeline().evaluate((box) => ({ top: box.scrollTop, height: box.scrollHeight }));
  let [steps, pages] = [0, 0];
  while (!(await numbersShown(dora.page)).includes(1)) {
    const anchor = (await numbersShown(dora.page))[1];
    const [before, from] = [await place(`${words} ${anchor}`), await scrolled()];
    await dora.page.mouse.wheel(0, -150);
    // A page has come, and its rows are measured.
    await settled(dora.timeline(), 6);
    const [after, to] = [await place(`${words} ${anchor}`), await scrolled()];
    // As long as nothing more is held, the wheel turns in vain above it.
    const moved = [150, Math.min(150, from.top)];
    if (before !== null && after !== null && to.top > 0)
      expect(Math.min(...moved.map((by) => Math.abs(after.y - before.y - by)))).toBeLessThanOrEqual(2);
    if (to.height > from.height) {
      pages += 1;
      // Whoever reads on only after a while finds it where it was all the same.
      await dora.page.waitForTimeout(600);
    }
    steps += 1;
    expect(steps).toBeLessThan(100);
  }
  expect(pages).toBeGreaterThan(0);
});

test('without a network nothing is lost, doubled or out of order, and what was written goes by itself', async () => {
  const words = word();
  const visitor = await talkWith(words, 1);
  await dora.page.context().setOffline(true);
  await visitor.sayMany(words, 2, 36);
  await dora.say(`answer ${words}`);
  await expect(dora.timeline().getByRole('alert')).toContainText('The text is kept', { timeout: 15_000 });
  await dora.page.context().setOffline(false);
  await expect(dora.row(`You: answer ${words}`)).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => numbersShown(dora.page)).toContain(2);
  await dora.page.getByRole('button', { name: /new below|To the newest/ }).click();
  await expect(dora.timeline().getByText(`${words} 36`, { exact: true })).toBeVisible();
  await expect(dora.timeline().getByText(`answer ${words}`)).toHaveCount(1);
  await expect(dora.timeline().getByRole('alert')).toHaveCount(0);
  const seen = new Set<number>();
  await dora.timeline().evaluate((box) => {
    box.scrollTop = 0;
  });
  await expect.poll(async () => (await numbersShown(dora.page))[0]).toBe(1);
  await dora.timeline().hover();
  for (let i = 0; i < 40 && !seen.has(36); i += 1) {
    const shown = await numbersShown(dora.page);
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    expect(new Set(shown).size).toBe(shown.length);
    for (const number of shown) seen.add(number);
    await dora.page.mouse.wheel(0, 300);
    await settled(dora.timeline(), 3);
  }
  expect([...seen]).toEqual(Array.from({ length: 36 }, (_, i) => i + 1));
});

test('a sent text is no draft any more, in no window', async () => {
  const words = word();
  await talkWith(words, 1);
  await dora.composer().fill('on its way');
  const other = await dora.page.context().newPage();
  await other.goto(dora.page.url());
  const otherScreen = new AgentScreen(other);
  await expect(otherScreen.composer()).toHaveValue('on its way');
  await expect(otherScreen.row('on its way')).toContainText('Draft:');
  await dora.composer().press('Enter');
  await expect(otherScreen.composer()).toHaveValue('');
  await other.reload();
  await expect(otherScreen.timeline().getByText('on its way')).toHaveCount(1);
  await expect(otherScreen.composer()).toHaveValue('');
  await other.close();
});

test('no row moves under the pointer', async () => {
  const [first, second] = [word(), word()];
  const visitor = await talkWith(first, 1);
  await talkWith(second, 1);
  await leave();
  await dora.page.mouse.move(900, 500);
  const mine = () => dora.rooms().getByRole('link').allTextContents();
  const places = async () => {
    const rows = await mine();
    return [rows.findIndex((row) => row.includes(first)), rows.findIndex((row) => row.includes(second))];
  };
  await expect.poll(async () => (await places())[1]).toBeGreaterThanOrEqual(0);
  const [firstPlace = 0, secondPlace = 0] = await places();
  expect(secondPlace).toBeLessThan(firstPlace);
  await dora.row(second).hover();
  await visitor.say(`${first} again`);
  await expect(dora.row(`${first} again`)).toBeVisible();
  expect(await places()).toEqual([firstPlace, secondPlace]);
  await expect(dora.rooms().getByRole('button', { name: 'Reorder' })).toBeVisible();
  await dora.page.mouse.move(900, 500);
  await expect.poll(places).toEqual([secondPlace, firstPlace]);
});

test('keys alone: through the list, into a room, to the field, and back', async () => {
  const words = word();
  await talkWith(words, 1);
  await leave();
  await dora.page.mouse.move(900, 500);
  await expect(dora.row(words)).toBeVisible();
  const focused = () => dora.page.evaluate(() => document.activeElement?.closest('a')?.textContent ?? '');
  for (let i = 0; i < 60 && !(await focused()).includes(words); i += 1) {
    const before = await focused();
    await dora.page.keyboard.press('j');
    await expect.poll(focused).not.toBe(before);
  }
  // The row has the focus before another key can come: who types J and Enter in one go opens it.
  const went = await dora.page.evaluate(() => {
    const rowNow = () => document.activeElement?.closest<HTMLElement>('[data-entry]')?.dataset.entry;
    const from = rowNow();
    const key = from === document.querySelector<HTMLElement>('[data-entry]')?.dataset.entry ? 'j' : 'k';
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    return { key, isElsewhere: rowNow() !== from };
  });
  expect(went.isElsewhere).toBe(true);
  await dora.page.keyboard.press(went.key === 'j' ? 'k' : 'j');
  await expect.poll(focused).toContain(words);
  await dora.page.keyboard.press('Enter');
  await expect(dora.page).toHaveURL(/\/communications\/[0-9a-f-]{36}$/);
  await expect(dora.composer()).toBeVisible();
  await dora.page.keyboard.press('r');
  await expect(dora.composer()).toBeFocused();
  await dora.page.keyboard.press('Escape');
  await dora.page.keyboard.press('e');
  await expect(offer()).toContainText(/The conversation with Visitor \d{4} will be resolved\./);
  await dora.page.keyboard.press('z');
  await expect(dora.page.getByText('The conversation stays open.')).toBeVisible();
  await dora.page.keyboard.press('Escape');
  await expect(dora.page).toHaveURL(/\/communications$/);
});

test('one comes back to the tab at which one left a room', async () => {
  // From the top of the list: whoever closed a room by keys stands at its row.
  await dora.page.reload();
  const [first, second] = [word(), word()];
  await talkWith(first, 1);
  await dora.page.getByRole('tab', { name: /Notes/ }).click();
  await talkWith(second, 1);
  await expect(dora.page.getByRole('tab', { name: 'Conversation' })).toHaveAttribute('aria-selected', 'true');
  await dora.row(first).click();
  await expect(dora.page.getByRole('tab', { name: /Notes/ })).toHaveAttribute('aria-selected', 'true');
  await dora.page.getByRole('tab', { name: 'Conversation' }).click();
});

test('the page says what it is to those who do not see it', async () => {
  await leave();
  await expect(dora.rooms().getByRole('link').first()).toBeVisible();
  await expectAccessible(dora.page);
  await dora.rooms().getByRole('link').last().click();
  await expect(dora.timeline()).toBeVisible();
  await expectAccessible(dora.page);
  await dora.page.getByRole('tab', { name: /Notes/ }).click();
  await expect(dora.composer()).toBeVisible();
  await expectAccessible(dora.page);
});

test('the open choice of a channel says what it is to those who do not see it', async () => {
  await leave();
  const words = word();
  await talkWith(words, 1);
  await dora.page.getByTitle('Choose the channel').click();
  await expect(dora.page.getByRole('menuitem').first()).toBeVisible();
  await expectAccessible(dora.page);
  await dora.page.keyboard.press('Escape');
});

test('who takes a conversation goes on by writing, and after resolving the focus is on what took the place of the field', async () => {
  await leave();
  const words = word();
  const visitor = await CallingVisitor.start();
  await visitor.sayMany(words, 1, 1);
  await dora.row(`${words} 1`).click();
  await dora.page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await expect(dora.composer()).toBeFocused();
  await dora.resolve();
  const bar = dora.page.getByText(/^This conversation is resolved/);
  await expect(bar).toBeVisible();
  await expect.poll(() => bar.evaluate((element) => element.closest('[tabindex="-1"]') === document.activeElement)).toBe(true);
});

test('what is written while the line is away and after it came back is stored in the order of writing', async () => {
  await leave();
  const words = word();
  await talkWith(words, 1);
  await dora.page.context().setOffline(true);
  for (const n of [1, 2, 3]) await dora.say(`${words} answer ${n}`);
  await expect(dora.timeline().getByRole('alert').first()).toContainText('The text is kept', { timeout: 15_000 });
  await dora.page.context().setOffline(false);
  for (const n of [4, 5, 6]) await dora.say(`${words} answer ${n}`);
  await expect(dora.timeline().getByRole('alert')).toHaveCount(0, { timeout: 30_000 });
  await expect(dora.row(`You: ${words} answer 6`)).toBeVisible({ timeout: 30_000 });
  await dora.page.reload();
  await expect(dora.timeline().getByText(`${words} answer 6`, { exact: true })).toBeVisible();
  const said = dora.timeline().getByText(new RegExp(`^${words} answer \\d$`));
  await expect(said).toHaveText([1, 2, 3, 4, 5, 6].map((n) => `${words} answer ${n}`));
});

test('on a phone a swipe goes to the customer and back, and from the room to the list', async ({ browser }) => {
  await leave();
  const words = word();
  await talkWith(words, 1);
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await context.addInitScript(() => localStorage.setItem('language', 'en'));
  const phone = await context.newPage();
  await phone.goto(productUrl());
  await phone.getByRole('button', { name: /Dora Ilieva/ }).click();
  const screen = new AgentScreen(phone);
  await screen.row(words).tap();
  await expect(screen.timeline()).toBeVisible();
  const devtools = await context.newCDPSession(phone);
  const swipe = async (from: number, to: number) => {
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 400 }] });
    await touch('touchStart', from);
    await touch('touchMove', (from + to) / 2);
    await touch('touchMove', to);
    await touch('touchEnd');
  };
  // On a busy machine the events of one swipe may come too slowly to be one; then it is made again, as a person would.
  const swipeUntil = (from: number, to: number, arrived: () => Promise<void>) =>
    expect(async () => {
      await swipe(from, to);
      await arrived();
    }).toPass({ timeout: 20_000 });
  await swipeUntil(300, 120, () => expect(phone).toHaveURL(/tab=1/, { timeout: 1000 }));
  await expect(phone.getByText('Channels')).toBeVisible();
  await swipeUntil(100, 300, () => expect(phone).not.toHaveURL(/tab=1/, { timeout: 1000 }));
  await expect(screen.timeline()).toBeVisible();
  await swipeUntil(100, 300, () => expect(phone).toHaveURL(/\/communications$/, { timeout: 1000 }));
  await context.close();
});

test('who opens a room by the mouse, or turns to its notes, types into a field and gives no command', async () => {
  const words = word();
  await talkWith(words, 1);
  await leave();
  await dora.row(words).click();
  await expect(dora.composer()).toBeFocused();
  await dora.page.keyboard.type('tea for two, please');
  await expect(dora.composer()).toHaveValue('tea for two, please');
  await dora.page.getByRole('button', { name: 'Note', exact: true }).click();
  const note = dora.page.getByRole('textbox', { name: /note/i });
  await expect(note).toBeFocused();
  await dora.page.keyboard.type('the tea is late');
  await expect(note).toHaveValue('the tea is late');
  await expect(dora.page.getByRole('dialog')).toHaveCount(0);
});

test('who comes back by the mouse goes on behind the draft, and Escape leads to the row that was opened', async () => {
  const [words, other] = [word(), word()];
  await talkWith(words, 1);
  await talkWith(other, 1);
  await dora.row(words).click();
  const { page } = dora;
  await expect(dora.composer()).toBeFocused();
  // It will say what is begun there.
  const row = dora.rooms().locator(`a[href^="${new URL(page.url()).pathname}"]`);
  await page.keyboard.type('The money');
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  const note = page.getByRole('textbox', { name: /note/i });
  await note.pressSequentially('Ask');
  await page.getByRole('tab', { name: 'Conversation' }).click();
  await dora.row(other).click();
  await expect(dora.timeline()).toContainText(other);
  await row.click();
  await expect(dora.composer()).toBeFocused();
  await expect(dora.composer()).toHaveValue('The money');
  await page.keyboard.type(' comes');
  await expect(dora.composer()).toHaveValue('The money comes');
  // Where it was left it is, as long as the field stands.
  await page.keyboard.press('Home');
  await dora.composer().blur();
  await dora.composer().focus();
  await page.keyboard.type('So: ');
  await expect(dora.composer()).toHaveValue('So: The money comes');
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  await expect(note).toBeFocused();
  await page.keyboard.type(' the courier');
  await expect(note).toHaveValue('Ask the courier');
  await note.fill('');
  await page.getByRole('tab', { name: 'Conversation' }).click();
  await dora.composer().fill('');
  await dora.composer().press('Escape');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/communications$/);
  await expect(row).toBeFocused();
});

test('resolving can be undone for six seconds, by button and by key, also by whoever has gone on to another room', async () => {
  const [first, second] = [word(), word()];
  await talkWith(first, 1);
  await talkWith(second, 1);
  await dora.page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await expect(offer()).toContainText(/will be resolved\. Undo/);
  await expect(dora.page.getByText('Being resolved')).toBeVisible();
  await expect(dora.page.getByRole('dialog')).toHaveCount(0);
  await dora.row(first).click();
  await expect(offer()).toBeVisible();
  await offer().getByRole('button', { name: /^Undo/ }).click();
  await expect(dora.page.getByText('The conversation stays open.')).toBeVisible();
  await dora.row(second).click();
  await expect(dora.composer()).toBeVisible();
  // The letter, and what comes after it in a word that was meant for the field.
  await dora.composer().press('Escape');
  await dora.page.keyboard.type('e ');
  await expect(offer()).toBeVisible();
  await dora.page.keyboard.press('z');
  await expect(offer()).toBeHidden();
  await expect(dora.page.getByRole('button', { name: 'Resolve', exact: true })).toBeEnabled();
  await expect(dora.composer()).toBeVisible();
  await dora.resolve();
  await expect(dora.page.getByText(/^This conversation is resolved/)).toBeVisible();
});

test('what the customer writes while resolving can be undone is not buried with the conversation', async () => {
  const words = word();
  const visitor = await talkWith(words, 1);
  await dora.page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await offer().hover();
  await visitor.say(`${words} and one more thing`);
  await expect(dora.timeline()).toContainText('and one more thing');
  await dora.page.mouse.move(900, 300);
  await expect(dora.page.getByRole('alert').filter({ hasText: 'The conversation stays open:' })).toContainText(
    'The customer has written since. The conversation stays open.',
    {
      timeout: 15_000,
    },
  );
  await expect(dora.composer()).toBeVisible();
  await dora.page.getByRole('button', { name: 'Close', exact: true }).click();
  // Where it stood the pointer would hold the list.
  await dora.page.mouse.move(900, 300);
});

test('Escape closes what is open over the room, and not the room with it', async () => {
  await talkWith(word(), 1);
  const address = dora.page.url();
  await dora.composer().press('Escape');
  await dora.page.keyboard.press('?');
  await expect(dora.page.getByRole('dialog')).toBeVisible();
  await dora.page.keyboard.press('Escape');
  await expect(dora.page.getByRole('dialog')).toHaveCount(0);
  await dora.page.getByRole('button', { name: /^My status/ }).click();
  await expect(dora.page.getByRole('menu')).toBeVisible();
  await dora.page.keyboard.press('Escape');
  await expect(dora.page.getByRole('menu')).toHaveCount(0);
  await dora.page.getByRole('button', { name: /^My status/ }).click();
  await dora.page.getByRole('menuitem', { name: /^Offline/ }).click();
  await expect(dora.page.getByRole('dialog')).toBeVisible();
  await dora.page.keyboard.press('Escape');
  await expect(dora.page.getByRole('dialog')).toHaveCount(0);
  expect(dora.page.url()).toBe(address);
  await expect(dora.composer()).toBeVisible();
  await dora.page.keyboard.press('Escape');
  await expect(dora.page).toHaveURL(/\/communications$/);
});

test('selecting moves no row, shows itself, and Escape ends it without closing the room', async () => {
  const [first, second] = [word(), word()];
  await talkWith(first, 1);
  await talkWith(second, 1);
  const address = dora.page.url();
  const top = async () => (await dora.row(first).boundingBox())?.y;
  const before = await top();
  await dora.row(first).hover();
  const box = dora.rooms().locator('[data-entry]').filter({ hasText: first }).getByRole('checkbox');
  await expect(box.locator('..')).toHaveCSS('opacity', '1');
  await box.check();
  await expect(dora.page.getByRole('region', { name: 'Selected rooms' })).toBeVisible();
  await expect(dora.row(first)).toHaveAttribute('data-selected', 'true');
  expect(await top()).toBe(before);
  await dora.page.keyboard.press('Escape');
  await expect(dora.page.getByRole('region', { name: 'Selected rooms' })).toBeHidden();
  expect(dora.page.url()).toBe(address);
  // Without a pause, each key is about the row that the one before it reached.
  await dora.rooms().getByRole('link').first().focus();
  for (const key of ['x', 'j', 'x', 'j', 'x']) await dora.page.keyboard.press(key);
  await expect(dora.page.getByRole('region', { name: 'Selected rooms' })).toContainText('3 selected');
  await dora.page.keyboard.press('Escape');
});

test('on a phone the lost connection is said above the open room too', SWEEP, async ({ browser }) => {
  const { page } = await AgentScreen.open(browser, 'Petar Kostov');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/communications?show=all');
  await page.getByRole('complementary', { name: 'Rooms' }).getByRole('link').first().click();
  await expect(page.getByRole('region', { name: 'Messages' })).toBeVisible();
  await page.routeWebSocket(/\/api\/ws/, (socket) => socket.close());
  await page.context().setOffline(true);
  await expect(page.getByText('No connection. Parley keeps trying.')).toBeInViewport({ timeout: 30_000 });
  const [line, sheet] = await Promise.all([
    page.getByText('No connection. Parley keeps trying.').boundingBox(),
    page.getByRole('button', { name: 'Back to the rooms' }).boundingBox(),
  ]);
  expect((sheet?.y ?? 0) >= (line?.y ?? 0) + (line?.height ?? 0)).toBe(true);
  await page.context().close();
});
