import { expect, type Page, test } from '@playwright/test';
import { signInByPage } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

/** So long after an address was asked for the line dies. */
const MOMENTS_MS = [30, 100, 200, 350, 500, 700, 1000, 1500, 2500, 3500];

/** What nobody on the page has dealt with: thrown, rejected, or reported as a fault. */
function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', ({ message, stack }) => faults.push(stack ?? message));
  return faults;
}

test(
  'a line that dies at whichever moment while a room is opened leaves nothing that nobody deals with',
  SWEEP,
  async ({ context, page }) => {
    test.setTimeout(180_000);
    await signInByPage(page, 'Elena Marinova', '/communications');
    await page.getByRole('complementary', { name: 'Rooms' }).getByRole('link').first().click();
    await expect(page.getByRole('tabpanel')).toBeVisible();
    const room = page.url();
    await page.close();
    for (const moment of MOMENTS_MS) {
      const dying = await context.newPage();
      const faults = faultsOf(dying);
      const gone = dying.goto(room, { waitUntil: 'commit' }).catch(() => null);
      await dying.waitForTimeout(moment);
      await context.setOffline(true);
      await gone;
      await dying.waitForTimeout(1500);
      // What is asked for now has no answer either.
      for (const key of ['s', 'j', 'Enter', '?', 'Escape']) await dying.keyboard.press(key);
      for (const name of [/^Notifications/, /^My status/, 'Star']) {
        const button = dying.getByRole('button', { name }).first();
        if (await button.isVisible()) await button.click({ timeout: 2000 }).catch(() => undefined);
      }
      await dying.waitForTimeout(800);
      expect([moment, faults]).toEqual([moment, []]);
      await context.setOffline(false);
      await dying.close();
    }
  },
);
