import { expect, type Page } from '@playwright/test';

/** What of the page is looked at: each message, what stands beside a chat of colleagues, and what stands below the messages, which would move them with it. */
const LOOKED_AT = '[data-timeline] [data-row], [aria-label="Members"] li, [data-composer]';

/**
 * Opens an address afresh while some answers take longer than the others, and says where everything stood that was looked at, frame by frame
 * from the moment when it was first drawn: of each the different heights.
 *
 * @param members how many stand beside the messages in the end; they are waited for
 */
export async function opened(page: Page, address: string, late: RegExp, members?: number): Promise<Record<string, number[]>> {
  await page.route(late, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await page.addInitScript((selector) => {
    const seen: Record<string, number[]> = {};
    Object.assign(window, { seen });
    requestAnimationFrame(function look() {
      for (const [at, element] of document.querySelectorAll<HTMLElement>(selector).entries()) {
        const { top, height } = element.getBoundingClientRect();
        const name = element.dataset.row ?? ('composer' in element.dataset ? 'composer' : `beside ${at}`);
        const tops = seen[name] ?? [];
        seen[name] = tops;
        if (height > 0 && tops.at(-1) !== Math.round(top)) tops.push(Math.round(top));
      }
      requestAnimationFrame(look);
    });
  }, LOOKED_AT);
  await page.goto(address);
  await expect(page.locator(LOOKED_AT).first()).toBeVisible();
  if (members !== undefined) await expect(page.locator('[aria-label="Members"] li')).toHaveCount(members);
  // Longer than what came late.
  await page.waitForTimeout(2500);
  await page.unrouteAll({ behavior: 'wait' });
  return page.evaluate(() => (window as unknown as { seen: Record<string, number[]> }).seen);
}

/** Of what was looked at, what has stood in more than one place. */
export const moved = (stood: Record<string, number[]>) => Object.entries(stood).filter(([, tops]) => tops.length > 1);
