import { chromium, expect, test } from '@playwright/test';
import { ARGUMENTS, SHELL } from './browser.ts';
import { expectAccessible, signInByPage } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

test('one click signs in, on the page that was asked for, and a reload changes nothing', async ({ page }) => {
  await signInByPage(page, 'Elena Marinova', '/communications?from=mail');
  await expect(page).toHaveURL(/\/communications\?from=mail$/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Elena Marinova' })).toBeVisible();
  await expect(page).toHaveTitle(/Communications – Parley$/);
});

test('going back after signing in stays in the application', async ({ page }) => {
  await page.goto('about:blank');
  await signInByPage(page, 'Elena Marinova');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Elena Marinova' })).toBeVisible();
  await expect(page).toHaveURL(/\/communications$/);
});

test('an empty field is told at the field, in the language of the page, and nothing is sent', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Български' }).click();
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.getByRole('button', { name: 'Вход', exact: true }).click();
  await expect(page.getByLabel('Имейл')).toHaveAccessibleDescription('Въведете имейл адреса си.');
  await expect(page.getByLabel('Имейл')).toBeFocused();
  await expect(page.getByLabel('Парола', { exact: true })).toHaveAccessibleDescription('Въведете паролата си.');
  await expectAccessible(page);
  await page.getByLabel('Имейл').fill('elena@lumenhome.example');
  await expect(page.getByText('Въведете имейл адреса си.')).toBeHidden();
  await page.getByRole('button', { name: 'Вход', exact: true }).click();
  await expect(page.getByLabel('Парола', { exact: true })).toBeFocused();
  expect(sent).toEqual([]);
});

test('a wrong password keeps the address and the language, and says nothing more', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Български' }).click();
  await page.getByLabel('Имейл').fill('elena@lumenhome.example');
  await page.getByLabel('Парола', { exact: true }).fill('guess');
  await page.getByRole('button', { name: 'Вход', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Имейлът или паролата не са верни.');
  await expect(page.getByLabel('Имейл')).toHaveValue('elena@lumenhome.example');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Elena Marinova' }).click();
  await expect(page).toHaveTitle(/Разговори – Parley$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'bg');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the sign-in page is accessible on a phone, ${colorScheme}`, SWEEP, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    await page.goto('/');
    // The application has a heading of its own while it leads there.
    await page.getByRole('button', { name: 'Elena Marinova' }).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await context.close();
  });
}

test('four tabs whose tokens expired together stay signed in', async ({ context, page }) => {
  await signInByPage(page, 'Dora Ilieva', '/communications');
  const tabs = [page, await context.newPage(), await context.newPage(), await context.newPage()];
  for (const tab of tabs.slice(1)) {
    await tab.goto('/communications');
    await expect(tab.getByRole('button', { name: 'Dora Ilieva' })).toBeVisible();
  }
  const age = () => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:')) ?? '';
    const user = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    sessionStorage.setItem(key, JSON.stringify({ ...user, expires_at: Math.floor(Date.now() / 1000) - 60 }));
    return user.refresh_token as string;
  };
  const held = await Promise.all(tabs.map((tab) => tab.evaluate(age)));
  expect(new Set(held).size).toBe(1);
  const renewals: string[] = [];
  context.on('request', (request) => {
    if (request.postData()?.includes('grant_type=refresh_token')) renewals.push(request.url());
  });
  await Promise.all(tabs.map((tab) => tab.reload()));
  for (const tab of tabs) await expect(tab.getByRole('button', { name: 'Dora Ilieva' })).toBeVisible();
  expect(renewals).toHaveLength(1);
});

test('a duplicated tab and the one it came from stay signed in when their tokens expire', async ({ page }) => {
  await signInByPage(page, 'Dora Ilieva', '/communications');
  // What the browser's own "duplicate" does: a new tab with a copy of this one's storage.
  const opening = page.waitForEvent('popup');
  await page.evaluate(() => void window.open(location.href));
  const copy = await opening;
  await expect(copy.getByRole('button', { name: 'Dora Ilieva' })).toBeVisible();
  const age = () => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:')) ?? '';
    const user = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    sessionStorage.setItem(key, JSON.stringify({ ...user, expires_at: Math.floor(Date.now() / 1000) - 60 }));
    return user.refresh_token as string;
  };
  const [first, second] = [await page.evaluate(age), await copy.evaluate(age)];
  expect(first).toBe(second);
  await Promise.all([page.reload(), copy.reload()]);
  for (const tab of [page, copy]) await expect(tab.getByRole('button', { name: 'Dora Ilieva' })).toBeVisible();
});

test('signing out ends every tab and asks for the sign-in again', async ({ context, page }) => {
  await signInByPage(page, 'Elena Marinova');
  const other = await context.newPage();
  await other.goto('/communications');
  await other.getByRole('button', { name: 'Elena Marinova' }).waitFor();
  await page.bringToFront();
  await page.getByRole('button', { name: 'Elena Marinova' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/auth\/sign-in\//);
  await expect(other.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  await expectAccessible(other);
  // Somebody signs in again: the waiting tab comes back by itself.
  await page.getByRole('button', { name: 'Elena Marinova' }).click();
  await expect(other.getByRole('button', { name: 'Elena Marinova' })).toBeVisible();
});

test('somebody else signing in beside takes over every tab, and nothing of the first stays', async ({ context, page }) => {
  await signInByPage(page, 'Elena Marinova');
  const other = await context.newPage();
  await other.goto('/communications');
  await other.getByRole('button', { name: 'Elena Marinova' }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await other.getByRole('button', { name: 'Victor Lang' }).click();
  await expect(page.getByRole('button', { name: 'Victor Lang' })).toBeVisible();
  await expect(page.getByText('Lumen Home')).toHaveCount(0);
});

test('a browser that was never here gets the sign-in page in its own language, and in the chosen one afterwards', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'bg-BG' });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Вход', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await context.close();
});

test('the button for the mode shows and says where it leads, whether the mode was chosen or is the system’s', async ({ page }) => {
  const button = page.locator('button[data-mode]');
  const shown = () => button.locator('svg:visible').getAttribute('class');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  await expect(button).toHaveAccessibleName('Switch to light mode');
  expect(await shown()).toContain('in-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(button).toHaveAccessibleName('Switch to dark mode');
  expect(await shown()).toContain('in-light');
  await button.click();
  await expect(button).toHaveAccessibleName('Switch to light mode');
  expect(await shown()).toContain('in-dark');
  await page.getByRole('link', { name: 'Български' }).click();
  await expect(button).toHaveAccessibleName('Включване на светлия режим');
  expect(await shown()).toContain('in-dark');
});

test('over plain http from another machine the page says why there is no sign-in', async ({ baseURL }) => {
  const browser = await chromium.launch({
    executablePath: SHELL,
    args: [...ARGUMENTS, '--host-resolver-rules=MAP parley.test 127.0.0.1'],
  });
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://parley.test:${new URL(baseURL ?? '').port}/`);
  await expect(page.getByRole('heading', { name: 'Parley needs a secure address' })).toBeVisible();
  await expectAccessible(page);
  await browser.close();
});
