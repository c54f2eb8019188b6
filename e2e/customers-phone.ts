import { type Browser, expect, type Locator, type Page } from '@playwright/test';

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

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
