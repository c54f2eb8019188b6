import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type FrameLocator,
  type Locator,
  type Page,
  test,
} from '@playwright/test';
import { sharedProduct } from './shared-product.ts';
import { bringSignIn } from './signed-in.ts';

/** A little more than what counts as seen. */
const LEAST_SEEN_MS = 170;

export const productUrl = () => sharedProduct().url;
export const shopUrl = () => sharedProduct().shopUrl;

/** Profiles that people of the tests have open, by the file in which they were opened. */
const profiles: { file: string; context: BrowserContext }[] = [];

/**
 * A profile of the browser. Those of earlier files are closed: whoever had one open would still be there, in the product that all files of a
 * worker share, and be given what the next file means for somebody else.
 */
async function newProfile(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const { file } = test.info();
  for (const left of profiles.filter((one) => one.file !== file)) {
    profiles.splice(profiles.indexOf(left), 1);
    await left.context.close();
  }
  const context = await browser.newContext(options);
  profiles.push({ file, context });
  return context;
}

/** Somebody of the demo at their screen. Words are those of the English catalogue. */
export class AgentScreen {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Signed in, in a browser profile of its own. */
  static async open(
    browser: Browser,
    name: string,
    { hearsLate = 0, url = productUrl(), prepare = async (_page: Page): Promise<void> => {} } = {},
  ): Promise<AgentScreen> {
    const context = await newProfile(browser, { locale: 'en-GB', viewport: { width: 1440, height: 900 } });
    // Whatever the person's profile says: the words of these tests are English.
    await context.addInitScript(() => localStorage.setItem('language', 'en'));
    const page = await context.newPage();
    await prepare(page);
    // What the server pushes comes so many milliseconds later: what two people do in that time, they do at the same moment.
    if (hearsLate > 0) {
      await page.routeWebSocket(/\/api\/ws/, (socket) => {
        const server = socket.connectToServer();
        server.onMessage((message) => setTimeout(() => socket.send(message), hearsLate));
      });
    }
    await bringSignIn(page, name, new URL(url).origin);
    await page.goto(url);
    await page.waitForURL(/\/(communications|super-admin)/);
    return new AgentScreen(page);
  }

  async chooseStatus(status: 'Ready' | 'Break' | 'Busy' | 'Offline'): Promise<void> {
    await this.page.getByRole('button', { name: /^My status/ }).click();
    await this.page.getByRole('menuitem', { name: new RegExp(`^${status}`) }).click();
    await expect(this.page.getByRole('button', { name: `My status: ${status}` })).toBeVisible();
  }

  rooms(): Locator {
    return this.page.getByRole('complementary', { name: 'Rooms' });
  }

  /** A row of the room list, by words in it. */
  row(words: string): Locator {
    return this.rooms().getByRole('link').filter({ hasText: words });
  }

  timeline(): Locator {
    return this.page.getByRole('region', { name: 'Messages' });
  }

  /** Resolves the conversation of the open room, and waits until it can be undone no more. */
  async resolve(): Promise<void> {
    // Of several that are open it names its channel.
    await this.page.getByRole('button', { name: /^Resolve(: |$)/ }).click();
    await expect(this.page.getByText(/^Conversation (over .+ )?resolved\.$/)).toBeVisible({ timeout: 15_000 });
  }

  composer(): Locator {
    return this.page.getByRole('textbox', { name: /^Write/ });
  }

  /** Has these words before the eyes for as long as the page takes what is seen for (`timeline/shown.ts`): quicker than that answers nobody. */
  async reads(words: string): Promise<void> {
    await expect(this.timeline()).toContainText(words);
    await this.page.waitForTimeout(LEAST_SEEN_MS);
  }

  async say(words: string): Promise<void> {
    await this.composer().fill(words);
    await this.composer().press('Enter');
  }
}

/** A visitor of the demo shop with its chat. */
export class Visitor {
  readonly page: Page;
  readonly chat: FrameLocator;

  constructor(page: Page) {
    this.page = page;
    this.chat = page.frameLocator('iframe[title="Chat"]');
  }

  static async open(browser: Browser): Promise<Visitor> {
    const context = await newProfile(browser, { locale: 'en-GB', viewport: { width: 1280, height: 800 } });
    const visitor = new Visitor(await context.newPage());
    await visitor.page.goto(shopUrl());
    await visitor.openChat();
    return visitor;
  }

  async openChat(): Promise<void> {
    const open = this.page.getByRole('button', { name: /^Open the chat/ });
    // The bubble is there once the loader ran; a chat that was open before a reload opens by itself.
    await expect.poll(async () => (await open.isVisible()) || (await this.field().isVisible())).toBe(true);
    if (!(await this.field().isVisible())) await open.click();
    await expect(this.field()).toBeVisible();
  }

  field(): Locator {
    return this.chat.getByRole('textbox', { name: 'Write a message' });
  }

  log(): Locator {
    return this.chat.getByRole('log', { name: 'Messages' });
  }

  async say(words: string): Promise<void> {
    await this.field().fill(words);
    await this.field().press('Enter');
  }
}
