import { expect, test } from '@playwright/test';
import { expectAccessible, signInAs } from './signing-in.ts';

const visits = [
  { name: 'Elena Marinova', lands: '/communications', refused: ['/dashboard', '/super-admin/accounts'] },
  { name: 'Petar Kostov', lands: '/dashboard', refused: ['/super-admin/accounts'] },
  { name: 'Ana Tsvetkova', lands: '/dashboard', refused: ['/super-admin/accounts'] },
  { name: 'Stefan Asenov', lands: '/super-admin/accounts', refused: ['/communications', '/dashboard'] },
];
for (const { name, lands, refused } of visits) {
  test(`${name} lands on ${lands} and is led back there from pages of other roles`, async ({ page }) => {
    await signInAs(page, name);
    await expect(page).toHaveURL(new RegExp(`${lands}$`));
    for (const path of refused) {
      await page.goto(path);
      await expect(page).toHaveURL(new RegExp(`${lands}$`));
    }
    await page.goto('/no/such/page');
    await expect(page).toHaveURL(/\/404$/);
    await expect(page.getByRole('heading', { name: 'Not found', level: 2 })).toBeVisible();
  });
}

test('a super admin has no connection, no counters and no chat status', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  page.on('websocket', (socket) => asked.push(socket.url()));
  await signInAs(page, 'Stefan Asenov');
  await page.waitForLoadState('networkidle');
  expect(asked.filter((path) => /counters|chat-status|tickets|\/ws/.test(path))).toEqual([]);
});

test('a chat status chosen in one tab shows in the other', async ({ context, page }) => {
  await signInAs(page, 'Dora Ilieva');
  const other = await context.newPage();
  await other.goto('/communications');
  await page.getByRole('button', { name: /My status/ }).click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Break' }).click();
  await expect(page.getByRole('button', { name: 'My status: Break' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'My status: Break' })).toBeVisible();
});

test('a lost connection fits a phone', async ({ context, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAs(page, 'Elena Marinova', '/403');
  await page.getByRole('button', { name: /My status/ }).waitFor();
  await context.setOffline(true);
  await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible({ timeout: 20_000 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
});

test('signing out without a connection says so and changes nothing', async ({ context, page }) => {
  await signInAs(page, 'Elena Marinova', '/403');
  await context.setOffline(true);
  await page.getByRole('button', { name: /^Elena Marinova/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByText('The server did not answer. Check the connection and try again.')).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByRole('button', { name: /^Elena Marinova/ })).toBeVisible();
});

test('a lost connection shows as a thin line and mends itself', async ({ context, page }) => {
  await signInAs(page, 'Elena Marinova', '/403');
  await page.getByRole('button', { name: /My status/ }).waitFor();
  await context.setOffline(true);
  await expect(page.getByRole('banner').getByText('No connection. Parley keeps trying.')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('alert')).toContainText('The connection is lost.');
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.getByRole('banner').getByText('Connected again.')).toBeVisible();
});

test('mode, density and theme hold over a reload, without a flash of the wrong one', async ({ page }) => {
  await signInAs(page, 'Elena Marinova', '/403');
  const choose = async (name: string) => {
    await page.getByRole('button', { name: /^Elena Marinova/ }).click();
    await page.getByRole('menuitem', { name }).click();
    await page.keyboard.press('Escape');
  };
  for (const name of ['Dark', 'Compact', 'Telecom']) await choose(name);
  await page.reload({ waitUntil: 'commit' });
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(html).toHaveAttribute('data-density', 'compact');
  await expect(html).toHaveAttribute('data-theme', 'telecom');
});

for (const width of [1280, 360]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the frame is accessible at ${width} px, ${colorScheme}, in both languages`, async ({ browser }) => {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 740 } });
      const page = await context.newPage();
      await signInAs(page, 'Petar Kostov');
      await expectAccessible(page);
      await page.evaluate(() => localStorage.setItem('language', 'bg'));
      await page.reload();
      await expect(page).toHaveTitle('Табло – Parley');
      await page.getByRole('button', { name: /^Petar Kostov/ }).click();
      await expect(page.getByRole('menuitem', { name: 'Изход' })).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await context.close();
    });
  }
}
