import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { png } from './pictures.ts';

type App = 'SMS' | 'Viber' | 'Viber bot';

/** The customer's phone of the sandbox, on a page of its own. */
export class CustomersPhone {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** @param shopUrl where the sandbox is opened */
  static async open(
    browser: Browser,
    shopUrl: string,
    { language = 'en', ...more }: { language?: string; colorScheme?: 'dark'; viewport?: { width: number; height: number } } = {},
  ): Promise<CustomersPhone> {
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1100, height: 900 }, ...more });
    const phone = new CustomersPhone(await context.newPage());
    await phone.page.goto(`${shopUrl}/phone?lang=${language}`);
    return phone;
  }

  async openApp(app: App): Promise<void> {
    await this.page.getByRole('tab', { name: new RegExp(`^${app}(\\s*\\d+.*)?$`) }).click();
    await expect(this.to()).toBeEnabled();
  }

  to(): Locator {
    return this.page.getByRole('combobox', { name: 'To' });
  }

  field(): Locator {
    return this.page.getByRole('textbox', { name: 'Message', exact: true });
  }

  log(): Locator {
    return this.page.getByRole('log');
  }

  /** A message, by its words. */
  bubble(words: string): Locator {
    return this.log().locator('.bubble').filter({ hasText: words });
  }

  flag(name: string): Locator {
    return this.page.getByRole('switch', { name, exact: true });
  }

  async say(words: string): Promise<void> {
    await this.field().fill(words);
    await this.field().press('Enter');
    await expect(this.bubble(words)).toBeVisible();
    await expect(this.field()).toHaveValue('');
  }

  async sendPicture(): Promise<void> {
    const picture = { name: 'lamp.png', mimeType: 'image/png', buffer: png(320, 200) };
    await this.page.getByLabel('Send a picture or file').setInputFiles(picture);
    await expect(this.log().locator('img').last()).toBeVisible();
  }

  /** The bot asks, by the interface of Viber's bots, with these answers to choose from. */
  async isAsked(shopUrl: string, words: string, answers: readonly string[]): Promise<void> {
    const [bot] = (await (await fetch(`${shopUrl}/providers/viber-bot/bots`)).json()) as [{ token: string }];
    const number = await this.page.getByRole('textbox', { name: 'Telephone number' }).inputValue();
    const Buttons = answers.map((Text) => ({ Columns: 6, Rows: 1, ActionType: 'reply', ActionBody: Text, Text }));
    const receiver = btoa(number.replace(/\D/g, ''));
    const message = { receiver, sender: { name: 'Lumen Home' }, min_api_version: 3, type: 'text', text: words };
    const answer = await fetch(`${shopUrl}/providers/viber-bot/pa/send_message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-viber-auth-token': bot.token },
      body: JSON.stringify({ ...message, keyboard: { Type: 'keyboard', Buttons } }),
    });
    expect(await answer.json()).toMatchObject({ status: 0 });
    await expect(this.bubble(words)).toBeVisible();
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
