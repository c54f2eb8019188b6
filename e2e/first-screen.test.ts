import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { signInByPage } from './signing-in.ts';

/** Bytes of script, gzipped, with which an agent's list of rooms must be usable; what it weighs now is in docs/performance.md. */
const LIST = 180_000;
/** And with which an open room must be read and answered. */
const ROOM = 215_000;

const assets = new URL('../web/dist/assets/', import.meta.url);
const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
const sourceOf = (name: string) => readFileSync(new URL(name, assets), 'utf8');
const weightOf = (name: string) => gzipSync(sourceOf(name)).length;

/** The files that a file imports by itself, without waiting for anything. */
const importsOf = (name: string) =>
  [...sourceOf(name).matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)].map(([, file = '']) => file);

function withImports(names: readonly string[]): Set<string> {
  const all = new Set<string>();
  const add = (name: string) => {
    if (all.has(name)) return;
    all.add(name);
    for (const imported of importsOf(name)) add(imported);
  };
  for (const name of names) add(name);
  return all;
}

/** What is imported later and yet belongs to the first screen, and to an open room: pages and words. */
const OF_LIST = /^(CommunicationsPage|first)-/;
const OF_ROOM = /^(CommunicationsPage|RoomPage|first|room)-/;

const namedByPage = [...readFileSync(new URL('../index.html', assets), 'utf8').matchAll(/\/assets\/([^"]+\.js)"/g)].map(
  ([, name = '']) => name,
);

/** Notes which scripts are asked for; those that are not among the parts, or imported by them, never come. */
async function holdBackOthers(page: Page, parts: RegExp): Promise<Set<string>> {
  const allowed = withImports([...namedByPage, ...scripts.filter((name) => parts.test(name))]);
  const came = new Set<string>();
  await page.route('**/assets/*.js', async (route) => {
    const name = new URL(route.request().url()).pathname.replace('/assets/', '');
    if (!allowed.has(name)) return;
    came.add(name);
    await route.continue();
  });
  return came;
}

/** Notes what came in the report, and fails where it is more than the budget. */
function expectWithin(budget: number, came: ReadonlySet<string>): void {
  const parts = [...came].map((name) => ({ name, bytes: weightOf(name) })).toSorted((a, b) => b.bytes - a.bytes);
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const listed = [`${total} bytes in ${parts.length} files`, ...parts.map(({ name, bytes }) => `${bytes} ${name}`)].join('\n');
  test.info().annotations.push({ type: 'weight', description: listed });
  expect(total, listed).toBeLessThanOrEqual(budget);
  // Whatever else is in the measure, it is the frame and the page that were measured.
  expect(parts.length).toBeGreaterThan(4);
}

const roomsOf = (page: Page) => page.getByRole('complementary').first();

for (const language of ['en', 'bg']) {
  test(`an agent's list of rooms in ${language} works with at most ${LIST / 1000} kB of script`, async ({ page }) => {
    await signInByPage(page, 'Elena Marinova', '/communications');
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    // So low that the rooms do not all fit.
    await page.setViewportSize({ width: 1280, height: 240 });
    const came = await holdBackOthers(page, OF_LIST);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', language);

    const rows = roomsOf(page).getByRole('link');
    await expect(rows.first()).toBeInViewport();
    await expect(rows.last()).not.toBeInViewport({ ratio: 0.9 });
    await rows.first().hover();
    await page.mouse.wheel(0, 5000);
    await expect(rows.last()).toBeInViewport({ ratio: 0.9 });
    await expect(rows.first()).not.toBeInViewport({ ratio: 0.9 });

    await page.mouse.move(800, 120);
    await page.keyboard.press('j');
    await expect(rows.first()).toBeFocused();
    await expect(rows.first()).toBeInViewport({ ratio: 0.9 });
    await page.keyboard.press('j');
    await expect(rows.nth(1)).toBeFocused();

    const resolved = roomsOf(page).getByRole('button', { name: language === 'en' ? 'Resolved' : 'Приключени' });
    await resolved.click();
    await expect(resolved).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL(/show=resolved/);
    await resolved.click();
    await expect(rows.first()).toBeVisible();
    expectWithin(LIST, came);

    // The part of an open room is on its way meanwhile, and its place is kept.
    await rows.first().click();
    await expect(page).toHaveURL(/\/communications\/[\w-]+/);
    await expect(page.locator('main').getByRole('status').first()).toBeVisible();
  });

  test(`an open room in ${language} is answered with at most ${ROOM / 1000} kB of script`, async ({ page }) => {
    await signInByPage(page, 'Elena Marinova');
    await roomsOf(page)
      .getByRole('link', { name: /Maria Dimitrova/ })
      .click();
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    const came = await holdBackOthers(page, OF_ROOM);
    await page.reload();

    const composer = page.locator('[data-composer] textarea');
    const words = `With the first screen alone, in ${language}`;
    await composer.fill(words);
    await composer.press('Enter');
    await expect(page.getByRole('tabpanel').getByText(words)).toBeVisible();
    await expect(page.locator('[data-pending="true"]')).toHaveCount(0);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    expectWithin(ROOM, came);
  });
}

test('an open room whose part does not come says so in its place, and comes when it is asked for again', async ({ page }) => {
  await signInByPage(page, 'Elena Marinova', '/communications');
  await page.route(/\/assets\/RoomPage-[^/]+\.js$/, (route) => route.abort());
  // Whether a fault stands there at the moment when the page is left.
  await page.addInitScript(() => {
    const said = () => document.querySelector('main [role="alert"]')?.textContent ?? null;
    addEventListener('pagehide', () => sessionStorage.setItem('said-at-the-end', String(said())));
  });
  await page.reload();
  const room = roomsOf(page).getByRole('link', { name: /Maria Dimitrova/ });
  await room.click();
  // A release may have replaced the part: the page loads itself anew, once, before it says so.
  const place = page.getByRole('alert').filter({ hasText: 'The conversation could not be loaded' });
  await expect(place).toBeVisible();
  await expect(room).toBeVisible();
  expect(await page.evaluate(() => ['reloaded-for-new-version', 'said-at-the-end'].map((key) => sessionStorage.getItem(key)))).toEqual([
    expect.any(String),
    'null',
  ]);
  await page.unrouteAll();
  const [again, panel] = [place.getByRole('button', { name: 'Try again' }), page.getByRole('tabpanel')];
  await expect(async () => {
    // The page may just have loaded itself anew: then it is there without being asked for.
    if (await again.isVisible()) await again.click({ timeout: 1000 });
    await expect(panel).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
});

/** Notes what a page fetches over the network from its start, however often, and not what the browser had meanwhile. */
async function overNetwork(page: Page): Promise<() => string[]> {
  const asked = new Map<string, string>();
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  await browser.send('Page.enable');
  // What the page before it asked for is no concern of the next one.
  browser.on('Page.frameNavigated', ({ frame }) => frame.parentId === undefined && asked.clear());
  browser.on('Network.requestWillBeSent', ({ requestId, request }) => asked.set(requestId, `${request.method} ${request.url}`));
  browser.on('Network.requestServedFromCache', ({ requestId }) => asked.delete(requestId));
  browser.on('Network.responseReceived', ({ requestId, response }) => response.fromDiskCache && asked.delete(requestId));
  // As for whoever comes for the first time.
  await browser.send('Network.clearBrowserCache');
  return () => [...asked.values()].map((line) => line.replace(/http:..[^/]+/, ''));
}

/** Files, and what public/ask-ahead.js asks the server for; other reads are asked once more when the socket stands, for what came before. */
const ASKED_ONCE = /^GET \/(?!api\/)|^GET \/api\/(configuration|users\/me|users\/me\/linked-identities|rooms\?.*)$/;

/** What a page fetched once it was loaded anew, and what the browser said of that, some seconds after everything else. */
async function fetchedAtStart(page: Page, path: string): Promise<{ asked: string[]; said: string[] }> {
  await signInByPage(page, 'Elena Marinova', '/communications');
  if (path.endsWith('/room')) {
    await roomsOf(page)
      .getByRole('link', { name: /Maria Dimitrova/ })
      .click();
    await expect(page.getByRole('tabpanel')).toBeVisible();
  } else await page.goto(path);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const asked = await overNetwork(page);
  await page.reload();
  await expect(page.getByRole('main')).toBeVisible();
  await page.waitForTimeout(8000);
  return { asked: asked().filter((line) => ASKED_ONCE.test(line)), said: said.filter((line) => /preload/i.test(line)) };
}

test('at the start of a page nothing is fetched twice, and nothing ahead in vain', async ({ browser }) => {
  // Each in a profile of its own, and at the same time: most of it is waiting.
  const starts = ['/communications', '/communications/room', '/profile'].map(async (path) => {
    const context = await browser.newContext();
    const { asked, said } = await fetchedAtStart(await context.newPage(), path);
    await context.close();
    return { path, asked: asked.length, twice: asked.filter((line, place) => asked.indexOf(line) !== place), said };
  });
  for (const { path, asked, twice, said } of await Promise.all(starts)) {
    expect({ path, twice, said }).toEqual({ path, twice: [], said: [] });
    expect(asked).toBeGreaterThan(10);
  }
});

test('a fault of the first moments is told to the server once what tells it has come', async ({ page }) => {
  await signInByPage(page, 'Elena Marinova', '/communications');
  let told = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/users/me/faults')) told += 1;
  });
  await page.reload();
  await expect(page.getByRole('main')).toBeVisible();
  // As if the page's own code had thrown it: of what has no place in that nothing is told.
  await page.evaluate(() => {
    const fault = new TypeError('of the first moments');
    fault.stack = `TypeError: of the first moments\n    at begin (${location.origin}/assets/first-moments.js:1:2)`;
    setTimeout(() => {
      throw fault;
    });
  });
  await expect.poll(() => told, { timeout: 15_000 }).toBe(1);
});
