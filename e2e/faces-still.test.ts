import { expect, test } from '@playwright/test';
import { exampleCall } from '../contract/src/fixtures/emails.ts';
import { newId } from '../server/src/platform/clock.ts';
import { someEmail } from '../server/test/emails.ts';
import { type ChannelCustomer, type ChannelProduct, startChannelProduct } from './channel-product.ts';
import { AgentScreen } from './people.ts';
import { moved, opened } from './standing.ts';

// Calls and e-mails have their place before they are drawn: their part of the page comes after the messages.
let product: ChannelProduct;
let maria: ChannelCustomer;
let dora: AgentScreen;
const FACES = /\/assets\/EventFace-.*\.js/;

test.describe.configure({ mode: 'serial', timeout: 90_000 });
test.beforeAll(async ({ browser }) => {
  product = await startChannelProduct({ types: ['VIBER', 'EMAIL'] });
  maria = await product.customer('Maria', ['VIBER', 'EMAIL']);
  dora = await AgentScreen.open(browser, 'Dora Ilieva', { url: product.url });
});
test.afterAll(async () => {
  await dora?.page.context().close();
  await product?.close();
});

const from = (over: 'VIBER' | 'EMAIL', text: string) =>
  ({ kind: 'MESSAGE', providerMessageId: newId(), address: maria.addresses.get(over) ?? '', name: 'Maria', text }) as const;

/** A call of Maria's, with a recording. */
async function calls(words: string): Promise<void> {
  const recordingFileId = await product.upload(Buffer.from('RIFF....WAVEfmt '), 'call.wav', 'VIBER');
  const call = { ...exampleCall, externalCallId: newId(), recordingFileId };
  await maria.bring({ ...from('VIBER', words), content: { type: 'CALL', startTime: new Date().toISOString(), call } });
}
const writes = (subject: string) =>
  maria.bring({ ...from('EMAIL', ''), content: { type: 'EMAIL', email: { ...someEmail(), subject }, html: null } }, 'EMAIL');

test('a room with a call and an e-mail is drawn once both have their looks, and nothing in it moves', async () => {
  await maria.say('Line 1');
  await dora.row('Maria').click();
  await dora.page.getByRole('main').locator('header').first().getByRole('button', { name: 'Take', exact: true }).click();
  await expect(dora.composer()).toBeFocused();
  await dora.page.mouse.move(800, 300);
  for (let line = 2; line <= 4; line += 1) await maria.say(`Line ${line}`);
  await calls('Asked about the lamp');
  await maria.say('As I said');
  await writes('The lamp flickers');
  await expect(dora.timeline()).toContainText('The lamp flickers');
  const stood = await opened(dora.page, dora.page.url(), FACES);
  expect(Object.keys(stood).length).toBeGreaterThan(6);
  await expect(dora.timeline().getByRole('button', { name: 'Play the recording' })).toBeVisible();
  expect(moved(stood)).toEqual([]);
});

test('one that comes while its looks are still on their way has the size of what comes', async ({ browser }) => {
  const ivo = await AgentScreen.open(browser, 'Petar Kostov', { url: product.url });
  const { page } = ivo;
  const kalin = await product.customer('Kalin', ['VIBER']);
  await kalin.say('Good day from Kalin');
  let comes = () => {};
  const asked = new Promise<void>((resolve) => {
    comes = resolve;
  });
  await page.route(FACES, async (route) => {
    await asked;
    await route.continue();
  });
  await page.reload();
  await ivo.row('Kalin').click();
  await expect(ivo.timeline()).toContainText('Good day from Kalin');
  const call = { ...exampleCall, externalCallId: newId(), recordingFileId: null };
  const place = { providerMessageId: newId(), address: kalin.addresses.get('VIBER') ?? '', name: 'Kalin' };
  await kalin.bring({
    kind: 'MESSAGE',
    ...place,
    text: 'Called about it',
    content: { type: 'CALL', startTime: new Date().toISOString(), call },
  });
  const row = ivo.timeline().getByRole('listitem').filter({ hasText: 'Called about it' });
  await expect(row).toBeVisible();
  const before = await row.boundingBox();
  comes();
  await expect(row).toContainText('Incoming call');
  expect(await row.boundingBox()).toEqual(before);
  await page.context().close();
});
