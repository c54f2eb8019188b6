import { expect, type Page, test } from '@playwright/test';
import { giveLongPast, pastEventId, tellOfUndelivered } from './long-room.ts';
import { AgentScreen, productUrl } from './people.ts';
import { settled } from './settled.ts';
import { SWEEP } from './sweep.ts';
import { CallingVisitor } from './visitor-calls.ts';

test.describe.configure({ mode: 'serial', timeout: 180_000 });

const LONG = 50_000;
/** A year back, of two years. */
const THEN = LONG / 2;

let dora: AgentScreen;
let visitor: CallingVisitor;
let words: string;
let roomId: string;

const link = (eventId: string) => `/communications/${roomId}?scrollToRoomEventId=${eventId}`;
const wordsOf = (number: number | string) => dora.page.getByText(new RegExp(`(^| )${words} ${number}$`));
const row = (number: number | string) =>
  dora
    .timeline()
    .getByRole('listitem')
    .filter({ has: wordsOf(number) });
const below = () => dora.page.getByRole('button', { name: /new below$|^To the newest$/ });

/** A room that Dora holds, with a visitor who can go on writing in it. @returns its id */
async function talk(text: string): Promise<{ visitor: CallingVisitor; roomId: string }> {
  const other = await CallingVisitor.start();
  await other.say(text);
  await dora.row(text).click();
  await dora.page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await expect(dora.composer()).toBeVisible();
  return { visitor: other, roomId: new URL(dora.page.url()).pathname.split('/').at(-1) ?? '' };
}

/** Numbers of the messages in the window, from the top. */
const numbersShown = (page: Page): Promise<number[]> =>
  page.getByRole('region', { name: 'Messages' }).evaluate((box, before) => {
    const { top, bottom } = box.getBoundingClientRect();
    const numberOf = (row: Element) => Number(row.textContent?.split(`${before} `)[1]?.match(/^\d+?(?=\d\d:\d\d|$)/)?.[0] ?? Number.NaN);
    return [...box.querySelectorAll('li')]
      .map((row) => ({ number: numberOf(row), place: row.getBoundingClientRect() }))
      .filter(({ number, place }) => place.bottom > top + 1 && place.top < bottom - 1 && !Number.isNaN(number))
      .sort((a, b) => a.place.top - b.place.top)
      .map(({ number }) => number);
  }, words);

const expectUnbroken = (numbers: readonly number[]) => expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] ?? 0) + i));

/** How far a row moves on the screen, at most, in so many milliseconds. */
const movementOf = (number: number, ms: number): Promise<number> =>
  row(number).evaluate(async (element, lasts) => {
    const began = performance.now();
    const first = element.getBoundingClientRect().top;
    let most = 0;
    while (performance.now() - began < lasts) {
      await new Promise(requestAnimationFrame);
      most = Math.max(most, element.isConnected ? Math.abs(element.getBoundingClientRect().top - first) : Number.POSITIVE_INFINITY);
    }
    return most;
  }, ms);

test.beforeAll(async ({ browser }) => {
  dora = await AgentScreen.open(browser, 'Dora Ilieva');
  await dora.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  words = `w${Math.random().toString(36).slice(2, 8)}`;
  ({ visitor, roomId } = await talk(`${words} now`));
  await dora.page.goto('/profile');
  await giveLongPast(roomId, words, LONG);
});

test.afterAll(async () => {
  await dora.page.context().close();
});

/** The day that is named at the top of the window, and that of the first message there; the two are one, wherever one is. */
const daysOnTop = (page: Page): Promise<{ named: string | undefined; first: string | undefined }> =>
  page.getByRole('region', { name: 'Messages' }).evaluate((box) => {
    const { top } = box.getBoundingClientRect();
    const day = (time: Element | null | undefined) =>
      time == null ? undefined : new Date(time.getAttribute('datetime') ?? '').toLocaleDateString('en-GB', { timeZone: 'Europe/Sofia' });
    const rows = [...box.querySelectorAll('li[data-index]')]
      .map((row) => ({ row, place: row.getBoundingClientRect() }))
      .filter(({ place }) => place.bottom > top)
      .sort((a, b) => a.place.top - b.place.top);
    const [first] = rows;
    const own =
      rows.map(({ row }) => row.querySelector('h3')).find((line) => line && Math.abs(line.getBoundingClientRect().top - top) < 40) ??
      (first && first.place.top >= top ? first.row.querySelector('h3') : null);
    const line = box.parentElement?.querySelector('[data-day-on-top] time');
    if (line == null) return { named: day(own?.querySelector('time')), first: day(own?.querySelector('time')) };
    // Of messages in a group the last alone bears its time.
    const times = rows.map(({ row }) => [...row.querySelectorAll('time')].find((time) => time.closest('h3') === null));
    return { named: day(line), first: day(times.find((time) => time !== undefined)) };
  });

test(
  'the day of what is on the screen stands at its top while one scrolls, wherever one goes, and covers nothing at rest',
  SWEEP,
  async () => {
    await dora.page.goto(link(pastEventId(roomId, THEN)));
    await expect(row(THEN)).toBeFocused();
    const day = dora.page.locator('[data-day-on-top]');
    const box = dora.page.getByRole('region', { name: 'Messages' });
    let stood = 0;
    await expect(day).toBeHidden();
    for (let step = 0; step < 12; step++) {
      const expectDay = async () => {
        const { named, first } = await daysOnTop(dora.page);
        return named !== undefined && named === first;
      };
      await expect.poll(expectDay).toBe(true);
      if ((await day.count()) > 0) {
        stood++;
        await expect(day).toHaveText(/^\w+, .*\d{4}$/);
        await expect(day).toBeHidden();
      }
      await box.evaluate((element, by) => element.scrollBy(0, by), step < 6 ? -700 : 900);
    }
    expect(stood).toBeGreaterThan(4);
    await box.evaluate((element) => element.scrollBy(0, -300));
    await expect(day).toBeVisible();
    await expect(day).toBeHidden();
  },
);

test(
  'a link leads to a message of a year ago, which is marked and has the focus, and nothing moves while more is read around it',
  SWEEP,
  async () => {
    await dora.page.goto(link(pastEventId(roomId, THEN)));
    await expect(row(THEN)).toBeFocused();
    await expect(row(THEN)).toHaveAttribute('data-marked', 'true');
    // The mark is of the message, not of a day or "New" above it.
    const tintOf = (element: Element) => getComputedStyle(element).backgroundColor;
    await expect.poll(() => row(THEN).locator('> :last-child').evaluate(tintOf)).not.toBe(await row(THEN).evaluate(tintOf));
    expect(await movementOf(THEN, 1500)).toBeLessThanOrEqual(1);
    const shown = await numbersShown(dora.page);
    expectUnbroken(shown);
    expect(shown).toContain(THEN);
    expect(shown.indexOf(THEN)).toBeGreaterThan(0);
    expect(shown.indexOf(THEN)).toBeLessThan(shown.length - 1);
    // The mark goes, the message stays.
    await expect(row(THEN)).toHaveAttribute('data-marked', 'false');
    await expect(row(THEN)).toBeVisible();
  },
);

test(
  'what arrives meanwhile is counted below and moves nothing, and one returns to the newest end with all of it',
  SWEEP,
  async ({ browser }) => {
    // Who only looks on keeps no count of what was missed.
    const petar = await AgentScreen.open(browser, 'Petar Kostov');
    await petar.page.goto(link(pastEventId(roomId, THEN)));
    await expect(petar.page.getByRole('button', { name: 'To the newest' })).toBeVisible();
    await visitor.say(`${words} later`);
    await expect(dora.page.getByRole('button', { name: '1 new below' })).toBeVisible();
    await visitor.say(`${words} latest`);
    await expect(dora.page.getByRole('button', { name: '2 new below' })).toBeVisible();
    await expect(petar.page.getByRole('button', { name: '2 new below' })).toBeVisible();
    await petar.page.context().close();
    await expect(row(THEN)).toBeVisible();
    await expect(row('latest')).toHaveCount(0);
    await below().click();
    await expect(row('latest')).toBeVisible();
    await expect(row('later')).toBeVisible();
    await expect(below()).toHaveCount(0);
    expect(dora.page.url()).not.toContain('scrollToRoomEventId');
    const fromEnd = await dora.timeline().evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
    expect(fromEnd).toBeLessThanOrEqual(10);
  },
);

test('whoever scrolls on from the message takes it out of the address, and pages in both directions without a hole', SWEEP, async () => {
  await dora.page.goto(link(pastEventId(roomId, LONG - 40)));
  await expect(row(LONG - 40)).toBeFocused();
  await dora.timeline().hover();
  for (let step = 0; step < 12; step += 1) {
    await dora.page.mouse.wheel(0, -700);
    await expect.poll(async () => (await numbersShown(dora.page)).length).toBeGreaterThan(0);
    expectUnbroken(await numbersShown(dora.page));
  }
  expect(dora.page.url()).not.toContain('scrollToRoomEventId');
  // Downwards the pages meet the newest end.
  await expect(async () => {
    await dora.page.mouse.wheel(0, 900);
    expectUnbroken(await numbersShown(dora.page));
    await expect(row('latest')).toBeVisible({ timeout: 100 });
  }).toPass({ intervals: [50] });
  await dora.page.mouse.wheel(0, 5000);
  await expect(below()).toHaveCount(0);
});

test('a message’s own link is copied by pointer and by key, and leads back to it', SWEEP, async () => {
  const copied = () => dora.page.evaluate(() => navigator.clipboard.readText());
  const number = LONG - 3;
  await dora.page.goto(link(pastEventId(roomId, number)));
  await row(number).hover();
  await row(number).getByRole('button', { name: 'Message actions' }).click();
  await dora.page.getByRole('menuitem', { name: 'Copy the link to this message' }).click();
  await expect(dora.page.getByText('Link copied')).toBeVisible();
  expect(await copied()).toBe(`${productUrl()}${link(pastEventId(roomId, number))}`);
  // The menu has handed the focus back, and whoever goes on by keys is not called back by it.
  await expect(row(number).getByRole('button', { name: 'Message actions' })).toBeFocused();
  await dora.page.keyboard.press('u');
  await expect(row(number - 1)).toBeFocused();
  await dora.page.keyboard.press('l');
  await expect.poll(copied).toBe(`${productUrl()}${link(pastEventId(roomId, number - 1))}`);
  await dora.page.goto(await copied());
  await expect(row(number - 1)).toBeFocused();
});

test('a link to a message that is not there says so, and shows the newest; one to a note leads to the notes', SWEEP, async () => {
  await dora.page.goto(link(pastEventId(roomId, LONG + 1)));
  await expect(dora.page.getByText('The linked message is not in this room.')).toBeVisible();
  await expect(row('latest')).toBeVisible();
  expect(dora.page.url()).not.toContain('scrollToRoomEventId');
  await dora.page.getByRole('tab', { name: /^Notes/ }).click();
  await dora.page.getByRole('textbox', { name: 'Write a note for your colleagues' }).fill(`note ${words} 1`);
  await dora.page.keyboard.press('Enter');
  const note = dora
    .timeline()
    .getByRole('listitem')
    .filter({ hasText: `note ${words} 1` });
  await note.hover();
  await note.getByRole('button', { name: 'Message actions' }).click();
  await dora.page.getByRole('menuitem', { name: 'Copy the link to this message' }).click();
  const copied = () => dora.page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(async () => new URL(await copied()).searchParams.get('tab')).toBe('2');
  const address = await copied();
  await dora.page.goto(address.replace('tab=2&', ''));
  await expect(note).toBeFocused();
  await expect(dora.page.getByRole('tab', { name: /^Notes/ })).toHaveAttribute('aria-selected', 'true');
});

test('a notification of a message that was not delivered leads to that message, also in the room that is open', SWEEP, async () => {
  await dora.page.goto(`/communications/${roomId}`);
  await expect(row('latest')).toBeVisible();
  await tellOfUndelivered('dora@lumenhome.example', roomId, pastEventId(roomId, THEN + 2));
  await dora.page.reload();
  await expect(row('latest')).toBeVisible();
  const open = async () => {
    await dora.page.getByRole('button', { name: /^Notifications/ }).click();
    await dora.page
      .getByRole('link', { name: /was not delivered/ })
      .first()
      .click();
  };
  await open();
  await expect(row(THEN + 2)).toBeFocused();
  expectUnbroken(await numbersShown(dora.page));
  await below().click();
  await expect(row('latest')).toBeVisible();
  await open();
  await expect(row(THEN + 2)).toBeFocused();
});

test('whoever comes back to a room stands where they left it, a year ago and in the notes alike', SWEEP, async () => {
  const other = await talk(`other ${words}`);
  await dora.page.goto(link(pastEventId(roomId, THEN)));
  await expect(row(THEN)).toBeFocused();
  await dora.timeline().hover();
  await dora.page.mouse.wheel(0, -2500);
  await expect.poll(async () => (await numbersShown(dora.page)).includes(THEN)).toBe(false);
  await settled(dora.timeline());
  const shown = await numbersShown(dora.page);
  const middle = shown[shown.length >> 1] ?? Number.NaN;
  const placeOf = () => row(middle).evaluate((element) => element.getBoundingClientRect().top);
  const left = await placeOf();
  const movedBy = async () => Math.abs((await placeOf()) - left);
  await dora.row(`other ${words}`).click();
  await expect(dora.timeline().getByText(`other ${words}`)).toBeVisible();
  await dora.rooms().locator(`a[href*="${roomId}"]`).click();
  await expect.poll(movedBy).toBeLessThanOrEqual(2);
  await dora.page.getByRole('tab', { name: /^Notes/ }).click();
  await expect(dora.timeline().getByText(`note ${words} 1`)).toBeVisible();
  await dora.page.getByRole('tab', { name: 'Conversation' }).click();
  await expect.poll(movedBy).toBeLessThanOrEqual(2);
  expect(other.roomId).not.toBe(roomId);
});

test('the place holds whatever comes late: above it while one is away or is just coming back, and below it', SWEEP, async () => {
  await dora.page.goto('/communications');
  await talk(`slow ${words}`);
  const page = /\/history\/by-event\?.*position=(OLDER|NEWER)/;
  const waiting: (() => void)[] = [];
  await dora.page.route(page, async (route) => {
    await new Promise<void>((go) => waiting.push(go));
    await route.continue();
  });
  /** The page that was asked for comes. */
  const letCome = async (): Promise<void> => {
    const came = dora.page.waitForResponse(page);
    for (const go of waiting.splice(0)) go();
    await came;
  };
  const leave = async () => {
    await dora.row(`slow ${words}`).click();
    await expect(dora.timeline().getByText(`slow ${words}`)).toBeVisible();
  };
  const comeBack = () => dora.rooms().locator(`a[href*="${roomId}"]`).click();
  /** Scrolls as far as anything is held. The answer expects what then stood in the middle of the window to stand there, and to stay. */
  const standAt = async (far: number) => {
    await dora.timeline().hover();
    await dora.page.mouse.wheel(0, far);
    await expect.poll(() => waiting.length).toBe(1);
    await settled(dora.timeline());
    const shown = await numbersShown(dora.page);
    const middle = shown[shown.length >> 1] ?? Number.NaN;
    const top = () => row(middle).evaluate((element) => element.getBoundingClientRect().top);
    const left = await top();
    return async () => {
      await expect.poll(async () => Math.abs((await top()) - left)).toBeLessThanOrEqual(2);
      expect(await movementOf(middle, 1000)).toBeLessThanOrEqual(1);
    };
  };

  await dora.page.goto(link(pastEventId(roomId, THEN - 500)));
  await expect(row(THEN - 500)).toBeFocused();
  // Over the first row that is held stand a day and a name, which it loses to those that come above it.
  let expectThere = await standAt(-9000);
  await leave();
  await letCome();
  await comeBack();
  await expectThere();

  expectThere = await standAt(-9000);
  await leave();
  await comeBack();
  await letCome();
  await expectThere();

  // Those that come below move nothing either.
  expectThere = await standAt(20_000);
  await leave();
  await letCome();
  await comeBack();
  await expectThere();
  await dora.page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const go of waiting.splice(0)) go();
});

test('of fifty thousand messages few are drawn, however far one scrolls, and none is missing', SWEEP, async () => {
  await dora.page.goto(`/communications/${roomId}`);
  await expect(row('latest')).toBeVisible();
  const walked = await dora.timeline().evaluate(async (box, before) => {
    const tasks: number[] = [];
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
    observer.observe({ type: 'longtask' });
    const numbers = new Set<number>();
    let [most, frames] = [0, 0];
    const began = performance.now();
    while (numbers.size < 1300 && performance.now() - began < 90_000) {
      box.scrollTop -= 400;
      await new Promise(requestAnimationFrame);
      frames += 1;
      const rows = [...box.querySelectorAll('li')];
      most = Math.max(most, rows.length);
      for (const one of rows) {
        const number = Number(one.textContent?.split(`${before} `)[1]?.match(/^\d+?(?=\d\d:\d\d|$)/)?.[0] ?? Number.NaN);
        if (!Number.isNaN(number)) numbers.add(number);
      }
    }
    observer.disconnect();
    return { most, frames, numbers: [...numbers].sort((a, b) => a - b), tasks, ms: performance.now() - began };
  }, words);
  const { most, frames, numbers, tasks, ms } = walked;
  const description = `${numbers.length} messages in ${Math.round(ms)} ms, ${frames} frames; at most ${most} rows; ${tasks.length} long tasks, the longest ${Math.round(Math.max(0, ...tasks))} ms`;
  test.info().annotations.push({ type: 'smoothness', description });
  expect(numbers.length).toBeGreaterThanOrEqual(1300);
  expect(most).toBeLessThan(80);
  expectUnbroken(numbers);
  expect(numbers.at(-1)).toBe(LONG);
  await below().click();
  await expect(row('latest')).toBeVisible();
});
