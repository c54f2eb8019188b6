import { expect, type Page, test } from '@playwright/test';
import { sharedProduct } from './shared-product.ts';
import { signInAs } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

test.describe.configure({ timeout: 90_000 });

/** Signs in without a pointer; ends on the page where an agent begins. */
async function signInByKeyboard(page: Page, name: RegExp): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await page.goto(sharedProduct().url);
  const person = page.getByRole('button', { name });
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(person).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('Enter');
  await page.waitForURL(/communications/);
}

/** What a pointer can use on the page now, by a number that is written on it; what an arrow key reaches within a list or a row of tabs is not. */
const markReachable = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, select, [tabindex="0"]')].filter(
      (one) =>
        one.tabIndex >= 0 && !one.matches(':disabled, [type="radio"]:not(:checked)') && one.checkVisibility({ visibilityProperty: true }),
    );
    for (const [number, one] of all.entries()) one.dataset.stop = String(number);
    return all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? one.tagName);
  });

/** Presses Tab until everything was met that a pointer can use; each stop is seen, and nothing is left out. */
async function expectTabReachesAll(page: Page, least: number): Promise<void> {
  const names = await markReachable(page);
  expect(names.length).toBeGreaterThan(least);
  const stops = new Set<string>();
  // A date is three stops by itself, and one more opens its calendar.
  const dates = await page.locator('input[type="date"]').count();
  for (let presses = 0; presses < names.length + 10 + 4 * dates; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const at = document.activeElement;
      if (!(at instanceof HTMLElement) || at === document.body) return null;
      // The box of a whole row draws the edge of a link that lies over it.
      const isSeen = [null, '::after'].some((part) => getComputedStyle(at, part).outlineStyle !== 'none');
      return { number: at.dataset.stop ?? '', isSeen: isSeen || at.matches('input, textarea, select') };
    });
    if (stop === null) continue;
    expect(stop.isSeen, names[Number(stop.number)] ?? '').toBe(true);
    stops.add(stop.number);
  }
  // What went meanwhile, such as the word of a new conversation above the list, is nobody's to reach.
  const still = await page.evaluate(() => [...document.querySelectorAll<HTMLElement>('[data-stop]')].map((one) => one.dataset.stop));
  expect(names.filter((_name, number) => !stops.has(String(number)) && still.includes(String(number)))).toEqual([]);
}

for (const [path, ready] of [
  ['/communications?show=all', 'Rooms'],
  ['/profile', 'You'],
] as const)
  test(`Tab reaches everything on ${path}, and each stop is seen`, SWEEP, async ({ page }) => {
    await signInByKeyboard(page, /Elena Marinova/);
    await page.goto(`${sharedProduct().url}${path}`);
    await page.getByRole(path === '/profile' ? 'region' : 'complementary', { name: ready, exact: true }).waitFor();
    if (path !== '/profile') {
      await page.getByRole('complementary', { name: 'Rooms' }).getByRole('link').first().waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.getByRole('tabpanel').waitFor();
      await page.keyboard.press('Escape');
    } else await page.getByRole('region', { name: 'Where you are signed in' }).getByText('This one').waitFor();
    await page.waitForLoadState('networkidle');
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectTabReachesAll(page, 12);
  });

const LUMEN = '0193a1de-0000-7000-8000-0000000000a1';
/** Of its shop. */
const QUEUE = '0193a1de-0000-7000-8000-0000000000b1';
const ofAccount = (path: string) => `/super-admin/accounts/${LUMEN}${path}`;

for (const [name, paths] of [
  [
    'Ana Tsvetkova',
    [
      '/admin',
      '/admin/audit',
      '/admin/users',
      '/admin/users/create',
      '/admin/queues',
      '/admin/queues/create',
      `/admin/queues/${QUEUE}`,
      '/admin/capacity',
      '/admin/absence',
      '/admin/timeslots',
      '/admin/timeslots/create',
      '/admin/widget',
    ],
  ],
  [
    'Stefan Asenov',
    [
      '/super-admin/accounts',
      '/super-admin/accounts/create',
      ofAccount(''),
      ofAccount('/settings'),
      ofAccount('/settings/users'),
      ofAccount('/settings/audit'),
      ofAccount('/settings/queues'),
      ofAccount('/settings/queues/create'),
      ofAccount(`/settings/queues/${QUEUE}`),
      ofAccount('/settings/capacity'),
      ofAccount('/settings/absence'),
      ofAccount('/settings/timeslots'),
      ofAccount('/settings/timeslots/create'),
      ofAccount('/settings/widget'),
      '/super-admin/super-users',
      '/super-admin/super-users/create',
      '/super-admin/super-users/audit',
    ],
  ],
] as const)
  for (const path of paths)
    test(`Tab reaches everything on ${path.replace(LUMEN, 'an account')}, and each stop is seen`, SWEEP, async ({ page }) => {
      await page.addInitScript(() => localStorage.setItem('language', 'en'));
      await signInAs(page, name);
      await page.goto(path);
      await page
        .getByRole('heading', { level: 2 })
        .or(page.getByRole('heading', { level: 1 }))
        .first()
        .waitFor();
      await page.waitForLoadState('networkidle');
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expectTabReachesAll(page, 5);
    });
