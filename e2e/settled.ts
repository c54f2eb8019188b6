import type { Locator } from '@playwright/test';

/**
 * Waits until a box that scrolls has stood still for so many frames in a row: its place, its height and its words. What the page does
 * a while after a change (rows that are measured, a page that comes) has been done by then.
 */
export const settled = (box: Locator, frames = 30): Promise<void> =>
  box.evaluate(async (element, still) => {
    const look = () => [element.scrollTop, element.scrollHeight, element.clientHeight, element.clientWidth, element.textContent].join();
    let before = look();
    for (let same = 0; same < still; same += 1) {
      await new Promise(requestAnimationFrame);
      const now = look();
      if (now !== before) same = 0;
      before = now;
    }
  }, frames);
