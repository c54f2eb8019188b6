import { expect, test } from '@playwright/test';
import { type ChannelProduct, startChannelProduct } from './channel-product.ts';
import { AgentScreen } from './people.ts';
import { SWEEP } from './sweep.ts';

// Whoever stands at the newest end of a talk stays there, wherever in it comes what is new.
let product: ChannelProduct;
let dora: AgentScreen;
let petar: AgentScreen;

test.describe.configure({ mode: 'serial', timeout: 90_000 });
test.beforeAll(async ({ browser }) => {
  product = await startChannelProduct({ types: ['WHATSAPP', 'SMS'] });
  dora = await AgentScreen.open(browser, 'Dora Ilieva', { url: product.url });
  petar = await AgentScreen.open(browser, 'Petar Kostov', { url: product.url });
});
test.afterAll(async () => {
  for (const screen of [dora, petar]) await screen?.page.context().close();
  await product?.close();
});

const take = () => dora.page.getByRole('main').locator('header').first().getByRole('button', { name: 'Take', exact: true });
const fromEnd = () =>
  petar.timeline().evaluate(({ scrollHeight, scrollTop, clientHeight }) => Math.round(scrollHeight - scrollTop - clientHeight));
const below = () => petar.page.getByRole('button', { name: /^To the newest|new below$/ });

for (const [lines, when] of [
  [8, SWEEP],
  [9, {}],
  [14, SWEEP],
] as const)
  test(
    `the first message in a colleague’s room, below which it is told that one joined, stands at the end: after ${lines} lines`,
    when,
    async () => {
      const name = `Yan${lines}`;
      const yan = await product.customer(name, ['WHATSAPP', 'SMS']);
      for (let line = 1; line <= lines; line += 1) await yan.say(`Line ${line} of ${lines}`);
      await dora.row(name).click();
      await take().click();
      await expect(dora.composer()).toBeFocused();
      await yan.say(`By SMS now ${lines}`, 'SMS');
      await petar.row(`By SMS now ${lines}`).click();
      await expect(petar.timeline()).toContainText(`By SMS now ${lines}`);
      await petar.page.mouse.move(800, 300);
      await expect.poll(fromEnd).toBeLessThanOrEqual(1);
      await petar.say(`First word of Petar ${lines}`);
      await expect(petar.timeline()).toContainText('You joined');
      await expect.poll(() => product.provider.accepted.map(({ text }) => text)).toContain(`First word of Petar ${lines}`);
      // Longer than it takes to be moved.
      await petar.page.waitForTimeout(800);
      expect(await fromEnd()).toBeLessThanOrEqual(1);
      await expect(below()).toHaveCount(0);
      // And so does what the customer says to it.
      await yan.say(`Thank you ${lines}`, 'SMS');
      await expect(petar.timeline().getByText(`Thank you ${lines}`)).toBeInViewport({ ratio: 1 });
      await expect(below()).toHaveCount(0);
    },
  );
