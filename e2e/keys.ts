import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { productUrl } from './people.ts';

type Role = Parameters<Page['getByRole']>[0];

/** So many stops a page may have before what is looked for. */
const MOST_STOPS = 90;

declare global {
  interface Window {
    /** What had the focus before a key, and how it looked with it. */
    hadFocus: { element: Element; looks: string } | undefined;
    /** All by which an element, or what stands around it, may show that it has the focus. */
    looksOf: (element: Element) => string;
  }
}

/** Runs in the page, before anything of it. */
function setUp(): void {
  localStorage.setItem('language', localStorage.getItem('language') ?? 'en');
  window.looksOf = (element) => {
    const around = [element, element.parentElement, element.parentElement?.parentElement, element.closest('[data-composer]')];
    return around
      .flatMap((one) => [one, one?.nextElementSibling, one?.firstElementChild])
      .map((one) => {
        if (!(one instanceof Element)) return '';
        const { outlineStyle, outlineColor, borderColor, boxShadow, backgroundColor } = getComputedStyle(one);
        return [outlineStyle === 'none' ? '' : outlineColor, borderColor, boxShadow, backgroundColor].join();
      })
      .join('\n');
  };
}

/**
 * Somebody with a keyboard alone: presses keys and types, and nothing else. After each key something has the focus, and it looks otherwise
 * than without.
 */
export class Keys {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens the product and signs in as one of the demo people, by Tab and Enter on the sign-in page. */
  static async signIn(browser: Browser, name: string): Promise<Keys> {
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await context.addInitScript(setUp);
    const keys = new Keys(await context.newPage());
    await keys.page.goto(productUrl());
    await expect(keys.page.getByLabel('E-mail')).toBeFocused();
    await keys.tabTo('button', new RegExp(name));
    await keys.page.keyboard.press('Enter');
    await keys.page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    return keys;
  }

  /** Presses keys one after the other; each leaves the focus somewhere, where it is seen. */
  async press(...strokes: readonly string[]): Promise<void> {
    for (const stroke of strokes) {
      await this.#has(this.page.locator(':focus'));
      await this.page.keyboard.press(stroke);
    }
    await this.#expectSeen();
  }

  async type(words: string): Promise<void> {
    await this.page.keyboard.type(words);
  }

  /** Types in place of what stands in the field. */
  async typeOver(words: string): Promise<void> {
    await this.page.keyboard.press('Control+a');
    await this.type(words);
  }

  /** What has the focus, by role and name. */
  async isOn(role: Role, name: string | RegExp): Promise<void> {
    await this.isAt(this.page.getByRole(role, { name, exact: true }));
  }

  async isAt(place: Locator): Promise<void> {
    await expect(place).toBeFocused();
    await this.#expectSeen();
  }

  /** Presses Tab until the one meant has the focus. Fails where Tab goes round without reaching it. */
  async tabTo(role: Role, name: string | RegExp, stroke: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.reach(this.page.getByRole(role, { name, exact: true }), stroke);
  }

  /** Presses one key until the focus is there. */
  async reach(place: Locator, stroke: string): Promise<void> {
    await place.first().waitFor();
    for (let presses = 0; presses < MOST_STOPS; presses += 1) {
      if (await this.#has(place)) return;
      await this.page.keyboard.press(stroke);
      // After its last stop the page gives the focus to the browser's own buttons; from there it comes back to the first.
      await this.#expectSeen(stroke.endsWith('Tab'));
    }
    throw new Error(`${stroke} does not lead to ${place}: it ends at ${await this.#focused()}`);
  }

  /** Goes through the list by J until the row with these words has the focus. */
  async toRow(words: string): Promise<void> {
    const row = this.page.getByRole('complementary', { name: 'Rooms' }).getByRole('link').filter({ hasText: words }).first();
    await row.waitFor();
    for (let presses = 0; presses < MOST_STOPS && !(await this.#has(row)); presses += 1) {
      const before = await this.#focused();
      await this.press('j');
      await expect.poll(() => this.#focused()).not.toBe(before);
    }
    await this.isAt(row);
  }

  /** Opens the palette, types, and does what is found first. */
  async command(words: string): Promise<void> {
    await this.page.keyboard.press('Control+k');
    await this.isOn('textbox', 'A room, a person, a page or an action…');
    await this.type(words);
    const first = this.page.getByRole('dialog', { name: 'Search and actions' }).getByRole('option').first();
    await expect(first).toHaveAttribute('data-combobox-selected', 'true');
    await this.page.keyboard.press('Enter');
    await expect(this.page.getByRole('dialog', { name: 'Search and actions' })).toHaveCount(0);
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }

  /** Whether it has the focus; notes how what has it looks. */
  #has(place: Locator): Promise<boolean> {
    return place.evaluateAll((elements) => {
      const at = document.activeElement;
      window.hadFocus = at === null || at === document.body ? undefined : { element: at, looks: window.looksOf(at) };
      return elements[0] === at;
    });
  }

  #focused(): Promise<string> {
    return this.page.evaluate(() => {
      const at = document.activeElement;
      return `${at?.tagName} ${at?.getAttribute('aria-label') ?? at?.textContent?.slice(0, 80)}`;
    });
  }

  /** Something has the focus, it stands in the window, and what had it before looks otherwise without it. */
  async #expectSeen(mayLeavePage = false): Promise<void> {
    const look = () =>
      this.page.evaluate(() => {
        const had = window.hadFocus;
        const at = document.activeElement;
        if (at === null || at === document.body) return 'the focus fell to nothing';
        if (
          had?.element.isConnected === true &&
          had.element !== at &&
          !had.element.contains(at) &&
          window.looksOf(had.element) === had.looks
        )
          return `nothing shows the focus on ${had.element.outerHTML.slice(0, 200)}`;
        const box = at.getBoundingClientRect();
        if (box.bottom <= 0 || box.right <= 0 || box.top >= innerHeight || box.left >= innerWidth)
          return `the focus is out of the window, on ${at.outerHTML.slice(0, 200)}`;
        return 'seen';
      });
    const first = await look();
    if (first === 'seen' || (mayLeavePage && first === 'the focus fell to nothing')) return;
    await expect.poll(look, { timeout: 5000 }).toBe('seen');
  }
}
