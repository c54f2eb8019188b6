import { expect, test } from '@playwright/test';
import { exampleCall } from '../contract/src/fixtures/emails.ts';
import { newId } from '../server/src/platform/clock.ts';
import { someEmail } from '../server/test/emails.ts';
import { type ChannelCustomer, type ChannelProduct, startChannelProduct } from './channel-product.ts';
import { AgentScreen } from './people.ts';
import { moved, opened } from './standing.ts';
import { SWEEP } from './sweep.ts';

// Calls and e-mails have their place before they are drawn: their part of the page comes after the messages.
let product: ChannelProduct;
let dora: AgentScreen;
const FACES = /\/assets\/EventFace-.*\.js/;

test.describe.configure({ mode: 'serial', timeout: 90_000 });
test.beforeAll(async ({ browser }) => {
  product = await startChannelProduct({ types: ['VIBER', 'EMAIL'] });
  dora = await AgentScreen.open(browser, 'Dora Ilieva', { url: product.url });
});
test.afterAll(async () => {
  await dora?.page.context().close();
  await product?.close();
});

const from = (customer: ChannelCustomer, over: 'VIBER' | 'EMAIL', text: string) =>
  ({ kind: 'MESSAGE', providerMessageId: newId(), address: customer.addresses.get(over) ?? '', name: 'Maria', text }) as const;
const call = () => ({ ...exampleCall, externalCallId: newId(), recordingFileId: null });
const startTime = () => new Date().toISOString();

/** What comes to a customer's room that has looks of its own, and words by which it is known to be there. */
const special = {
  VIBER: async (customer: ChannelCustomer) => {
    const recordingFileId = await product.upload(Buffer.from('RIFF....WAVEfmt '), 'call.wav', 'VIBER');
    const content = { type: 'CALL', startTime: startTime(), call: { ...call(), recordingFileId } } as const;
    await customer.bring({ ...from(customer, 'VIBER', 'Asked about the lamp'), content });
    return 'Play the recording';
  },
  EMAIL: async (customer: ChannelCustomer) => {
    await customer.bring({ ...from(customer, 'EMAIL', ''), content: { type: 'EMAIL', email: someEmail(), html: null } });
    return 'maria@home.example';
  },
};

for (const over of ['VIBER', 'EMAIL'] as const)
  test(`a room with what has looks of its own is drawn once they are here, and nothing in it moves: ${over}`, SWEEP, async () => {
    const name = `Maria ${over}`;
    const maria = await product.customer(name, [over]);
    await maria.say('Line 1');
    await dora.row(name).click();
    await dora.page.getByRole('main').locator('header').first().getByRole('button', { name: 'Take', exact: true }).click();
    await expect(dora.composer()).toBeFocused();
    await dora.page.mouse.move(800, 300);
    await maria.say('Line 2');
    const drawn = await special[over](maria);
    await maria.say('As I said');
    await expect(dora.timeline()).toContainText('As I said');
    const stood = await opened(dora.page, dora.page.url(), FACES);
    expect(Object.keys(stood).length).toBeGreaterThan(5);
    await expect(dora.timeline()).toContainText(drawn);
    expect(moved(stood)).toEqual([]);
  });

test('one that comes while its looks are still on their way has the size of what comes', SWEEP, async ({ browser }) => {
  const petar = await AgentScreen.open(browser, 'Petar Kostov', { url: product.url });
  const kalin = await product.customer('Kalin', ['VIBER']);
  await kalin.say('Good day from Kalin');
  let come = () => {};
  const asked = new Promise<void>((resolve) => {
    come = resolve;
  });
  await petar.page.route(FACES, async (route) => {
    await asked;
    await route.continue();
  });
  await petar.page.reload();
  await petar.row('Kalin').click();
  await expect(petar.timeline()).toContainText('Good day from Kalin');
  await kalin.bring({ ...from(kalin, 'VIBER', 'Called about it'), content: { type: 'CALL', startTime: startTime(), call: call() } });
  const row = petar.timeline().getByRole('listitem').filter({ hasText: 'Called about it' });
  await expect(row).toBeVisible();
  const top = async () => (await row.boundingBox())?.y ?? 0;
  const before = await top();
  come();
  await expect(row).toContainText('Incoming call');
  // Its last line ends where it ended: as high, but for a part of a pixel.
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
  await petar.page.context().close();
});
