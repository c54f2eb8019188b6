import { expect, test } from '@playwright/test';
import { type ChannelCustomer, type ChannelProduct, startChannelProduct } from './channel-product.ts';
import { AgentScreen } from './people.ts';
import { expectAccessible } from './signing-in.ts';

let product: ChannelProduct;
let dora: AgentScreen;

test.describe.configure({ mode: 'serial', timeout: 60_000 });
test.beforeAll(async ({ browser }) => {
  product = await startChannelProduct({ types: ['VIBER_PUBLIC'] });
  dora = await AgentScreen.open(browser, 'Dora Ilieva', { url: product.url });
});
test.afterAll(async () => {
  await dora?.page.context().close();
  await product?.close();
});

const LEFT = 'The customer has unsubscribed from this channel. You can write here again once they write or subscribe.';
let moment = Date.UTC(2026, 10, 30);
function subscription(rumi: ChannelCustomer, subscribed: boolean): Promise<void> {
  moment += 1000;
  return rumi.bring({
    kind: 'SUBSCRIPTION',
    address: rumi.addresses.get('VIBER_PUBLIC') ?? '',
    subscribed,
    name: 'Rumi',
    at: new Date(moment).toISOString(),
  });
}

test('where the customer has unsubscribed the composer says so; once they subscribe again what was begun stands in it', async () => {
  const rumi = await product.customer('Rumi', ['VIBER_PUBLIC']);
  await rumi.say('Good day from Rumi');
  await dora.row('Rumi').click();
  await dora.page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await expect(dora.composer()).toBeFocused();
  await dora.composer().fill('Your parcel is');
  await subscription(rumi, false);
  await expect(dora.page.getByText(LEFT)).toBeVisible();
  await expect(dora.composer()).toHaveCount(0);
  await expect(dora.timeline()).toContainText('The customer unsubscribed');
  await expectAccessible(dora.page);
  await dora.page.reload();
  await expect(dora.page.getByText(LEFT)).toBeVisible();
  await subscription(rumi, true);
  await expect(dora.composer()).toHaveValue('Your parcel is');
  await expect(dora.timeline()).toContainText('unsubscribed, subscribed');
  await dora.say('Your parcel is here');
  await expect.poll(() => product.provider.accepted.map(({ text }) => text)).toContain('Your parcel is here');
});

test('in a resolved room nothing is started on it, and it is said why', async () => {
  await dora.resolve();
  await expect(dora.page.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
  const rumi = await product.customer('Vasil', ['VIBER_PUBLIC']);
  await rumi.say('Good day from Vasil');
  await dora.row('Vasil').click();
  await dora.page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await dora.resolve();
  await subscription(rumi, false);
  await expect(dora.page.getByText(LEFT)).toBeVisible();
  await expect(dora.page.getByRole('button', { name: 'Start', exact: true })).toHaveCount(0);
});
