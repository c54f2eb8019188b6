import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '@playwright/test';
import { type Mailbox, startMailbox } from '../server/test/mailbox.ts';
import { AgentScreen, Visitor } from './people.ts';
import { MAIL_PORT } from './ports.ts';
import { type Product, startProduct } from './product.ts';
import { expectAccessible } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

let mailbox: Mailbox;
let product: Product;

test.beforeAll(async () => {
  mailbox = await startMailbox();
  const env = { PARLEY_SMTP_URL: mailbox.url, PARLEY_MAIL_FROM: 'Parley <parley@parley.example>' };
  product = await startProduct({ port: MAIL_PORT, env });
});
test.afterAll(async () => {
  await product.stop();
  await mailbox.close();
  rmSync(dirname(product.dataFolder), { recursive: true, force: true });
});

test('a visitor has the conversation sent to them, once it is resolved', SWEEP, async ({ browser }) => {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
  const visitor = new Visitor(await context.newPage());
  await visitor.page.goto(product.sandboxUrl ?? '');
  await visitor.openChat();
  await visitor.say('Is the Luna in stock?');
  const elena = await AgentScreen.open(browser, 'Elena', { url: product.url });
  await elena.chooseStatus('Ready');
  await elena.row('Is the Luna in stock?').click();
  await elena.say('It is, in white.');
  await expect(visitor.log()).toContainText('It is, in white.');
  const wish = visitor.chat.getByRole('button', { name: 'Send me this conversation' });
  await expect(wish).toBeHidden();
  await elena.resolve();
  await wish.click();
  const dialog = visitor.chat.getByRole('dialog', { name: 'Send me this conversation' });
  const address = dialog.getByLabel('To which e-mail address?');
  await address.fill('mira at home');
  await address.press('Enter');
  await expect(address).toHaveAccessibleDescription('Please enter an e-mail address, such as name@example.com.');
  await expectAccessible(visitor.page);
  await address.fill('mira@home.example');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(dialog.getByRole('status')).toHaveText('It is on its way to mira@home.example.');
  const letter = await mailbox.letterTo('mira@home.example');
  expect(letter.text).toContain('It is, in white.');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(wish).toBeFocused();
});
