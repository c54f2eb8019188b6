import type { Page } from '@playwright/test';

interface Heard {
  how: string;
  words: string;
}
declare global {
  interface Window {
    heard: Heard[];
  }
}

/** Runs in a page before anything of it: writes down what a screen reader says by itself, because it comes into a live region. */
function listen(): void {
  window.heard = [];
  const regions = '[aria-live], [role="status"], [role="alert"], [role="log"]';
  const how = (element: Element | null): string | null => {
    const region = element?.closest(regions);
    if (region === null || region === undefined) return null;
    return region.getAttribute('aria-live') ?? (region.role === 'alert' ? 'assertive' : 'polite');
  };
  const say = (spoken: string | null, text: string | null) => {
    const words = (text ?? '').replace(/\s+/g, ' ').trim();
    if (spoken !== null && spoken !== 'off' && words !== '') window.heard.push({ how: spoken, words });
  };
  const look = (changes: readonly MutationRecord[]) => {
    for (const { type, target, addedNodes } of changes) {
      const around = target instanceof Element ? target : target.parentElement;
      if (type === 'characterData') say(how(around), target.textContent);
      for (const node of addedNodes) {
        if (!(node instanceof Element)) say(how(around), node.textContent);
        // A region that comes with its words is said only where it is an alert.
        else if (how(around) !== null || node.role === 'alert') say(how(node), node.textContent);
      }
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Listens in every frame of the page, from its next load on. */
export async function hearPage(page: Page): Promise<void> {
  await page.addInitScript(listen);
}

/** What was said in a page's own document, or that of one of its frames, in order. */
export const heardIn = (place: Pick<Page, 'evaluate'>): Promise<Heard[]> => place.evaluate(() => window.heard);
