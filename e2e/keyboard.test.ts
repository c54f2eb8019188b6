import { expect, type Page, test } from '@playwright/test';
import { sharedProduct } from './shared-product.ts';
import { newVisitor } from './visitor.ts';

test.describe.configure({ timeout: 90_000 });

const focused = (page: Page) => page.locator(':focus');

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

test('a conversation is taken, answered, noted, starred and resolved by keyboard alone', async ({ page }) => {
  const visitor = await newVisitor(sharedProduct().url);
  await visitor.say('Is the reading lamp back?');
  await signInByKeyboard(page, /Petar Kostov|Elena Marinova/);
  await page.getByRole('complementary', { name: 'Rooms' }).getByText('Is the reading lamp back?').waitFor();
  for (const key of ['s', 'r']) await page.keyboard.press(key);
  await expect(page.getByRole('button', { name: 'My status: Ready' })).toBeVisible();
  // Whatever has waited longer is taken first.
  const words = page.getByRole('region', { name: 'Messages' }).getByText('Is the reading lamp back?');
  await expect(async () => {
    if ((await focused(page).count()) > 0) await page.keyboard.press('Escape');
    await page.keyboard.press('t');
    await expect(words).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 60_000 });

  const answer = page.getByRole('textbox', { name: /^Write to/ });
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await expect(answer).toBeFocused();
  await page.keyboard.type('It is, since this morning.');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('It is, since this morning.')).toBeVisible();
  await expect.poll(() => visitor.history()).toContain('It is, since this morning.');

  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await expect(page.getByRole('textbox', { name: /note/i })).toBeFocused();
  await page.keyboard.type('Asked for the lamp.');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('Asked for the lamp.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('i');
  await expect(page.getByRole('tab', { name: 'Customer' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('c');
  await expect(page.getByRole('tab', { name: 'Conversation' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('f');
  await expect(page.getByRole('main').getByRole('button', { name: /star/i, pressed: true })).toBeVisible();

  await page.keyboard.press('e');
  await expect(focused(page)).toHaveText('Cancel');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Resolved', { exact: false }).first()).toBeVisible();
  await expect(answer).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(page.getByRole('complementary', { name: 'Rooms' }).locator(':focus')).toHaveCount(1);
});

/** What a pointer can use on the page now, by a number that is written on it; what an arrow key reaches within a list or a row of tabs is not. */
const markReachable = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, select, [tabindex="0"]')].filter(
      (one) => one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility({ visibilityProperty: true }),
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
