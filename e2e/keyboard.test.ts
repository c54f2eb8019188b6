import { expect, type Page, test } from '@playwright/test';
import { sharedProduct } from './shared-product.ts';

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

for (const [path, ready] of [
  ['/communications?show=all', 'Rooms'],
  ['/profile', 'You'],
] as const)
  test(`Tab reaches everything on ${path}, and each stop is seen`, async ({ page }) => {
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
    await page.waitForTimeout(1500);
    const names = await markReachable(page);
    expect(names.length).toBeGreaterThan(12);
    const stops = new Set<string>();
    for (let presses = 0; presses < names.length + 10; presses += 1) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const at = document.activeElement;
        if (!(at instanceof HTMLElement) || at === document.body) return null;
        const { outlineStyle, borderColor } = getComputedStyle(at);
        return {
          number: at.dataset.stop ?? '',
          isSeen: outlineStyle !== 'none' || ['INPUT', 'TEXTAREA'].includes(at.tagName),
          borderColor,
        };
      });
      if (stop === null) continue;
      expect(stop.isSeen, names[Number(stop.number)] ?? '').toBe(true);
      stops.add(stop.number);
    }
    expect(names.filter((_name, number) => !stops.has(String(number)))).toEqual([]);
  });
