import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, signInAs } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

/** Addresses whose ids are none. */
const namesNothing: Record<string, string[]> = {
  'Ana Tsvetkova': ['/admin/users/elena'],
  'Stefan Asenov': ['/super-admin/accounts/lumen', '/super-admin/accounts/lumen/settings/users', '/super-admin/super-users/stefan'],
};
const visits = [
  { name: 'Elena Marinova', lands: '/communications', refused: ['/admin', '/super-admin/accounts'] },
  { name: 'Petar Kostov', lands: '/communications', refused: ['/admin', '/super-admin/accounts'] },
  { name: 'Ana Tsvetkova', lands: '/communications', refused: ['/super-admin/accounts'] },
  { name: 'Stefan Asenov', lands: '/super-admin/accounts', refused: ['/communications', '/admin'] },
];
for (const { name, lands, refused } of visits) {
  test(`${name} lands on ${lands} and is led back there from pages of other roles`, async ({ page }) => {
    await signInAs(page, name);
    await expect(page).toHaveURL(new RegExp(`${lands}$`));
    for (const path of refused) {
      await page.goto(path);
      await expect(page).toHaveURL(new RegExp(`${lands}$`));
    }
    // Below areas that have pages of their own too, whether or not one may open those.
    for (const path of ['/admin/no-such-page', '/super-admin/no-such-page', '/no/such/page', ...(namesNothing[name] ?? [])]) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/404$/);
    }
    await expect(page.getByRole('heading')).toHaveText(['Not found']);
    await expect(page.getByRole('main').getByText('Not found')).toBeVisible();
  });
}

for (const [language, title] of [
  ['en', 'Unexpected error'],
  ['bg', 'Неочаквана грешка'],
] as const) {
  test(`in ${language} the page for what nobody expected has an address of its own, and leads back`, async ({ page }) => {
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await signInAs(page, 'Elena Marinova', '/400');
    await expect(page).toHaveURL(/\/400$/);
    // What other tests left unread stands before it.
    await expect(page).toHaveTitle(new RegExp(`^(\\(\\d+\\) )?${title} – Parley$`));
    await expect(page.getByRole('heading')).toHaveText([title]);
    await expect(page.getByRole('main').getByText(title)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link').click();
    await expect(page).toHaveURL(/\/communications$/);
  });
}

test('the page for what one may not see says so, and leads back to the page of one’s role', async ({ page }) => {
  await signInAs(page, 'Elena Marinova', '/403');
  await expect(page.getByRole('heading')).toHaveText(['You don’t have sufficient rights']);
  await expect(page.getByRole('main').getByText('You don’t have sufficient rights')).toBeVisible();
  await page.getByRole('main').getByRole('link').click();
  await expect(page).toHaveURL(/\/communications$/);
});

const landings = [
  { name: 'Petar Kostov', area: 'Communications' },
  { name: 'Stefan Asenov', area: 'Accounts' },
];
for (const { name, area } of landings) {
  test(`${name} finds ${area} marked in the rail, and one heading that names it`, async ({ page }) => {
    await signInAs(page, name);
    await expect(page.getByRole('navigation').getByRole('link', { name: area })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText([area]);
  });
}

/** Opens the first room of the list; its address. */
async function openFirstRoom(page: Page): Promise<string> {
  await page.getByRole('complementary', { name: 'Rooms' }).getByRole('link').first().click();
  await expect(page.getByRole('tabpanel')).toBeVisible();
  return page.url();
}

test('an address with its id in capitals opens the same room', async ({ page }) => {
  await signInAs(page, 'Elena Marinova');
  const address = await openFirstRoom(page);
  await page.goto(address.replace(/[^/]+$/, (id) => id.toUpperCase()));
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('tabpanel')).toBeVisible();
});

for (const width of [1280, 360]) {
  test(`a toast leaves the composer free at ${width} px and takes no click`, SWEEP, async ({ context, page }) => {
    await signInAs(page, 'Elena Marinova');
    await openFirstRoom(page);
    await page.setViewportSize({ width, height: 740 });
    await context.setOffline(true);
    const toast = page.getByRole('alert').filter({ hasText: 'The connection is lost.' });
    await expect(toast).toBeVisible({ timeout: 20_000 });
    await toast.evaluate((element) => Promise.all(element.getAnimations({ subtree: true }).map((one) => one.finished)));
    const part = await page.locator('[role="tabpanel"] > :last-child').boundingBox();
    const box = await toast.boundingBox();
    if (part === null || box === null) throw new Error('nothing to measure');
    const apart = box.x + box.width <= part.x || box.y + box.height <= part.y;
    expect([apart, box, part]).toEqual([true, box, part]);
    expect(await toast.evaluate((element) => getComputedStyle(element).pointerEvents)).toBe('none');
  });
}

test('how long my status has lasted does not depend on this computer’s clock', async ({ page }) => {
  await page.addInitScript(() => {
    const real = Date.now.bind(Date);
    Date.now = () => real() + 26 * 3_600_000;
  });
  await signInAs(page, 'Victor Lang');
  // Hours would stand before the minutes.
  await expect(page.getByRole('button', { name: /My status/ })).toHaveText(/\D\d?\d:\d\d$/);
  await expect(page.getByRole('button', { name: /My status/ })).not.toHaveText(/\d:\d\d:\d\d/);
});

test('a browser that refuses storage is told so in plain words', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied', 'SecurityError');
        },
      });
    }
  });
  await page.goto('/communications');
  await expect(page.getByRole('heading', { name: 'The browser lets Parley keep nothing' })).toBeVisible();
  await expect(page.getByText('allow cookies and site data')).toBeVisible();
  await expect(page.getByText('Unexpected error')).toHaveCount(0);
  await expectAccessible(page);
});

test('on a phone every target is a finger wide, and the menu marks the language', async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  await signInAs(page, 'Elena Marinova', '/403');
  await page.getByRole('button', { name: /My status/ }).waitFor();
  await page.getByRole('button', { name: /^Elena Marinova/ }).click();
  await expect(page.getByRole('menuitem', { name: 'English' })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('menuitem', { name: 'Български' })).toHaveAttribute('aria-current', 'false');
  const sizes = await page.locator('button:visible, a:visible, [role="menuitem"]:visible').evaluateAll((targets) =>
    targets.map((target) => {
      const { width, height } = target.getBoundingClientRect();
      return { name: target.textContent, small: Math.min(width, height) < 44 };
    }),
  );
  expect(sizes.length).toBeGreaterThan(10);
  expect(sizes.filter(({ small }) => small)).toEqual([]);
  await context.close();
});

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

test('a lost connection fits a phone', SWEEP, async ({ context, page }) => {
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
  await page.getByRole('button', { name: /^Elena Marinova/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  await context.setOffline(true);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByText('The server did not answer. Check the connection and try again.')).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByRole('button', { name: /^Elena Marinova/ })).toBeVisible();
});

test('a lost connection shows as a thin line and mends itself', SWEEP, async ({ context, page }) => {
  await signInAs(page, 'Elena Marinova', '/403');
  await page.getByRole('button', { name: /My status/ }).waitFor();
  await context.setOffline(true);
  await expect(page.getByRole('banner').getByText('No connection. Parley keeps trying.')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('alert')).toContainText('The connection is lost.');
  await expectAccessible(page);
  await context.setOffline(false);
  // The line is gone with the trouble; the toast alone says that it is over.
  await expect(page.getByRole('status')).toContainText('Connected again.');
  await expect(page.getByRole('banner').getByText('No connection.')).toHaveCount(0);
});

test('mode, density and theme hold over a reload, without a flash of the wrong one', async ({ page }) => {
  await signInAs(page, 'Elena Marinova', '/403');
  const choose = async (name: string) => {
    await page.getByRole('button', { name: /^Elena Marinova/ }).click();
    await page.getByRole('menuitem', { name }).click();
    await page.keyboard.press('Escape');
  };
  for (const name of ['Dark', 'Compact', 'Telecom']) await choose(name);
  // How the page looks in the moment in which it gets something to show.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.body === null) return;
      observer.disconnect();
      Object.assign(window, { firstLook: { ...document.documentElement.dataset } });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload({ waitUntil: 'domcontentloaded' });
  const firstLook = await page.evaluate(() => (window as unknown as { firstLook: unknown }).firstLook);
  expect(firstLook).toMatchObject({ mantineColorScheme: 'dark', density: 'compact', theme: 'telecom' });
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(html).toHaveAttribute('data-density', 'compact');
  await expect(html).toHaveAttribute('data-theme', 'telecom');
});

for (const width of [1280, 360]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the frame is accessible at ${width} px, ${colorScheme}, in both languages`, SWEEP, async ({ browser }) => {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 740 } });
      const page = await context.newPage();
      await signInAs(page, 'Petar Kostov');
      await expectAccessible(page);
      await page.evaluate(() => localStorage.setItem('language', 'bg'));
      await page.reload();
      // What other tests left unread stands before it.
      await expect(page).toHaveTitle(/^(\(\d+\) )?Разговори – Parley$/);
      await page.getByRole('button', { name: /^Petar Kostov/ }).click();
      await expect(page.getByRole('menuitem', { name: 'Изход' })).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await context.close();
    });
  }
}
