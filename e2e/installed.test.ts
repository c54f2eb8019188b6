import { expect, type Page, test } from '@playwright/test';
import { AgentScreen } from './people.ts';
import { expectAccessible, signInByPage } from './signing-in.ts';
import { SWEEP } from './sweep.ts';
import { CallingVisitor } from './visitor-calls.ts';

/** Icons on the screen of which nothing is drawn. */
const missingIcons = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<SVGUseElement>('#root use')]
      .filter((use) => use.checkVisibility({ visibilityProperty: true }) && use.getBBox().width === 0)
      .map((use) => use.getAttribute('href')),
  );

test.describe('installed', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the application is installable, and opens without a network', async ({ context, page }) => {
    await signInByPage(page, 'Elena Marinova');
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    const manifest = await page.evaluate(async () => (await fetch('/manifest.webmanifest')).json());
    expect(manifest).toMatchObject({ display: 'standalone', start_url: '/' });
    for (const { src } of manifest.icons) expect((await page.request.get(src)).status()).toBe(200);
    // The worker keeps what this visit loads from now on.
    await page.reload();
    await page.getByRole('navigation').waitFor();
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(await missingIcons(page)).toEqual([]);
    await expectAccessible(page);
    // It goes on by itself.
    await context.setOffline(false);
    await expect(page.getByRole('navigation')).toBeVisible();
  });

  test('what the widget, the sign-in and the API answer is never kept', async ({ page }) => {
    await signInByPage(page, 'Elena Marinova');
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await page.reload();
    await page.getByRole('navigation').waitFor();
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept.length).toBeGreaterThan(3);
    expect(kept.filter((path) => /^\/(api|auth|chat|files)/.test(path))).toEqual([]);
  });
});

test(
  'every icon is there once the network is gone: what stood on the screen, and what comes to it later',
  SWEEP,
  async ({ context, page }) => {
    await signInByPage(page, 'Elena Marinova');
    await page.getByRole('complementary', { name: 'Rooms' }).getByRole('link').first().click();
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    expect(await missingIcons(page)).toEqual([]);
    // None of these was on the screen before: the sun, the filled star, and the sign of a lost connection.
    await page.getByRole('button', { name: 'Switch to dark mode' }).click();
    await page.getByRole('button', { name: 'Switch to light mode' }).waitFor();
    await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible({ timeout: 20_000 });
    expect(await page.locator('#root use').count()).toBeGreaterThan(20);
    expect(await missingIcons(page)).toEqual([]);
  },
);

test('a newer release is offered, and taken when one likes', SWEEP, async ({ browser }) => {
  const elena = await AgentScreen.open(browser, 'Elena Marinova');
  const { page } = elena;
  const context = page.context();
  const visitor = await CallingVisitor.start();
  const words = `w${Math.random().toString(36).slice(2, 8)}`;
  await visitor.say(words);
  await elena.row(words).click();
  await page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await elena.composer().fill('The lamp is in stock again');
  await page.route('**/index.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/newer.js"></script>' }),
  );
  await context.setOffline(true);
  await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible({ timeout: 20_000 });
  await context.setOffline(false);
  const offer = page.getByRole('status').filter({ hasText: 'A new version of Parley is here' });
  // It is asked for when the connection has come back, which it does by itself.
  await expect(offer).toBeVisible({ timeout: 30_000 });
  // It covers neither Send nor anything else of the page.
  const [box, main] = [await offer.boundingBox(), await page.getByRole('main').boundingBox()];
  expect([box !== null && main !== null && box.y + box.height <= main.y, box, main]).toEqual([true, box, main]);
  await expect(offer).toContainText('your drafts are kept');
  await page.setViewportSize({ width: 360, height: 740 });
  const verb = offer.getByRole('button', { name: 'Reload' });
  expect(await verb.evaluate((button) => button.scrollWidth <= button.clientWidth)).toBe(true);
  // On a phone, too, the open room lies beside it, not over it; and no key reaches the bars whose place the room has taken.
  await verb.click({ trial: true });
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden();
  await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  // Taken: the page is loaded anew, and what was being written is there.
  await page.evaluate(() => Object.assign(window, { isOld: true }));
  await verb.click();
  await page.waitForFunction(() => !('isOld' in window));
  await expect(elena.composer()).toHaveValue('The lamp is in stock again');
  await expect(offer).toHaveCount(0);
  await elena.composer().fill('');
  // Or put off.
  await context.setOffline(true);
  await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible({ timeout: 20_000 });
  await context.setOffline(false);
  await expect(offer).toBeVisible({ timeout: 30_000 });
  await offer.getByRole('button', { name: 'Not now' }).click();
  await expect(offer).toHaveCount(0);
  await context.close();
});
