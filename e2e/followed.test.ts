import { expect, test } from '@playwright/test';
import { type ChannelProduct, startChannelProduct } from './channel-product.ts';
import { AgentScreen } from './people.ts';
import { expectAccessible } from './signing-in.ts';

// What an agent follows while a colleague holds it stands in none of their lists.
let product: ChannelProduct;
let dora: AgentScreen;

test.describe.configure({ timeout: 90_000 });
test.beforeAll(async ({ browser }) => {
  product = await startChannelProduct({ types: ['SMS'] });
  dora = await AgentScreen.open(browser, 'Dora Ilieva', { url: product.url });
});
test.afterAll(async () => {
  await dora?.page.context().close();
  await product?.close();
});

test('what is counted as missed in a colleague’s room is found by an agent too: the list of all comes for it, and goes once it is read', async () => {
  const { page } = dora;
  const maria = await product.customer('Maria', ['SMS']);
  await maria.say('Is it in stock?');
  await dora.row('Is it in stock?').click();
  await page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await page.getByRole('button', { name: 'Star', exact: true }).click();
  await page.getByRole('button', { name: 'Hand over', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand the conversation over' });
  await dialog.getByRole('radio', { name: /^Emil Stanchev/ }).check();
  await dialog.getByRole('button', { name: 'Hand over to Emil Stanchev' }).click();
  await expect(page.getByText('Handed over to Emil Stanchev.')).toBeVisible();
  await page.goto(`${product.url}/communications`);
  const chips = page.getByRole('group', { name: 'Which rooms to show' });
  const all = chips.getByRole('button', { name: 'All', exact: true });
  await expect(chips.getByRole('button', { name: /^Mine/ })).toBeVisible();
  await expect(all).toHaveCount(0);

  await maria.say('Hello? In blue?');
  // It stays so for some seconds: what is on its way between counter and lists is no reason.
  await expect(all).toBeVisible({ timeout: 15_000 });
  await expect(dora.row('Hello? In blue?')).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('4');
  await expect(page).toHaveURL(/show=all/);
  await expect(all).toHaveAttribute('aria-pressed', 'true');
  await dora.row('Hello? In blue?').click();
  await expect(dora.timeline()).toContainText('Hello? In blue?');
  await all.click();
  await expect(page).not.toHaveURL(/show=all/);
  await expect(all).toHaveCount(0);
});
