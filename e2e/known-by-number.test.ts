import { expect, test } from '@playwright/test';
import { newId } from '../server/src/platform/clock.ts';
import { type ChannelCustomer, type ChannelProduct, startChannelProduct } from './channel-product.ts';
import { AgentScreen } from './people.ts';

let product: ChannelProduct;
let stranger: ChannelCustomer;
let dora: AgentScreen;
test.describe.configure({ mode: 'serial', timeout: 90_000 });
test.beforeAll(async ({ browser }) => {
  product = await startChannelProduct({ types: ['SMS', 'VIBER'] });
  stranger = await product.customer('', ['SMS', 'VIBER']);
  await stranger.say('Is the lamp in stock?');
  dora = await AgentScreen.open(browser, 'Dora Ilieva', { url: product.url });
});
test.afterAll(async () => {
  await dora?.page.context().close();
  await product?.close();
});

const shot = (name: string) =>
  process.env.SHOTS === undefined ? Promise.resolve() : dora.page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
const composer = () => dora.page.locator('[data-composer]');
const field = () => composer().getByRole('textbox');

/** The number as people read it. */
const number = () => (stranger.addresses.get('SMS') ?? '').replace(/^(\+359)(\d*)(\d{3})(\d{4})$/, '$1 $2 $3 $4');

test('somebody of whom nothing but a number is known is called by it, in the list, the head and the composer', async () => {
  await dora.row('Is the lamp in stock?').click();
  await dora.page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await expect(dora.page.getByRole('heading', { name: number() })).toBeVisible();
  await expect(dora.row('Is the lamp in stock?')).toContainText(number());
  await expect(field()).toHaveAttribute('placeholder', `Write to ${number()} on SMS`);
  await shot('1-number');
});

test('which of our ends is meant is said where a room has two of a type', async () => {
  const { db, accountId, applications } = product;
  const id = newId();
  await db.inAccount(accountId, async (tx) => {
    await tx
      .insertInto('channel_applications')
      .values({ id, account_id: accountId, type: 'SMS', name: 'Lumen Varna, the second number of the shop' })
      .execute();
    const row = await tx
      .selectFrom('contact_channels')
      .selectAll()
      .where('channel_application_id', '=', applications.get('SMS') ?? '')
      .where('contact_id', '=', stranger.contactId)
      .executeTakeFirstOrThrow();
    const at = { room_id: row.room_id, contact_id: row.contact_id, type: 'SMS', address: row.address };
    await tx
      .insertInto('contact_channels')
      .values({ id: newId(), account_id: accountId, channel_application_id: id, ...at })
      .execute();
    await tx
      .updateTable('rooms')
      .set({ epoch: 2 } as never)
      .where('id', '=', row.room_id ?? '')
      .execute();
  });
  await dora.page.reload();
  await expect(composer().getByRole('button', { name: /SMS · Our SMS/ })).toBeVisible();
  await composer()
    .getByRole('button', { name: /SMS · Our SMS/ })
    .click();
  await expect(dora.page.getByRole('menuitem', { name: /Lumen Varna/ })).toBeVisible();
  await shot('2-two-ends');
  // The sign of the chosen one stays within the menu.
  const [menu, sign] = [
    dora.page.getByRole('menu'),
    dora.page
      .getByRole('menuitem', { name: /Our SMS/ })
      .locator('svg')
      .last(),
  ];
  const [outer, inner] = [await menu.boundingBox(), await sign.boundingBox()];
  expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
  await dora.page.keyboard.press('Escape');
});

test('a message that is longer than its channel takes is not sent, and says so', async () => {
  const other = await product.customer('', ['VIBER']);
  await other.say('By Viber alone');
  await dora.row('By Viber alone').click();
  await dora.page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await expect(field()).toHaveAttribute('placeholder', /on Viber$/);
  await field().fill('a'.repeat(900));
  await expect(composer()).toContainText('100 characters left');
  await field().fill('a'.repeat(1003));
  await expect(composer().getByRole('alert')).toHaveText('3 characters too many: Viber takes 1,000 at most');
  await expect(composer().getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await shot('3-viber-limit');
  await field().fill('');
});

test('an end that was switched off is offered no more, and says why', async () => {
  await product.db.inAccount(product.accountId, (tx) =>
    tx
      .updateTable('channel_applications')
      .set({ active: false })
      .where('id', '=', product.applications.get('VIBER') ?? '')
      .execute(),
  );
  await dora.page.reload();
  await expect(dora.page.getByText(/Our end of this channel is switched off/).first()).toBeVisible();
  await expect(field()).toHaveCount(0);
  await shot('4-off');
  await dora.row('Is the lamp in stock?').click();
  await composer().locator('button[aria-haspopup="menu"]').first().click();
  const viber = dora.page.getByRole('menuitem', { name: /^Viber/ }).first();
  await expect(viber).toContainText('Our end of this channel is switched off');
  await expect(viber).toBeDisabled();
  await shot('5-off-in-menu');
  await dora.page.keyboard.press('Escape');
});

test('with two conversations the name and whose it is stand whole on a phone', async () => {
  await stranger.say('And by Viber', 'VIBER');
  await expect(dora.rooms().getByRole('link').filter({ hasText: 'And by Viber' })).toBeVisible();
  await dora.page.setViewportSize({ width: 390, height: 844 });
  const title = dora.page.getByRole('heading', { name: number() });
  await expect(title).toBeVisible();
  await shot('6-phone');
  expect(await title.evaluate((drawn) => drawn.scrollWidth <= drawn.clientWidth)).toBe(true);
  await dora.page.emulateMedia({ colorScheme: 'dark' });
  await shot('7-phone-dark');
});
