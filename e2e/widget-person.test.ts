import { createHmac } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { nobodyIsReady, sealedWidgetSecret, withWidget } from './demo-database.ts';
import { AgentScreen, shopUrl, Visitor } from './people.ts';

type Told = Array<[string, Record<string, unknown>]>;

/** Calls what a site calls. */
const parley = (page: Page, ...call: unknown[]) =>
  page.evaluate((given) => (window as unknown as { Parley(...all: unknown[]): void }).Parley(...given), call);

/** Begins to write down what the site is told. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const site = window as unknown as { Parley(...all: unknown[]): void; told: Told };
    site.told = [];
    for (const event of ['ready', 'opened', 'closed', 'message', 'unread'])
      site.Parley('on', event, (told: Record<string, unknown>) => site.told.push([event, told]));
  });
const told = (page: Page) => page.evaluate(() => (window as unknown as { told: Told }).told.map(([event]) => event));

test('a visitor gives their name with the first message; the agent sees it, and the page they are on, live', async ({ browser }) => {
  await nobodyIsReady();
  const visitor = await Visitor.open(browser);
  const name = visitor.chat.getByRole('textbox', { name: 'Name (optional)' });
  await name.fill('Mira Koleva');
  await expect(visitor.chat.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', /\/privacy\?lang=en$/);
  await visitor.page.reload();
  await expect(name).toHaveValue('Mira Koleva');
  const { violations } = await new AxeBuilder({ page: visitor.page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
  await visitor.say('Is the Luna in stock?');
  await expect(visitor.log()).toContainText('Is the Luna in stock?');
  await expect(name).toBeHidden();

  const elena = await AgentScreen.open(browser, 'Elena');
  await elena.chooseStatus('Ready');
  await elena.row('Mira Koleva').click();
  const facts = elena.page.getByText('Provided by the visitor');
  await expect(facts).toBeVisible();
  await expect(elena.page.getByRole('link', { name: /^Light that stays out of the way/ })).toBeVisible();
  await visitor.page.locator('a[href^="/lamps"]').first().click();
  await expect(elena.page.getByRole('link', { name: /^All lamps/ })).toBeVisible();
  await parley(visitor.page, 'page', { title: 'Basket', values: { lamps: 3 } });
  await expect(elena.page.getByRole('link', { name: 'Basket' })).toBeVisible();
  await expect(elena.page.getByText('lamps', { exact: true })).toBeVisible();
  await elena.chooseStatus('Break');
  for (const { page } of [elena, visitor]) await page.context().close();
});

test('what is required is asked for at its field, and the message waits with its words', async ({ browser }) => {
  await withWidget({ ask_name: 'REQUIRED', ask_email: 'OPTIONAL', ask_consent: 'REQUIRED' }, async () => {
    const visitor = await Visitor.open(browser);
    const name = visitor.chat.getByRole('textbox', { name: 'Name' });
    await expect(name).toBeVisible();
    await visitor.chat.getByRole('textbox', { name: /^E-mail/ }).fill('nowhere');
    await visitor.say('Hello there');
    await expect(visitor.chat.getByText('Please enter your name.')).toBeVisible();
    await expect(visitor.chat.getByText('Please enter an e-mail address, such as name@example.com.')).toBeVisible();
    await expect(visitor.chat.getByText('Without your consent the chat cannot start.')).toBeVisible();
    await expect(name).toBeFocused();
    await expect(visitor.field()).toHaveValue('Hello there');
    await name.fill('Ivo');
    await visitor.chat.getByRole('textbox', { name: /^E-mail/ }).fill('ivo@home.example');
    await visitor.chat.getByRole('checkbox', { name: /^I agree/ }).check();
    await visitor.field().press('Enter');
    await expect(visitor.log()).toContainText('Hello there');
    await expect(name).toBeHidden();
  });
});

test('a file waits, and no session begins, until what is required was told', async ({ browser }) => {
  await withWidget({ ask_consent: 'REQUIRED' }, async () => {
    const visitor = await Visitor.open(browser);
    const asked: string[] = [];
    visitor.page.on('request', (request) => {
      if (request.method() !== 'GET' && request.url().includes('/api/visitor/')) asked.push(new URL(request.url()).pathname);
    });
    const consent = visitor.chat.getByRole('checkbox', { name: /^I agree/ });
    await expect(consent).toBeVisible();
    await visitor.chat
      .locator('input[type=file]')
      .setInputFiles({ name: 'lamp.txt', mimeType: 'text/plain', buffer: Buffer.from('A lamp') });
    await expect(visitor.chat.getByText('Without your consent the chat cannot start.')).toBeVisible();
    await expect(visitor.chat.getByRole('progressbar', { name: 'Uploading lamp.txt' })).toBeVisible();
    expect(asked).toEqual([]);
    await consent.check();
    await expect(visitor.chat.getByRole('progressbar')).toBeHidden();
    await expect.poll(() => asked).toContain('/api/visitor/files');
    expect(asked.indexOf('/api/visitor/details')).toBeGreaterThan(-1);
    expect(asked.indexOf('/api/visitor/details')).toBeLessThan(asked.indexOf('/api/visitor/files'));
    await visitor.chat.getByRole('button', { name: 'Send' }).click();
    await expect(visitor.log()).toContainText('lamp.txt');
  });
});

test('a site opens the chat, hears what happens, says who its visitor is, and signs them out', async ({ browser }) => {
  const secret = 'a secret of the test';
  const signature = createHmac('sha256', secret).update('customer-9').digest('hex');
  await withWidget({ identity_secret: sealedWidgetSecret(secret) }, async () => {
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning' && message.text().startsWith('Parley: ')) complaints.push(message.text());
    });
    await page.goto(shopUrl());
    await expect(page.getByRole('button', { name: 'Open the chat' })).toBeVisible();
    await listen(page);
    const visitor = new Visitor(page);
    await parley(page, 'identify', { userId: 'customer-9', signature: 'f'.repeat(64) });
    await parley(page, 'open');
    await expect(visitor.field()).toBeVisible();
    await visitor.say('A stranger asks');
    await expect(visitor.log()).toContainText('A stranger asks');
    await expect.poll(() => complaints).toEqual(['Parley: the signature does not fit the userId.']);
    await expect.poll(() => told(page)).toEqual(['ready', 'opened', 'message']);

    await parley(page, 'signOut');
    await expect(visitor.log()).not.toContainText('A stranger asks');
    await parley(page, 'identify', { userId: 'customer-9', signature });
    await visitor.say('The customer asks');
    await expect(visitor.log()).toContainText('The customer asks');
    await page.reload();
    await expect(visitor.log()).toContainText('The customer asks');
    await expect(visitor.log()).not.toContainText('A stranger asks');
    await parley(page, 'close');
    await expect(page.getByRole('button', { name: 'Open the chat' })).toBeVisible();
  });
});

test('the chat speaks the visitor’s language, and another when the site says so, with what was typed', async ({ browser }) => {
  await withWidget({ language: 'bg', follows_visitor: true }, async () => {
    // By a browser that asks for English.
    const visitor = await Visitor.open(browser);
    await visitor.field().fill('Half a senten');
    await parley(visitor.page, 'language', 'bg-BG');
    const chat = visitor.page.frameLocator('iframe[title="Чат"]');
    await expect(chat.getByRole('textbox', { name: 'Напишете съобщение' })).toHaveValue('Half a senten');
    await chat.getByRole('button', { name: 'Затваряне на чата' }).click();
    await expect(visitor.page.getByRole('button', { name: 'Отваряне на чата' })).toBeVisible();
    await parley(visitor.page, 'language', 'en');
    await expect(visitor.page.getByRole('button', { name: 'Open the chat' })).toBeVisible();
  });
});
