import { expect, type Page, test } from '@playwright/test';
import { LUMEN } from '../server/src/demo/index.ts';
import { newId } from '../server/src/platform/clock.ts';
import { type ChannelProduct, startChannelProduct } from './channel-product.ts';
import { AgentScreen } from './people.ts';
import { expectAccessible } from './signing-in.ts';

let product: ChannelProduct;
let page: Page;

test.describe.configure({ mode: 'serial', timeout: 60_000 });
test.beforeAll(async ({ browser }) => {
  product = await startChannelProduct({ types: ['SMS', 'VIBER'] });
  ({ page } = await AgentScreen.open(browser, 'Ana Tsvetkova', { url: product.url }));
  await page.goto(`${product.url}/admin`);
});
test.afterAll(async () => {
  await page?.context().close();
  await product?.close();
});

/** Something that came in by SMS while the program could not read it, and can be read now. */
async function givenQuarantined(text: string): Promise<void> {
  const id = newId();
  const body = JSON.stringify({ kind: 'MESSAGE', providerMessageId: id, address: '+359881234567', name: 'Rumi', text });
  const row = { id, account_id: LUMEN.id, channel_application_id: product.applications.get('SMS') ?? '', address: '+359881234567', body };
  const kept = { ...row, delivery_key: id, state: 'QUARANTINED', error: 'the message is of a kind that nobody knows' };
  await product.db.inAccount(LUMEN.id, (tx) => tx.insertInto('raw_inbound').values(kept).execute());
}

test('an admin sees every channel with how it stands with it, and gets to each from the settings', async () => {
  await givenQuarantined('At last');
  const card = page.getByRole('region', { name: 'All channels', exact: true });
  await card.getByRole('link', { name: 'Open channels' }).click();
  const sms = page.getByRole('region', { name: 'SMS', exact: true });
  await expect(sms.getByRole('link', { name: /^Our SMS/ })).toContainText('1 message is in quarantine');
  await expect(page.getByRole('region', { name: 'Viber', exact: true }).getByRole('link')).toContainText('Working');
  await expectAccessible(page);
  await sms.getByRole('link', { name: /^Our SMS/ }).click();
  await expect(page.getByRole('heading', { name: 'Our SMS' })).toBeVisible();
  await expectAccessible(page);
});

test('what is in quarantine is shown as it came, and becomes a message when it is run again', async () => {
  const quarantine = page.getByRole('region', { name: 'Quarantine', exact: true });
  await expect(quarantine).toContainText('It could not be worked on.');
  await quarantine.getByText('Show the original').click();
  await expect(quarantine).toContainText('In the words of the program: the message is of a kind that nobody knows');
  await expect(quarantine).toContainText('"text":"At last"');
  await quarantine.getByRole('button', { name: /^Run again: the message of/ }).click();
  await expect(page.getByText('The message is being worked on again.')).toBeVisible();
  await expect(quarantine).toContainText('Nothing is in quarantine.');
  await expect
    .poll(() => product.db.reader(LUMEN.id).selectFrom('contact_channels').select('id').where('address', '=', '+359881234567').execute())
    .toHaveLength(1);
});

test('a test message is judged beside its fields, in the language of the page, and what became of it bears a sign', async () => {
  const trying = page.getByRole('region', { name: 'Send a test', exact: true });
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link')).toHaveText(['Admin', 'All channels']);
  await trying.getByRole('button', { name: 'Send', exact: true }).click();
  const to = trying.getByRole('textbox', { name: 'To' });
  await expect(to).toBeFocused();
  await expect(to).toHaveAccessibleDescription(/To is required/);
  await to.fill('0888123456');
  await trying.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(trying.getByRole('status').locator('[data-weight] svg')).toHaveCount(1);
});

test('at phone width everything of a channel can be read and done', async () => {
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(page.getByRole('button', { name: 'Test the connection' })).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await page.getByRole('link', { name: 'Back to channels' }).click();
  await expect(page.getByRole('link', { name: /^Our SMS/ })).toContainText('Working');
});
