import { readableAddress } from '@parley/contract';
import { expect, test } from '@playwright/test';
import { type ChannelCustomer, type ChannelProduct, startChannelProduct } from './channel-product.ts';
import { AgentScreen } from './people.ts';
import { expectAccessible } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

let product: ChannelProduct;
let dora: AgentScreen;
let petar: AgentScreen;

test.describe.configure({ mode: 'serial', timeout: 90_000 });
test.beforeAll(async ({ browser }) => {
  product = await startChannelProduct({ types: ['WHATSAPP', 'VIBER', 'SMS'] });
  dora = await AgentScreen.open(browser, 'Dora Ilieva', { url: product.url });
  petar = await AgentScreen.open(browser, 'Petar Kostov', { url: product.url });
});
test.afterAll(async () => {
  for (const one of [dora, petar]) await one?.page.context().close();
  await product?.close();
});

const button = (screen: AgentScreen, name: string) => screen.page.getByRole('button', { name, exact: true });
const bar = (screen: AgentScreen) => screen.page.getByRole('region', { name: 'Write', exact: true });

/** Both have the room open; Dora has taken what the customer began, and resolved it where the room is to be empty. */
async function givenRoom(name: string, channels: Parameters<ChannelProduct['customer']>[1], isResolved: boolean): Promise<ChannelCustomer> {
  const customer = await product.customer(name, channels);
  await customer.say(`Good day from ${name}`);
  await dora.row(name).click();
  await button(dora, 'Take').first().click();
  await expect(dora.composer()).toBeFocused();
  await petar.page.goto(dora.page.url());
  await expect(petar.timeline()).toContainText(`Good day from ${name}`);
  if (isResolved) await dora.resolve();
  return customer;
}

/** By keys alone: opens the channels, and chooses the one of this name. */
async function choose(screen: AgentScreen, channel: RegExp): Promise<void> {
  await screen.page.getByTitle('Choose the channel').focus();
  await screen.page.keyboard.press('Enter');
  const item = screen.page.getByRole('menuitem', { name: channel });
  await expect(item).toBeVisible();
  // Keys begin at the first line that can be chosen, once the menu has the focus.
  await expect(screen.page.locator('[role=menuitem]:focus')).toBeVisible();
  await expect(async () => {
    if (await item.evaluate((one) => one === document.activeElement)) return;
    await screen.page.keyboard.press('ArrowDown');
    await expect(item).toBeFocused({ timeout: 50 });
  }).toPass({ intervals: [0], timeout: 5000 });
  await screen.page.keyboard.press('Enter');
}

test('a resolved room is begun anew: of two who press Start one has it, and the other reads who', async () => {
  await givenRoom('Maria', ['WHATSAPP'], true);
  for (const screen of [dora, petar]) await expect(button(screen, 'Start')).toBeVisible();
  await expect(bar(dora)).toContainText('WhatsApp');
  await expectAccessible(dora.page);
  await button(petar, 'Start').press('Enter');
  await expect(petar.composer()).toBeFocused();
  await petar.say('I write first now');
  await expect.poll(() => product.provider.accepted.map(({ text }) => text)).toContain('I write first now');
  await expect(petar.timeline()).toContainText('You took the conversation');
  await expect(dora.page.getByText('This conversation is assigned to Petar Kostov.')).toBeVisible();
  await expect(button(dora, 'Start')).toHaveCount(0);
  await expect(dora.timeline()).toContainText('Petar Kostov took the conversation');
});

test('a start that fails says why, and can be tried again', async () => {
  await givenRoom('Boris', ['WHATSAPP'], true);
  const turn = (active: boolean) =>
    product.db.inAccount(product.accountId, (tx) =>
      tx.updateTable('channel_applications').set({ active }).where('type', '=', 'WHATSAPP').execute(),
    );
  await turn(false);
  await button(dora, 'Start').click();
  await expect(bar(dora).getByRole('alert')).toHaveText('The conversation could not be started: this kind of channel is not available.');
  await expect(button(dora, 'Start')).toHaveCount(0);
  await expectAccessible(dora.page);
  await turn(true);
  await button(dora, 'Try again').click();
  await expect(dora.composer()).toBeFocused();
});

test('while the outcome is not known the channel says that it is being started, and nothing else can be done', SWEEP, async () => {
  const vera = await givenRoom('Vera', ['WHATSAPP'], true);
  await expect(button(dora, 'Start')).toBeVisible();
  const [letGo, locked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // Somebody else works on the room: the server has to wait.
  const holding = product.db.inAccount(product.accountId, async (tx) => {
    await tx.selectFrom('rooms').select('id').where('contact_id', '=', vera.contactId).forUpdate().execute();
    locked.resolve();
    await letGo.promise;
  });
  await locked.promise;
  try {
    await button(dora, 'Start').click();
    const { page } = dora;
    const isSaid = bar(dora).filter({ has: page.getByRole('status').filter({ hasText: 'Starting…' }) });
    await expect(isSaid.filter({ has: page.locator('button:disabled') })).toBeVisible();
  } finally {
    letGo.resolve();
    await holding;
  }
  await expect(dora.composer()).toBeFocused();
});

test('two conversations of one room go on by two people, and a channel is added to one’s own; each ends for itself', SWEEP, async () => {
  const customer = await givenRoom('Rumen', ['WHATSAPP', 'VIBER', 'SMS'], false);
  // Petar starts on Viber, beside what Dora holds.
  await choose(petar, /^Viber.*You can start a conversation/);
  await button(petar, 'Start').click();
  await expect(petar.composer()).toBeFocused();
  await petar.say('And I am here by Viber');
  // Dora sees each: hers, his, and what is always possible.
  await dora.page.getByTitle('Choose the channel').click();
  await expect(dora.page.getByRole('menuitem', { name: /^WhatsApp.*In this conversation/ })).toBeEnabled();
  await expect(dora.page.getByRole('menuitem', { name: /^Viber.*Petar Kostov is talking with the customer here/ })).toBeDisabled();
  await expect(dora.page.getByRole('menuitem', { name: /^SMS.*Always possible/ })).toBeEnabled();
  await expectAccessible(dora.page);
  await dora.page.keyboard.press('Escape');
  await customer.say('To Petar', 'VIBER');
  await customer.say('To Dora', 'WHATSAPP');
  for (const screen of [dora, petar]) await expect(screen.timeline()).toContainText('To Dora');
  // His ends; hers goes on, and takes the channel in.
  await petar.resolve();
  await choose(dora, /^Viber.*You can add it to your conversation/);
  await button(dora, 'Add to my conversation').click();
  await expect(dora.composer()).toBeFocused();
  await dora.say('Now I am on Viber, too');
  await expect.poll(() => product.provider.accepted.map(({ text }) => text)).toContain('Now I am on Viber, too');
  await expect(dora.timeline()).toContainText('You added Viber to the conversation');
  await expect(dora.page.getByRole('button', { name: 'Resolve', exact: true })).toBeVisible();
});

test('what a colleague sends by SMS does not change the channel of whoever holds the conversation, and each message shows its own', async () => {
  const customer = await givenRoom('Stefan', ['WHATSAPP', 'SMS'], false);
  await expect(bar(dora)).toContainText('WhatsApp');
  // Petar does not write into it by the way: that it is held is said first.
  await expect(bar(petar)).toContainText('This conversation is assigned to Dora Ilieva.');
  await expect(bar(petar)).toContainText('WhatsApp');
  await choose(petar, /^SMS.*Always possible/);
  await petar.say('The courier calls you at noon');
  await dora.reads('The courier calls you at noon');
  await customer.say('Which courier?', 'SMS');
  await expect(dora.timeline()).toContainText('Which courier?');
  await expect(bar(dora)).toContainText('WhatsApp');
  // Read a moment ago, and what the customer has said since does not take that away: she is asked nothing.
  await dora.say('Ours, from the shop');
  await expect.poll(() => product.provider.accepted.map(({ text }) => text)).toContain('Ours, from the shop');
  const entry = (words: string) => dora.timeline().getByRole('listitem').filter({ hasText: words });
  await expect(entry('The courier calls you').getByRole('img', { name: 'SMS' })).toBeVisible();
  await expect(entry('Ours, from the shop').getByRole('img', { name: 'WhatsApp' })).toBeVisible();
  await expectAccessible(dora.page);
  await dora.page.reload();
  await expect(bar(dora)).toContainText('WhatsApp');
});

test('a phone number without Viber is offered there, becomes a channel with the first start, and is one for everybody', async () => {
  const customer = await givenRoom('Petya', ['SMS'], true);
  const number = customer.addresses.get('SMS') ?? '';
  const viber = new RegExp(`^Viber ${readableAddress(number).replace('+', '\\+')}`);
  await choose(dora, viber);
  await choose(petar, viber);
  await button(dora, 'Start').click();
  await expect(dora.composer()).toBeFocused();
  await dora.say('First words on Viber');
  await expect.poll(() => product.provider.accepted.find(({ text }) => text === 'First words on Viber')?.address).toBe(number);
  await expect(bar(petar)).toContainText(/Dora Ilieva is talking with the customer here/);
  const made = await product.db
    .reader(product.accountId)
    .selectFrom('contact_channels')
    .select('id')
    .where('address', '=', number)
    .execute();
  expect(made).toHaveLength(2);
});
