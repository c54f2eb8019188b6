import { expect, test } from '@playwright/test';
import { signInAs } from './signing-in.ts';

test.describe('installed', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the application is installable, and opens without a network', async ({ context, page }) => {
    await signInAs(page, 'Elena Marinova');
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
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('navigation')).toBeVisible();
  });

  test('what the widget, the sign-in and the API answer is never kept', async ({ page }) => {
    await signInAs(page, 'Elena Marinova');
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

test('a newer release is offered, and taken when one likes', async ({ context, page }) => {
  await signInAs(page, 'Elena Marinova');
  await page.getByRole('button', { name: /My status/ }).waitFor();
  await page.route('**/index.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/newer.js"></script>' }),
  );
  await context.setOffline(true);
  await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible({ timeout: 20_000 });
  await context.setOffline(false);
  const offer = page.getByRole('status').filter({ hasText: 'A new version of Parley is here' });
  // It is asked for when the connection has come back, which it does by itself.
  await expect(offer).toBeVisible({ timeout: 30_000 });
  await offer.getByRole('button', { name: 'Not now' }).click();
  await expect(offer).toHaveCount(0);
});
