import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, signInAs } from './signing-in.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const LUMEN = '0193a1de-0000-7000-8000-0000000000a1';
const SETTINGS = `/super-admin/accounts/${LUMEN}/settings`;

async function asStefan(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await signInAs(page, 'Stefan Asenov');
  await page.goto(path);
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

async function makeService(page: Page, title: string, { channel, way }: { channel: 'SMS' | 'Viber'; way: string }): Promise<void> {
  await page.getByRole('link', { name: 'New service' }).first().click();
  await field(page, 'Title').fill(title);
  await page.getByLabel('Channel').selectOption(channel);
  await page.getByRole('radio', { name: way }).check();
  await field(page, 'User name').fill('lumen');
  await page.getByLabel('Password', { exact: true }).fill('made up');
  await press(page, 'Create service');
  await expect(heading(page, title)).toBeVisible();
  await page.getByRole('link', { name: 'Back to services' }).click();
}

async function chooseService(page: Page, service: string): Promise<void> {
  await page.getByLabel('Carrier', { exact: true }).selectOption('Danube Messages');
  await page.getByLabel('Carrier service').selectOption({ label: service });
}

test('a super admin makes a carrier and what was bought of it, and neither is lost by mistake', async ({ page }) => {
  await asStefan(page, '/');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Admin', exact: true }).click();
  await page.getByRole('link', { name: 'Open carriers' }).click();
  // The demo's own.
  await expect(page.getByRole('table', { name: 'Carriers' }).getByRole('link', { name: /^Sandbox, / })).toHaveCount(3);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'New carrier' }).first().click();
  await page.getByLabel('Protocol').selectOption('SMPP');
  await expect(heading(page, 'SMPP')).toBeVisible();
  await expectAccessible(page);
  await field(page, 'Name').fill('Danube Messages');
  await field(page, 'Address').fill('danube.example');
  await press(page, 'Create carrier');
  await expect(field(page, 'Address')).toHaveAccessibleDescription(/This is no address of a carrier/);
  await expect(field(page, 'Address')).toBeFocused();
  // What was typed for one protocol is not lost with another, and the server says when they do not fit.
  await page.getByLabel('Protocol').selectOption('HTTP');
  await field(page, 'Address').fill('smpp://danube.example:2775');
  await press(page, 'Create carrier');
  await expect(field(page, 'Address')).toHaveAccessibleDescription(/This address does not fit the protocol\./);
  await field(page, 'Address').fill('https://danube.example/api');
  await field(page, /^Network ID/).fill('28401');
  await page.getByRole('link', { name: 'Back to carriers' }).click();
  await expect(page.getByRole('dialog', { name: 'You have unsaved changes' })).toBeVisible();
  await press(page, 'Stay here');
  await page.keyboard.press('Control+s');
  await expect(heading(page, 'Danube Messages')).toBeVisible();

  await page.getByRole('link', { name: 'Open services' }).click();
  await expect(page.getByText('No services yet')).toBeVisible();
  await makeService(page, 'Numbers', { channel: 'SMS', way: 'Two-way' });
  await makeService(page, 'Names', { channel: 'SMS', way: 'One-way' });
  await makeService(page, 'Business', { channel: 'Viber', way: 'Two-way' });
  const table = page.getByRole('table', { name: 'Services' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await expectAccessible(page);

  // The password is never shown again: it is set, and can be replaced.
  await table.getByRole('link', { name: 'Numbers' }).click();
  const password = page.getByRole('group', { name: 'Password' });
  await expect(password).toContainText('Set');
  await expect(password.getByRole('button', { name: 'Remove' })).toHaveCount(0);
  await password.getByRole('button', { name: 'Replace' }).click();
  await page.getByLabel('Password', { exact: true }).fill('another');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved.')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/super-admin/settings/carriers');
  await page.getByRole('table', { name: 'Carriers' }).getByRole('link', { name: 'Danube Messages' }).click();
  await press(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('This carrier still has services.');
  await expect(dialog.getByRole('link')).toHaveText(['Business', 'Names', 'Numbers']);
  await expectAccessible(page);
});

test('a super admin makes a sender of text messages, which is judged with its service', async ({ page }) => {
  await asStefan(page, SETTINGS);
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'SMS settings' }).click();
  // The demo may have senders of its own.
  await page.getByRole('link', { name: 'New SMS sender' }).first().click();
  await field(page, 'Name').fill('Orders by SMS');
  await chooseService(page, 'Numbers (Two-way)');
  await field(page, 'Sender').fill('Магазин');
  await press(page, 'Create');
  await expect(field(page, 'Sender')).toHaveAccessibleDescription(/A sender is an international number/);
  await field(page, 'Sender').fill('My Shop');
  await press(page, 'Create');
  await expect(field(page, 'Sender')).toHaveAccessibleDescription(/Nobody can answer a name/);
  await expectAccessible(page);
  await field(page, 'Sender').fill('00359 700 12 345');
  await press(page, 'Create');
  await expect(heading(page, 'Orders by SMS')).toBeVisible();
  await expect(field(page, 'Sender')).toHaveValue('+35970012345');
  const address = field(page, 'Address for the provider');
  const before = await address.inputValue();
  expect(before).toMatch(/\/hooks\/sms\/[\da-f]+$/);
  await expectAccessible(page);

  await press(page, 'Create another address');
  await page.getByRole('dialog').getByRole('button', { name: 'Create another address' }).click();
  await expect(page.getByText('The address is another now.')).toBeVisible();
  await expect(address).not.toHaveValue(before);

  // A service that somebody speaks through keeps its types, and stays.
  await page.goto('/super-admin/settings/carriers');
  await page.getByRole('table', { name: 'Carriers' }).getByRole('link', { name: 'Danube Messages' }).click();
  await page.getByRole('link', { name: 'Open services' }).click();
  await page.getByRole('table', { name: 'Services' }).getByRole('link', { name: 'Numbers' }).click();
  await expect(page.getByLabel('Channel')).toBeDisabled();
  await press(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /Orders by SMS \(/ })
    .click();
  await expect(heading(page, 'Orders by SMS')).toBeVisible();

  // Nothing went over it: it can go.
  await press(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Orders by SMS was deleted.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Orders by SMS' })).toHaveCount(0);
});

test('a super admin makes a Viber channel and a bot, and switches them off', async ({ page }) => {
  await asStefan(page, `${SETTINGS}/viber-channels/create`);
  await field(page, 'Name').fill('Shop on Viber');
  // The one service that the carrier has for Viber need not be chosen.
  await page.getByLabel('Carrier', { exact: true }).selectOption('Danube Messages');
  await expect(page.getByLabel('Carrier service')).toHaveValue(/.+/);
  await field(page, 'Sender').fill('LumenShop');
  await field(page, 'Time to live, in seconds').fill('29');
  await press(page, 'Create');
  await expect(field(page, 'Time to live, in seconds')).toHaveAccessibleDescription(/30/);
  await field(page, 'Time to live, in seconds').fill('3600');
  await field(page, /^Sender of the text message/).fill('Lumen');
  await press(page, 'Create');
  await expect(heading(page, 'Shop on Viber')).toBeVisible();
  await page.getByRole('switch', { name: 'Active' }).uncheck();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Viber channels' }).click();
  await expect(page.getByRole('table', { name: 'Viber channels' }).getByRole('row', { name: /Shop on Viber/ })).toContainText('Inactive');
  await expectAccessible(page);

  await page.goto(`${SETTINGS}/viber-support/create`);
  await field(page, 'Name').fill('Shop assistant');
  await page.getByLabel('Account token').fill('made-up-token');
  await field(page, 'Chat URI').fill('viber://pa?chatURI=lumen-shop');
  await page.getByRole('switch', { name: 'Active' }).uncheck();
  await expectAccessible(page);
  await press(page, 'Create');
  await expect(heading(page, 'Shop assistant')).toBeVisible();
  await expect(field(page, 'Chat URI')).toHaveValue('lumen-shop');
  await expect(page.getByRole('group', { name: 'Account token' })).toContainText('Set');
  // What was done stands in the account's trail, without the token.
  await page.goto(`${SETTINGS}/audit`);
  await expect(page.getByText('Created a sender').first()).toBeVisible();
  await expect(page.locator('main')).not.toContainText('made-up-token');
});

test('nothing of these pages moves when the name of the account or what they list comes', async ({ page }) => {
  await asStefan(page, SETTINGS);
  await page.route(/\/api\/accounts\/[^/]+(\/sms-settings.*)?$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.goto(`${SETTINGS}/sms-settings`);
  const table = page.getByRole('table');
  await expect(table).toHaveAttribute('aria-busy', 'true');
  const places = async () => ({
    columns: await table.getByRole('columnheader').evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left))),
    menu: await page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top))),
  });
  const before = await places();
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' }).locator('[data-coming="true"]')).toHaveCSS(
    'color',
    'rgba(0, 0, 0, 0)',
  );
  await expect(table).toHaveAttribute('aria-busy', 'false');
  await expect(table.getByRole('row')).not.toHaveCount(1);
  await expect(page.getByRole('navigation', { name: 'Settings' })).toContainText('Lumen');
  expect(await places()).toEqual(before);
});

test('an admin of the account comes to none of these pages', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await signInAs(page, 'Ana Tsvetkova');
  for (const path of [`${SETTINGS}/sms-settings`, '/super-admin/settings/carriers', '/super-admin/settings']) {
    await page.goto(path);
    await expect(page).not.toHaveURL(/super-admin/);
  }
  await page.goto('/admin');
  await expect(page.getByRole('navigation', { name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'SMS settings' })).toHaveCount(0);
});
