import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { IN_WHOLE_BROWSER } from './browser.ts';
import { AgentScreen, productUrl, Visitor } from './people.ts';
import { expectAccessible, signInAs } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

test.use(IN_WHOLE_BROWSER);

interface Rung {
  title: string;
  body: string;
  tag: string;
}
declare global {
  interface Window {
    /** Whether the page counts as hidden: windows without a screen are always visible to themselves. */
    asIfHidden: boolean;
    rung: Rung[];
    sounds: number;
    audio?: AudioContext;
  }
}

/** Writes down what the page shows on the desktop and how often it sounds, and lets it be hidden. */
async function listen(context: BrowserContext): Promise<void> {
  await context.grantPermissions(['notifications'], { origin: productUrl() });
  await context.addInitScript(() => {
    Object.assign(window, { asIfHidden: false, rung: [], sounds: 0 });
    Object.defineProperty(document, 'visibilityState', { get: () => (window.asIfHidden ? 'hidden' : 'visible') });
    const Real = window.Notification;
    window.Notification = class extends Real {
      constructor(title: string, options: NotificationOptions = {}) {
        super(title, options);
        window.rung.push({ title, body: options.body ?? '', tag: options.tag ?? '' });
      }
    };
    const RealAudio = window.AudioContext;
    window.AudioContext = class extends RealAudio {
      constructor() {
        super();
        window.audio = this;
      }
    };
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
      window.sounds += 1;
      start.call(this, when);
    };
  });
}

async function hide(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    window.asIfHidden = hidden;
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

/** The first touch of a window, after which it can be heard: on a busy machine only once its sound has started. */
async function touch(page: Page): Promise<void> {
  await page.getByRole('main').click({ position: { x: 5, y: 5 } });
  await expect.poll(() => page.evaluate(() => window.audio?.state)).toBe('running');
}
const rungIn = async (pages: readonly Page[]) => (await Promise.all(pages.map((page) => page.evaluate(() => window.rung)))).flat();
const soundsIn = async (pages: readonly Page[]) =>
  (await Promise.all(pages.map((page) => page.evaluate(() => window.sounds)))).reduce((sum, one) => sum + one, 0);

/** Elena in several windows, in each of which she has clicked once, and a visitor whom she talks with. */
async function givenWindows(count: number, context: BrowserContext, visitor: Visitor) {
  await listen(context);
  const first = await context.newPage();
  await first.goto(productUrl());
  await first.evaluate(() => localStorage.setItem('language', 'en'));
  await signInAs(first, 'Elena Marinova');
  const elena = new AgentScreen(first);
  await visitor.say('Is the Aster in stock?');
  await elena.chooseStatus('Ready');
  await elena.row('Is the Aster in stock?').click();
  await expect(first.getByRole('tabpanel')).toBeVisible();
  const room = new URL(first.url()).pathname;
  const pages = [first];
  while (pages.length < count) {
    const page = await context.newPage();
    await page.goto(`${productUrl()}/profile`);
    await page.getByRole('heading', { level: 1, name: 'My profile' }).waitFor();
    await touch(page);
    pages.push(page);
  }
  return { elena, room, pages };
}

test(
  'of four windows one rings, once, by 75 characters, and none where the room is looked at (BUG-084)',
  SWEEP,
  async ({ browser, context }) => {
    const visitor = await Visitor.open(browser);
    const { elena, room, pages } = await givenWindows(4, context, visitor);
    await visitor.say('Looked at');
    await expect(elena.timeline().getByText('Looked at')).toBeVisible();

    // The room is nowhere on a screen, other windows are: it sounds, and nothing is shown on the desktop.
    await elena.page.goto(`${productUrl()}/profile`);
    await touch(elena.page);
    const before = await soundsIn(pages);
    await visitor.say('Heard');
    await expect.poll(async () => (await soundsIn(pages)) - before).toBe(2);
    expect(await rungIn(pages)).toEqual([]);

    for (const page of pages) await hide(page, true);
    const long = `${'x'.repeat(74)}👨‍👩‍👧‍👦 and more`;
    await visitor.say(long);
    await expect.poll(() => rungIn(pages)).toHaveLength(1);
    const [rung] = await rungIn(pages);
    expect(rung?.body).toBe(`${'x'.repeat(74)}👨‍👩‍👧‍👦…`);
    expect(rung?.title).toMatch(/^Visitor \d{4}$/);

    // Whichever window rang is closed while the next message comes.
    const told = await Promise.all(pages.map((page) => page.evaluate(() => window.rung.length)));
    const leader = told.indexOf(1);
    const left = pages.filter((_, index) => index !== leader);
    await Promise.all([pages[leader]?.close(), visitor.say('And once more')]);
    await expect.poll(async () => (await rungIn(left)).map(({ body }) => body)).toEqual(['And once more']);
    expect(await soundsIn(left)).toBeLessThanOrEqual(before + 6);
    expect(room).toMatch(/^\/communications\//);
  },
);

test(
  'a window that dies with a ring in its hand hands it over, and what was rung is not rung again (BUG-084)',
  SWEEP,
  async ({ browser, context }) => {
    const visitor = await Visitor.open(browser);
    const { elena, pages } = await givenWindows(2, context, visitor);
    await elena.page.goto(`${productUrl()}/profile`);
    await touch(elena.page);
    for (const page of pages) await hide(page, true);
    // Whoever is first to ask about the room never hears of it.
    const stuck: Page[] = [];
    await context.route(/\/api\/rooms\/[^/?]+(\?|$)/, (route) => {
      const page = route.request().frame().page();
      if (stuck.length === 0) stuck.push(page);
      return stuck[0] === page ? undefined : route.continue();
    });
    await visitor.say('Is anybody there?');
    await expect.poll(() => stuck.length).toBe(1);
    const left = pages.filter((page) => page !== stuck[0]);
    expect(await rungIn(pages)).toEqual([]);
    // By the clock of the window that is left, which goes on only here: within a second, however slow this machine is.
    const [survivor] = left;
    if (survivor === undefined) throw new Error('No window is left');
    await survivor.clock.install();
    // Ahead of the page's clock, which goes on until it is told.
    await survivor.clock.pauseAt(await survivor.evaluate(() => Date.now() + 2000));
    await stuck[0]?.close();
    const rung = async () => (await rungIn(left)).map(({ body }) => body);
    for (let passed = 0; passed < 1000 && (await rung()).length === 0; passed += 50) {
      await survivor.clock.runFor(50);
      await expect
        .poll(rung, { timeout: 1000 })
        .toHaveLength(1)
        .catch(() => {});
    }
    expect(await rung()).toEqual(['Is anybody there?']);
    await survivor.clock.runFor(1000);
    expect(await rung()).toHaveLength(1);
  },
);

test('what rings is chosen in the profile, holds after a reload, and the browser’s own block is told', SWEEP, async ({ page, context }) => {
  await listen(context);
  await signInAs(page, 'Elena Marinova', '/profile');
  const section = page.getByRole('region', { name: 'Notifications' });
  const waiting = section.getByRole('switch', { name: 'Show on the desktop: A conversation starts to wait' });
  const sound = section.getByRole('combobox', { name: 'Sound: A conversation starts to wait' });
  await expect(waiting).not.toBeChecked();
  await waiting.click({ force: true });
  await expect(waiting).toBeChecked();
  await expect(waiting).toBeEnabled();
  await sound.click();
  await page.getByRole('option', { name: 'Knock' }).click();
  await expect.poll(() => soundsIn([page])).toBe(2);
  await expect(section.getByText('Desktop notifications are allowed.')).toBeVisible();
  await expect(section.getByText('Sounds can be heard.')).toBeVisible();
  await section.getByRole('button', { name: 'Try it in 5 seconds' }).click();
  await expect(section.getByRole('button', { name: 'Look at another window or tab now…' })).toBeDisabled();
  await expect.poll(() => rungIn([page])).toMatchObject([{ body: 'This is how a notification of Parley looks.' }]);
  await expectAccessible(page);

  await context.clearPermissions();
  await page.reload();
  await expect(waiting).toBeChecked();
  await expect(sound).toHaveValue('Knock');
  await expect(section.getByText(/Desktop notifications are blocked|It is not decided yet/)).toBeVisible();
  await waiting.click({ force: true });
  await expect(waiting).not.toBeChecked();
  await expect(waiting).toBeEnabled();
  await sound.click();
  await page.getByRole('option', { name: 'No sound' }).click();
  await expect(sound).toBeEnabled();
});
