import { type Browser, expect, type Page } from '@playwright/test';
import { AgentScreen, Visitor } from '../people.ts';

const HOUR = 3_600_000;

/** Every page and frame of the browser profile believes that it is so much later (ms; negative: earlier). Timers run as ever. */
async function setClock(page: Page, offset: number): Promise<void> {
  await page.context().addInitScript((by) => {
    const Right = Date;
    class Wrong extends Right {
      constructor(...given: [] | [number | string | Date]) {
        if (given.length === 0) super(Right.now() + by);
        else super(...given);
      }
      static override now(): number {
        return Right.now() + by;
      }
    }
    globalThis.Date = Wrong as DateConstructor;
  }, offset);
}

/** A visitor in a real browser whose clock is an hour behind. */
export class LateVisitor {
  readonly written: string[] = [];
  readonly #visitor: Visitor;

  private constructor(visitor: Visitor) {
    this.#visitor = visitor;
  }

  static async open(browser: Browser, shop: string): Promise<LateVisitor> {
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await setClock(page, -HOUR);
    await page.goto(shop);
    const visitor = new Visitor(page);
    await visitor.openChat();
    return new LateVisitor(visitor);
  }

  /** Types so many messages, whether the server is there or not: what waits in the chat goes out by itself. */
  async write(name: string, count: number): Promise<void> {
    for (let index = 1; index <= count; index++) {
      const text = `${name} says ${index}`;
      await this.#visitor.say(text);
      this.written.push(text);
      await this.#visitor.page.waitForTimeout(500 + Math.random() * 1500);
    }
  }

  /** The chat shows these texts, each once and in this order. */
  async expectToShow(texts: readonly string[]): Promise<void> {
    await expect.poll(async () => orderOf(await this.#visitor.log().allInnerTexts(), texts), { timeout: 60_000 }).toEqual(texts);
  }

  close = () => this.#visitor.page.context().close();
}

/** A supervisor who reads along in a real browser whose clock is an hour ahead. */
export class EarlyReader {
  readonly #screen: AgentScreen;

  private constructor(screen: AgentScreen) {
    this.#screen = screen;
  }

  static async open(browser: Browser, name: string, url: string, roomId: string): Promise<EarlyReader> {
    const screen = await AgentScreen.open(browser, name, { url, prepare: (page) => setClock(page, HOUR) });
    // Tall enough for the whole conversation: rows that are out of sight are not in the page.
    await screen.page.setViewportSize({ width: 1440, height: 4000 });
    await screen.page.goto(`${url}/communications/${roomId}`);
    await expect(screen.timeline()).toBeVisible();
    return new EarlyReader(screen);
  }

  /** The room that has been open all the time shows these texts, each once and in this order. */
  async expectToShow(texts: readonly string[]): Promise<void> {
    await expect.poll(async () => orderOf(await this.#screen.timeline().allInnerTexts(), texts), { timeout: 60_000 }).toEqual(texts);
  }

  close = () => this.#screen.page.context().close();
}

/** Those of the texts that stand in what is shown, in the order shown, as often as they do. */
function orderOf(shown: readonly string[], texts: readonly string[]): string[] {
  const known = new Set(texts);
  return shown
    .flatMap((text) => text.split('\n'))
    .map((line) => line.trim())
    .filter((line) => known.has(line));
}
