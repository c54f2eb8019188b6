import { expect, type Page, test } from '@playwright/test';
import { png } from './pictures.ts';
import { sharedProduct } from './shared-product.ts';
import { expectAccessible } from './signing-in.ts';

// The customer's mailbox of the sandbox: one person writes, and another one answers.
// Two pages and the accessibility of one take their time where four workers share two cores.
test.describe.configure({ timeout: 90_000 });
const MARIA = 'maria@page.test';
const IVAN = 'ivan@page.test';

async function openMailbox(page: Page, address: string, language = 'en'): Promise<void> {
  await page.goto(`${sharedProduct().shopUrl}/mailbox?lang=${language}`);
  await page.locator('#address').fill(address);
  await page.locator('#address').press('Tab');
}
const row = (page: Page, subject: string) => page.locator('#threads').getByRole('button', { name: subject });
const write = async (page: Page, { to, subject, text }: { to: string; subject: string; text: string }) => {
  await page.getByRole('button', { name: 'Write an e-mail' }).click();
  await page.getByRole('textbox', { name: 'To', exact: true }).fill(to);
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await page.getByRole('textbox', { name: 'Text' }).fill(text);
};

test('a customer writes with a file and a picture, is answered in the same thread, and forwards it', async ({ page, context }) => {
  await openMailbox(page, MARIA);
  await write(page, { to: IVAN, subject: 'Which lamp?', text: 'This one?' });
  await page.getByLabel('Attachments').setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('a plan') });
  await page.getByLabel('Pictures in the text').setInputFiles({ name: 'lamp.png', mimeType: 'image/png', buffer: png(20, 20) });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('It was sent.')).toBeVisible();

  const other = await context.newPage();
  await openMailbox(other, IVAN);
  await row(other, 'Which lamp?').click();
  await expect(other.frameLocator('iframe').getByText('This one?')).toBeVisible();
  const picture = other.frameLocator('iframe').locator('img');
  await expect.poll(() => picture.evaluate((one) => (one instanceof HTMLImageElement ? one.naturalWidth : 0))).toBe(20);
  const [download] = await Promise.all([other.waitForEvent('download'), other.getByRole('link', { name: 'plan.txt' }).click()]);
  expect(download.suggestedFilename()).toBe('plan.txt');
  await other.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(other.getByRole('textbox', { name: 'To', exact: true })).toHaveValue(MARIA);
  await expect(other.getByRole('textbox', { name: 'Text' })).toBeFocused();
  await other.keyboard.type('That one.');
  await other.getByRole('button', { name: 'Send', exact: true }).click();

  await expect(row(page, 'Which lamp?')).toContainText('2');
  await row(page, 'Which lamp?').click();
  await expect(page.getByRole('article').last()).toContainText('That one.');
  await expectAccessible(page);
  await page.getByRole('article').first().getByRole('button', { name: 'Forward' }).click();
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('third@page.test');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await openMailbox(other, 'third@page.test');
  await row(other, 'Fwd: Which lamp?').click();
  await expect(other.getByRole('link', { name: 'plan.txt' })).toBeVisible();
});

test('an address bounces and is out of the office, as was switched; what cannot be sent stays in the form', async ({ page, context }) => {
  await openMailbox(page, 'bouncing@page.test');
  await page.getByRole('switch', { name: 'This address bounces' }).check();
  const other = await context.newPage();
  await openMailbox(other, 'writer@page.test');
  await write(other, { to: 'somebody@elsewhere.com', subject: 'Hello', text: 'Are you there?' });
  await other.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(other.getByRole('status')).toContainText('It was not sent: somebody@elsewhere.com');
  await other.getByRole('textbox', { name: 'To', exact: true }).fill('bouncing@page.test');
  await other.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(row(other, 'Undelivered Mail Returned to Sender')).toBeVisible();
  await page.getByRole('switch', { name: 'This address bounces' }).uncheck();
  await page.getByRole('combobox', { name: 'Out of the office' }).selectOption({ index: 1 });
  await write(other, { to: 'bouncing@page.test', subject: 'Once more', text: 'And now?' });
  await other.getByRole('button', { name: 'Send', exact: true }).click();
  await row(other, 'Once more').click();
  await expect(other.getByRole('article').last()).toContainText('I am out of the office');
});

test('it fits a phone in Bulgarian and in the dark', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await openMailbox(page, 'narrow@page.test', 'bg');
  await page.getByRole('button', { name: 'Нов имейл' }).click();
  await expect(page.getByRole('textbox', { name: 'Тема' })).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectAccessible(page);
});
