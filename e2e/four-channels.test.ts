import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, type Locator, test } from '@playwright/test';
import { CustomersPhone } from './customers-phone.ts';
import { AgentScreen, Visitor } from './people.ts';
import { PHONE_PORT } from './ports.ts';
import { type Product, startProduct } from './product.ts';
import { expectAccessible, signInAs } from './signing-in.ts';

// One customer reaches one agent by live chat, SMS, Viber and a bot of Viber's, over the providers that the sandbox plays.
let product: Product;
let dora: AgentScreen;
let phone: CustomersPhone;
let visitor: Visitor;

test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.beforeAll(async ({ browser }) => {
  product = await startProduct({ port: PHONE_PORT });
  const shop = product.sandboxUrl ?? '';
  dora = await AgentScreen.open(browser, 'Dora Ilieva', { url: product.url });
  phone = await CustomersPhone.open(browser, shop);
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
  visitor = new Visitor(await context.newPage());
  await visitor.page.goto(shop);
});
test.afterAll(async () => {
  await visitor?.page.context().close();
  await phone?.close();
  await dora?.page.context().close();
  await product?.stop();
  if (product) rmSync(dirname(product.dataFolder), { recursive: true, force: true });
});

const head = () => dora.page.getByRole('main').locator('header').first();
const take = async () => {
  await head().getByRole('button', { name: /^Take/ }).first().click();
  await expect(dora.composer()).toBeFocused();
};
const entry = (words: string): Locator => dora.timeline().getByRole('listitem').filter({ hasText: words });
const stands = (words: string, status: string) => expect(entry(words).locator('[data-seen]')).toHaveAttribute('title', status);
const sees = (picture: string) =>
  expect(
    dora
      .timeline()
      .getByRole('button', { name: `Open the picture ${picture}` })
      .last(),
  ).toBeVisible();
const opened = (words: string) => dora.row(words).first().click();

test('the customer writes by SMS and is answered; the answer waits for their phone to be on', async () => {
  await phone.openApp('SMS');
  await expect(phone.to().getByRole('option')).toHaveText(['+35970012001 · HTTP', '+35970012002 · SMPP']);
  await phone.say('By SMS: is the Luna in stock?');
  await opened('By SMS: is the Luna');
  await take();
  await phone.flag('Phone is on').uncheck();
  await expect(phone.page.getByText('The phone is off: switch it on to write.')).toBeVisible();
  await expect(phone.field()).toBeDisabled();
  await dora.say('It is, in white.');
  await stands('It is, in white.', 'Sent');
  await expect(phone.bubble('It is, in white.')).toHaveCount(0);
  await phone.flag('Phone is on').check();
  await expect(phone.bubble('It is, in white.')).toBeVisible();
  await stands('It is, in white.', 'Delivered');
});

test('the same number by Viber is the same room, and the answer is delivered, and seen once it is read', async () => {
  const room = new URL(dora.page.url()).pathname;
  await phone.openApp('Viber');
  await phone.say('By Viber: and in blue?');
  await expect(dora.timeline()).toContainText('By Viber: and in blue?');
  await opened('By Viber: and in blue?');
  expect(new URL(dora.page.url()).pathname).toBe(room);
  await take();
  await phone.flag('Reads what comes').uncheck();
  await dora.say('In blue next week.');
  await stands('In blue next week.', 'Delivered');
  await expect(phone.bubble('In blue next week.')).toContainText('Not seen yet');
  await phone.flag('Reads what comes').check();
  await stands('In blue next week.', 'Seen');
  await expect(entry('It is, in white.')).toHaveCount(1);
  await phone.sendPicture();
  await sees('lamp.png');
});

test('over SMPP the customer writes to another number of the shop, and is the same customer', async () => {
  const room = new URL(dora.page.url()).pathname;
  await phone.openApp('SMS');
  await phone.to().selectOption('+35970012002');
  await phone.say('When does it come?');
  await opened('When does it come?');
  expect(new URL(dora.page.url()).pathname).toBe(room);
  await take();
  await dora.say('On Monday.');
  await expect(phone.bubble('On Monday.')).toBeVisible();
  await stands('On Monday.', 'Delivered');
});

test('the bot welcomes whoever opens its chat, and its customer is answered, with a picture too', async () => {
  await phone.openApp('Viber bot');
  await phone.page.getByRole('button', { name: 'Open the chat' }).click();
  await expect(phone.bubble('Hello! This is Lumen Home.')).toBeVisible();
  await expect(phone.page.getByText('Not subscribed')).toBeVisible();
  await phone.say('To the bot: does it fit?');
  await expect(phone.page.getByText('Subscribed', { exact: true })).toBeVisible();
  await opened('To the bot: does it fit?');
  await take();
  await phone.sendPicture();
  await sees('lamp.png');
  await dora.say('It fits well.');
  await expect(phone.bubble('It fits well.')).toBeVisible();
  await stands('It fits well.', 'Seen');
  // What a bot asks with a keyboard is answered by pressing it; only Viber's own interface asks here.
  await phone.isAsked(product.sandboxUrl ?? '', 'Which one?', ['White', 'Blue']);
  await phone.page.getByRole('group', { name: 'Answers to choose from' }).getByRole('button', { name: 'Blue' }).click();
  await expect(entry('Blue').last()).toBeVisible();
  await expect(phone.page.getByRole('group', { name: 'Answers to choose from' })).toBeHidden();
  await phone.page.getByRole('button', { name: 'Leave' }).click();
  await expect(dora.page.getByText('The customer has unsubscribed from this channel.')).toBeVisible();
});

test('and so are they in the live chat', async () => {
  await visitor.openChat();
  await visitor.say('In the chat: thank you');
  await opened('In the chat: thank you');
  await take();
  await dora.say('You are welcome.');
  await expect(visitor.log()).toContainText('You are welcome.');
  await stands('You are welcome.', 'Seen');
});

test('a provider that refuses says so at the message, and one that is as usual again takes it', async () => {
  await opened('On Monday.');
  await phone.openApp('SMS');
  const told = phone.page.getByRole('region', { name: 'How the provider behaves' });
  const refuse = told.getByLabel('Refuse each message over SMPP, with command_status');
  await refuse.fill('11');
  await refuse.press('Tab');
  await expect(told.getByRole('status')).toHaveText('The provider behaves so from now on.');
  await dora.say('Or on Tuesday.');
  await expect(entry('Or on Tuesday.')).toContainText('Not delivered');
  await refuse.fill('x');
  await refuse.press('Tab');
  await expect(refuse).toHaveAttribute('aria-invalid', 'true');
  await told.getByRole('button', { name: 'As usual again' }).click();
  await expect(refuse).toHaveValue('');
  await dora.say('Or on Wednesday.');
  await stands('Or on Wednesday.', 'Delivered');
});

test('what came over a line for nobody is shown to super admins, and is not thrown away by mistake', async ({ browser }) => {
  const page = await (await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })).newPage();
  const fields = { source_addr: '359888000111', source_addr_ton: 1, destination_addr: '359700999999', short_message: '4869' };
  const brought = await fetch(`${product.sandboxUrl}/providers/sms/smpp/deliver`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fields }),
  });
  expect(await brought.json()).toEqual({ status: 0 });
  await signInAs(page, 'Stefan Asenov', `${product.url}/`);
  await page.goto(`${product.url}/super-admin/settings/carriers`);
  await page.getByRole('link', { name: /^Sandbox, .*SMPP/ }).click();
  await page.getByRole('link', { name: 'Open services' }).click();
  await page.getByRole('link', { name: /1 for nobody/ }).click();
  const kept = page.getByRole('region', { name: 'Came for nobody' }).getByRole('listitem');
  await expect(kept).toContainText('From +359888000111 to 359700999999');
  await kept.getByText('Show the original').click();
  await expectAccessible(page);
  await kept.getByRole('button', { name: /^Give to its channel/ }).click();
  await expect(page.getByText('No channel of this service has this sender yet.')).toBeVisible();
  await kept.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await kept.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Everything that came had somebody to go to.')).toBeVisible();
  await page.context().close();
});

test('the phone is usable by keyboard, in both languages, in the dark and as narrow as a phone', async ({ browser }) => {
  await expectAccessible(phone.page);
  await phone.page.getByRole('tab', { selected: true }).focus();
  await phone.page.keyboard.press('ArrowRight');
  await expect(phone.page.getByRole('tab', { selected: true })).toHaveText(/^Viber/);
  await expect(phone.page.getByRole('tab', { selected: true })).toBeFocused();
  await expectAccessible(phone.page);
  const narrow = await CustomersPhone.open(browser, product.sandboxUrl ?? '', {
    language: 'bg',
    colorScheme: 'dark',
    viewport: { width: 360, height: 740 },
  });
  await expect(narrow.page.getByRole('heading', { name: 'Телефонът на клиента' })).toBeVisible();
  await expect(narrow.page.getByRole('combobox', { name: 'До' })).toBeEnabled();
  expect(await narrow.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(narrow.page);
  await narrow.page.getByLabel('Телефонен номер').fill('0888');
  await narrow.page.getByLabel('Телефонен номер').press('Tab');
  await expect(narrow.page.getByLabel('Телефонен номер')).toHaveAccessibleDescription(/Напишете номера с кода на държавата/);
  await narrow.close();
});
