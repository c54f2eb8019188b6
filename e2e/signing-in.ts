import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { bringSignIn } from './signed-in.ts';

/** Signed in as one of the demo people, by the name on the sign-in page; ends on the page that is asked for. */
export async function signInAs(page: Page, name: string, path = '/'): Promise<void> {
  // Whose product it is, where the address names one.
  const { origin } = new URL((await page.context().request.get(path)).url());
  await bringSignIn(page, name, origin);
  await page.goto(path);
  await expect(page.getByRole('navigation').first()).toBeVisible();
}

/** The same as people do it: by a click on the sign-in page. */
export async function signInByPage(page: Page, name: string, path = '/'): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name }).click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
}

/** Within an e-mail nothing runs, and what looks for faults would wait there for ever. */
const RUNS_NOTHING = 'iframe[sandbox]:not([sandbox~="allow-scripts"])';

/** Fails with what axe finds on the page once nothing moves any more: half faded in, every text lacks contrast. */
export async function expectAccessible(page: Page): Promise<void> {
  await standsStill(page);
  const { violations } = await new AxeBuilder({ page })
    .exclude(RUNS_NOTHING)
    .options({ resultTypes: ['violations'] })
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
}

/** Frames without a movement after which a page is held to be at rest: what appears begins to move some frames later. */
const FRAMES_AT_REST = 6;

/** Waits until nothing has moved for some frames, apart from what never ends, such as a skeleton that shimmers. */
async function standsStill(page: Page): Promise<void> {
  await page.evaluate(async (enough) => {
    const moves = (one: Animation): boolean =>
      one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    for (let atRest = 0; atRest < enough; ) {
      await new Promise((next) => requestAnimationFrame(next));
      // What is shown while something is scrolled goes a moment after that, and fades.
      const isScrolled = document.querySelector('[data-moves="true"]') !== null;
      atRest = isScrolled || document.getAnimations().some(moves) ? 0 : atRest + 1;
    }
  }, FRAMES_AT_REST);
}
