import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, type Locator, test } from '@playwright/test';
import { CustomersPhone } from './customers-phone.ts';
import { AgentScreen } from './people.ts';
import { PHONE_PORT } from './ports.ts';
import { type Product, startProduct } from './product.ts';
import { expectAccessible } from './signing-in.ts';

// Customers of a bot of Viber's, as Viber shows them: the sandbox plays it.
let product: Product;
let dora: AgentScreen;
let phone: CustomersPhone;

test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.beforeAll(async ({ browser }) => {
  product = await startProduct({ port: PHONE_PORT });
  dora = await AgentScreen.open(browser, 'Dora Ilieva', { url: product.url });
  phone = await CustomersPhone.open(browser, product.sandboxUrl ?? '');
  await phone.openApp('Viber bot');
});
test.afterAll(async () => {
  await phone?.close();
  await dora?.page.context().close();
  await product?.stop();
  if (product) rmSync(dirname(product.dataFolder), { recursive: true, force: true });
});

/** Pictures that have come, and are not only asked for: where they were fetched from. */
const shown = (place: Locator): Promise<string[]> =>
  place
    .locator('img')
    .evaluateAll((all) =>
      all.flatMap((one) => (one instanceof HTMLImageElement && one.complete && one.naturalWidth > 0 ? [new URL(one.src).href] : [])),
    );
const beside = () => dora.page.getByRole('complementary', { name: 'Customer' });
const face = () => phone.page.getByRole('combobox', { name: 'Profile picture in Viber' });
/** Which file of the product's own a picture is. */
const fileOf = (address = '') => /\/files\/([0-9a-f-]+)\//.exec(address)?.[1];

test('a customer’s picture stands in the row, in the talk and beside it, without a reload, and is fetched from the product alone', async () => {
  const asked: string[] = [];
  dora.page.on('request', (request) => asked.push(new URL(request.url()).origin));
  await expect(face()).toHaveValue('1');
  await phone.say('Do you see me?');
  const row = dora.row('Do you see me?').first();
  await row.click();
  await dora.page.getByRole('main').locator('header').first().getByRole('button', { name: /^Take/ }).first().click();
  for (const place of [row, dora.timeline(), beside()]) await expect.poll(() => shown(place)).toHaveLength(1);
  expect(new Set(asked)).toEqual(new Set([new URL(product.url).origin]));
  await expectAccessible(dora.page);
});

test('another picture, and another name, replace those before', async () => {
  const row = dora.row('Maria Petrova').first();
  const before = fileOf((await shown(row))[0]);
  await face().selectOption({ label: 'Picture 3' });
  await expect(phone.page.locator('#face-shown')).toHaveAttribute('src', /\/3\.png$/);
  await phone.page.getByRole('textbox', { name: 'Name' }).fill('Maria Koleva');
  await phone.page.getByRole('textbox', { name: 'Name' }).press('Tab');
  await phone.say('And now?');
  const renamed = dora.row('Maria Koleva').first();
  await expect(renamed).toContainText('And now?');
  const now = async () => fileOf((await shown(renamed))[0]);
  await expect.poll(async () => [undefined, before].includes(await now())).toBe(false);
  await expect.poll(async () => fileOf((await shown(beside()))[0])).toBe(await now());
  await expect(beside()).toContainText('Maria Koleva');
});

test('the palette finds them by their picture', async () => {
  await dora.page.keyboard.press('Control+k');
  const palette = dora.page.getByRole('dialog', { name: 'Search and actions' });
  await palette.getByRole('textbox').fill('Maria Koleva');
  const found = palette.getByRole('option').filter({ hasText: 'Maria Koleva' }).first();
  await expect.poll(() => shown(found)).toHaveLength(1);
  await dora.page.keyboard.press('Escape');
});

test('a picture that is not to be had leaves the initials, and nothing is said of it', async () => {
  const shop = product.sandboxUrl ?? '';
  const body = {
    user: 'bm8gcGljdHVyZQ==',
    name: 'Boris Stoev',
    avatar: `http://127.0.0.1:${new URL(shop).port}/phone/viber-public/faces/9.png`,
    text: 'Without a face',
  };
  const answer = await fetch(`${shop}/phone/viber-public/write`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(await answer.json()).toMatchObject({ taken: true });
  const row = dora.row('Without a face').first();
  await row.click();
  await expect(beside()).toContainText('Boris Stoev');
  await expect(beside().getByTitle('Boris Stoev')).toContainText('BS');
  await expect(row.getByTitle('Boris Stoev')).toContainText('BS');
  await expect(dora.page.getByRole('alert')).toHaveCount(0);
  expect([await shown(row), await shown(beside())]).toEqual([[], []]);
});
