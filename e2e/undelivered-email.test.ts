import { expect, test } from '@playwright/test';
import { newId } from '../server/src/platform/clock.ts';
import { someEmail } from '../server/test/emails.ts';
import { type ChannelProduct, startChannelProduct } from './channel-product.ts';
import { AgentScreen } from './people.ts';
import { expectAccessible } from './signing-in.ts';

let product: ChannelProduct;
let dora: AgentScreen;

test.describe.configure({ mode: 'serial', timeout: 60_000 });
test.beforeAll(async ({ browser }) => {
  product = await startChannelProduct({ types: ['EMAIL'] });
  const maria = await product.customer('Maria', ['EMAIL']);
  const content = { type: 'EMAIL', email: someEmail(), html: null } as const;
  const address = maria.addresses.get('EMAIL') ?? '';
  await maria.bring({ kind: 'MESSAGE', providerMessageId: newId(), address, name: 'Maria', text: '', content });
  dora = await AgentScreen.open(browser, 'Dora Ilieva', { url: product.url });
  await dora.row('The lamp flickers').click();
  await dora.page.getByRole('button', { name: 'Take', exact: true }).first().click();
});
test.afterAll(async () => {
  await dora?.page.context().close();
  await product?.close();
});

test('an e-mail that was not delivered is written anew in its field, with its files, and goes as one', async () => {
  const { page } = dora;
  const entry = (words: string) => dora.timeline().getByRole('listitem').filter({ hasText: words });
  product.provider.behave(() => ({ do: 'refuse', reason: 'UNDELIVERABLE', final: true }));
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach files' }).click();
  const written = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`The words of ${name}`) });
  await (await chooser).setFiles([written('offer.txt'), written('terms.txt')]);
  const field = page.locator('[data-composer]');
  const haveFiles = async () => {
    for (const name of ['offer.txt', 'terms.txt']) await expect(field.getByText(name)).toBeVisible();
  };
  await haveFiles();
  await dora.composer().fill('We wil send another.');
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  await dora.composer().press('Control+Enter');
  const failed = entry('Re: The lamp flickers').first();
  await expect(failed).toContainText('E-mail not sent: it cannot be delivered to this address.');
  await expect(failed).toContainText('terms.txt');
  await expectAccessible(page);
  product.provider.behave(() => ({ do: 'accept' }));
  await failed.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(dora.composer()).toHaveText('We wil send another.');
  await haveFiles();
  await dora.composer().fill('We will send another.');
  await dora.composer().press('Control+Enter');
  await expect(entry('Re: The lamp flickers').last()).toContainText('Takes the place of a message that was not delivered');
  await expect(dora.timeline().frameLocator('iframe').last().getByText('We will send another.')).toBeVisible();
  await expect(failed.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);
  await expect.poll(() => product.provider.accepted.length).toBe(1);
  const [sent] = product.provider.accepted;
  expect(sent?.email).toMatchObject({
    subject: 'Re: The lamp flickers',
    content: expect.stringMatching(/^We will send another\.\n\nOn .+ wrote:\n> /),
  });
  expect(sent?.email?.attachments).toMatchObject([{ name: 'offer.txt' }, { name: 'terms.txt' }]);
});
