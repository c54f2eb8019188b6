import { expect, type Page, test } from '@playwright/test';
import { type Mailbox, startMailbox } from '../server/test/mailbox.ts';
import { expectAccessible, signInAs } from './signing-in.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

let smtp: Mailbox;
test.beforeAll(async () => {
  smtp = await startMailbox();
});
test.afterAll(() => smtp.close());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const incoming = (page: Page) => page.getByRole('region', { name: 'Incoming mail' });
const outgoing = (page: Page) => page.getByRole('region', { name: 'Outgoing mail' });

async function asAna(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await signInAs(page, 'Ana Tsvetkova');
  await page.goto(path);
}

test('an admin connects a mailbox, tries it before it is saved, and gives it a signature', async ({ page }) => {
  await asAna(page, '/admin/email-settings');
  await page.getByRole('link', { name: 'New mailbox' }).first().click();
  await field(page, 'Name').fill('Orders');
  await field(page, 'E-mail address').fill('orders@shop.example');
  await page.keyboard.press('Tab');
  // What mail of the address most likely has is filled in.
  await expect(incoming(page).getByRole('textbox', { name: 'Mail server' })).toHaveValue('imap.shop.example');
  await expect(outgoing(page).getByRole('textbox', { name: 'Port' })).toHaveValue('465');
  await page.getByLabel('Used for').selectOption('Sending only');
  await expect(incoming(page)).toHaveCount(0);

  await page.getByRole('link', { name: 'Back to e-mail settings' }).click();
  await expect(page.getByRole('dialog', { name: 'You have unsaved changes' })).toBeVisible();
  await press(page, 'Stay here');

  await outgoing(page).getByRole('textbox', { name: 'Mail server' }).fill('smtp://127.0.0.1');
  await press(page, 'Create');
  await expect(outgoing(page).getByRole('textbox', { name: 'Mail server' })).toHaveAccessibleDescription(
    /without “https:\/\/”, port or path/,
  );
  const { hostname, port } = new URL(smtp.url);
  await outgoing(page).getByRole('textbox', { name: 'Mail server' }).fill(hostname);
  await outgoing(page).getByRole('switch', { name: 'Use SSL' }).uncheck();
  await expect(outgoing(page).getByRole('textbox', { name: 'Port' })).toHaveValue('587');
  await outgoing(page).getByRole('textbox', { name: 'Port' }).fill(port);
  await field(page, /^User name/).fill('parley');
  await press(page, 'Test the connection');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/Enter the password\./);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await press(page, 'Test the connection');
  await expect(page.getByText(/The connection test failed\. Check the settings\. The server does not accept/)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Password', { exact: true }).fill('p@ss');
  await press(page, 'Test the connection');
  await expect(page.getByText('The connection test succeeded.')).toBeVisible();
  await press(page, 'Create');
  await expect(heading(page, 'Orders')).toBeVisible();

  // The password is never shown again, and stands in for what is not entered.
  await expect(page.getByRole('group', { name: 'Password' })).toContainText('Set');
  await press(page, 'Test the connection');
  await expect(page.getByText('The connection test succeeded.')).toBeVisible();
  await outgoing(page).getByRole('textbox', { name: 'Mail server' }).fill('127.0.0.2');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/This is another server than the one for which the password was entered\./)).toBeVisible();
  await press(page, 'Discard');

  await page.getByRole('link', { name: 'New signature' }).click();
  await page.getByLabel('Format').selectOption('HTML');
  await field(page, 'Content').fill('<p>Kind regards, <b>Orders</b></p><script>document.title = "taken"</script>');
  await page.getByLabel('Place in an answer').selectOption('Below the quote');
  const preview = page.frameLocator('iframe[title="Preview"]');
  await expect(preview.getByText('Kind regards, Orders')).toBeVisible();
  await expect(preview.locator('script')).toHaveCount(0);
  await expectAccessible(page);
  await press(page, 'Create');
  await expect(page.getByRole('link', { name: /Kind regards, Orders.*HTML · Below the quote/ })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Back to e-mail settings' }).click();
  const table = page.getByRole('table', { name: 'E-mail settings' });
  await expect(table.getByRole('row').filter({ hasText: 'orders@shop.example' })).toContainText('Active');
  await expectAccessible(page);
});

test('a super admin sees the same mailbox, changes it, and the trail says so', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await signInAs(page, 'Stefan Asenov');
  await page.goto('/super-admin/accounts/0193a1de-0000-7000-8000-0000000000a1/settings/email-settings');
  await page.getByRole('table', { name: 'E-mail settings' }).getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('link', { name: /Kind regards, Orders/ }).click();
  await page.getByLabel('Format').selectOption('Plain text');
  await field(page, 'Content').fill('Kind regards');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the mailbox' }).click();
  await field(page, 'Name').fill('Orders by e-mail');
  await page.keyboard.press('Control+s');
  await expect(heading(page, 'Orders by e-mail')).toBeVisible();
  await page.getByRole('link', { name: 'Audit trail' }).click();
  await expect(page.getByText('Changed a signature').first()).toBeVisible();
  await expect(page.getByText(/Orders by e-mail/).first()).toBeVisible();
});
