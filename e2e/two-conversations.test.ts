import { expect, test } from '@playwright/test';
import { type ChannelProduct, startChannelProduct } from './channel-product.ts';
import { AgentScreen } from './people.ts';
import { expectAccessible } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

let product: ChannelProduct;
let dora: AgentScreen;

test.describe.configure({ mode: 'serial', timeout: 90_000 });
test.beforeAll(async ({ browser }) => {
  product = await startChannelProduct({ types: ['WHATSAPP', 'VIBER', 'SMS'] });
  dora = await AgentScreen.open(browser, 'Dora Ilieva', { url: product.url });
});
test.afterAll(async () => {
  await dora?.page.context().close();
  await product?.close();
});

const head = () => dora.page.getByRole('main').locator('header').first();
const inHead = (name: string) => head().getByRole('button', { name, exact: true });
const bar = () => dora.page.getByRole('region', { name: 'Write', exact: true });
const offer = () => dora.page.getByRole('button', { name: 'Undo', exact: true });

async function twice(name: string): Promise<void> {
  const place = await inHead(name).boundingBox();
  if (place === null) throw new Error(`there is no ${name} to be pressed`);
  // At its end: what comes in its place stands at the same end and may be narrower.
  const [x, y] = [place.x + place.width - 12, place.y + place.height / 2];
  await dora.page.mouse.click(x, y);
  await expect(inHead('Resolve')).toBeVisible();
  // In the first moment in which the other one stands there.
  await dora.page.mouse.click(x, y);
}

test('a second press on the place of Take does not resolve what was taken, and a later one does', SWEEP, async () => {
  const ivo = await product.customer('Ivo', ['WHATSAPP']);
  await ivo.say('Good day from Ivo');
  await dora.row('Ivo').click();
  await expect(inHead('Take')).toBeVisible();
  await dora.page.waitForTimeout(700);
  await twice('Take');
  await expect(dora.composer()).toBeFocused();
  await expect(offer()).toHaveCount(0);
  await expect(inHead('Resolve')).not.toHaveAttribute('aria-disabled');
  // It is pressed by the test as soon as it hears a pointer.
  await inHead('Resolve').click();
  await expect(offer()).toBeVisible();
  await expect(dora.page.getByText('The conversation with Ivo will be resolved.')).toBeVisible();
  await offer().click();
  await expect(inHead('Resolve')).not.toHaveAttribute('aria-disabled');
});

test('a room with two open conversations says in each row, its head and its bar which one is meant', SWEEP, async () => {
  // The list stands still while it is pointed at.
  await dora.page.mouse.move(800, 300);
  const mila = await product.customer('Mila', ['WHATSAPP', 'VIBER', 'SMS']);
  await mila.say('By WhatsApp first');
  await dora.row('Mila').click();
  await inHead('Take').click();
  await expect(dora.composer()).toBeFocused();
  await mila.say('And by Viber');
  await mila.say('Now by SMS', 'SMS');
  const rows = dora.page.getByRole('complementary').getByRole('link', { name: /Mila/ });
  await expect(rows).toHaveCount(2);
  await expect(rows.first().getByRole('img', { name: 'SMS' })).toBeVisible();
  await expect(rows.last().getByRole('img', { name: 'WhatsApp' })).toBeVisible();
  await expect(rows.first()).toContainText('Now by SMS');
  await expect(rows.last()).toContainText('And by Viber');
  // One of them is where the reader is: the one chosen.
  await expect(rows.and(dora.page.locator('[aria-current="page"]'))).toHaveCount(1);
  await expect(rows.last()).toHaveAttribute('aria-current', 'page');
  await rows.first().click();
  await expect(rows.first()).toHaveAttribute('aria-current', 'page');
  await expect(rows.last()).not.toHaveAttribute('aria-current');
  await expect(head()).toContainText('Waiting since');
  await expect(head().getByRole('img', { name: 'SMS' })).toBeVisible();
  await expect(inHead('Take SMS')).not.toHaveAttribute('data-variant', 'default');
  await expect(head().getByRole('button', { name: /^Resolve|^Snooze/ })).toHaveCount(0);
  // By SMS one may write whoever holds it.
  await expect(bar()).toContainText('SMS');

  await rows.last().click();
  await expect(head()).toContainText('Assigned to you since');
  await expect(head().getByRole('img', { name: 'WhatsApp' })).toBeVisible();
  await expect(head().getByRole('img', { name: 'SMS' })).toHaveCount(0);
  await expect(inHead('Take SMS')).toHaveAttribute('data-variant', 'default');
  await expect(inHead('Resolve: WhatsApp')).not.toHaveAttribute('data-variant', 'default');
  await expectAccessible(dora.page);

  // The palette says over which channel each is, of deeds and of the conversations themselves.
  const { page } = dora;
  const palette = page.getByRole('dialog', { name: 'Search and actions' });
  await page.getByRole('heading', { name: 'Mila' }).first().click();
  await page.keyboard.press('Control+k');
  const field = palette.getByRole('textbox');
  for (const deed of ['Resolve', 'Hand over', 'Snooze']) {
    await field.fill(deed);
    await expect(palette.getByRole('option', { name: new RegExp(`^${deed}: WhatsApp`) })).toBeVisible();
  }
  await field.fill('mila');
  const found = palette.getByRole('group', { name: 'Rooms' }).getByRole('option');
  await expect(found).toHaveText([/Mila: WhatsApp And by Viber$/, /Mila: SMS Now by SMS$/]);
  await expectAccessible(page);
  await found.last().click();
  await expect(rows.first()).toHaveAttribute('aria-current', 'page');
  await expect(head().getByRole('img', { name: 'SMS' })).toBeVisible();
  // A link to a message leads to its conversation, whichever was open, and wherever one comes from.
  const idOf = (words: string) => dora.timeline().getByRole('listitem').filter({ hasText: words }).last().getAttribute('data-row');
  const [bySms, byWhatsApp] = [await idOf('Now by SMS'), await idOf('By WhatsApp first')];
  const room = new URL(page.url()).pathname;
  for (const [event, row] of [
    [byWhatsApp, rows.last()],
    [bySms, rows.first()],
  ] as const) {
    await page.goto(`${product.url}${room}?scrollToRoomEventId=${event}`);
    await expect(row).toHaveAttribute('aria-current', 'page');
    await expect(page).toHaveURL(/conversation=/);
  }
  await rows.last().click();
  await expect(head().getByRole('img', { name: 'WhatsApp' })).toBeVisible();

  // Viber is in neither: it can be added to what is held, whatever else waits.
  await dora.page.getByTitle('Choose the channel').click();
  await dora.page.getByRole('menuitem', { name: /^Viber/ }).click();
  await expect(bar()).toContainText('Viber');
  await expect(bar()).not.toContainText('not assigned yet');
  await expect(bar().getByRole('button', { name: 'Take' })).toHaveCount(0);

  await dora.page.setViewportSize({ width: 360, height: 740 });
  const name = head().getByRole('heading', { name: 'Mila' });
  await expect(name).toBeVisible();
  const isCut = (element: HTMLElement) => element.scrollWidth > element.clientWidth;
  expect(await name.evaluate(isCut)).toBe(false);
  // Of the line below it the words may be cut, and never the time at its end.
  expect(await head().getByText('Assigned to you since').locator('xpath=..').evaluate(isCut)).toBe(false);
  for (const verb of ['Take SMS', 'Resolve: WhatsApp']) await expect(inHead(verb)).toBeInViewport({ ratio: 1 });
  await dora.page.setViewportSize({ width: 1280, height: 800 });

  await inHead('Resolve: WhatsApp').click();
  await expect(dora.page.getByText('The conversation with Mila over WhatsApp will be resolved.')).toBeVisible();
  // What waits is the one thing left to be done.
  await expect(inHead('Take')).not.toHaveAttribute('data-variant', 'default', { timeout: 15_000 });
  await expect(inHead('Resolve')).toHaveCount(0);
  expect(new URL(dora.page.url()).searchParams.has('conversation')).toBe(false);
});

test('of three conversations in a room each is seen, told, selected, found and taken by itself', SWEEP, async () => {
  await dora.page.mouse.move(800, 300);
  const nora = await product.customer('Nora', ['WHATSAPP', 'VIBER', 'SMS']);
  await nora.say('By WhatsApp');
  await dora.row('Nora').click();
  await inHead('Take').click();
  await expect(dora.composer()).toBeFocused();
  await nora.say('Is the lamp in stock?', 'SMS');
  await expect(dora.row('Is the lamp in stock?')).toBeVisible();
  await nora.say('And the Viber one?', 'VIBER');
  await dora.composer().fill('This one goes through.');
  await dora.page.keyboard.press('Enter');
  await dora.composer().fill('Half an answer');
  const aside = dora.page.getByRole('complementary');
  const rows = aside.getByRole('link', { name: /Nora/ });
  const entries = aside.locator('[data-entry]').filter({ hasText: 'Nora' });
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: 'Is the lamp in stock?' }).getByRole('img', { name: 'SMS' })).toBeVisible();
  await expect(rows.filter({ hasText: 'And the Viber one?' }).getByRole('img', { name: 'Viber' })).toBeVisible();
  // What is written stands in the row of the conversation that it is written in.
  await expect(rows.filter({ hasText: 'Half an answer' })).toHaveCount(1);
  await expect(rows.last()).toContainText('Half an answer');
  await dora.composer().fill('');
  await expect(rows.last()).toContainText('You: This one goes through.');

  // Each row is selected by itself, and the bar says as many as are ticked.
  const sms = entries.filter({ hasText: 'Is the lamp in stock?' });
  await sms.hover();
  await sms.getByRole('checkbox').check();
  await expect(entries.getByRole('checkbox', { checked: true })).toHaveCount(1);
  const selected = dora.page.locator('[data-bulk-bar]');
  await expect(selected).toContainText('1 selected');
  await entries.last().getByRole('checkbox').check();
  await expect(selected).toContainText('2 selected');
  await expect(entries.getByRole('checkbox', { checked: true })).toHaveCount(2);
  await dora.page.keyboard.press('Escape');
  await dora.page.mouse.move(800, 300);

  // The menu of channels tells of each what is true of its conversation.
  await dora.page.getByTitle('Choose the channel').click();
  await expect(dora.page.getByRole('menuitem', { name: /^WhatsApp.*In this conversation/ })).toBeEnabled();
  await expect(dora.page.getByRole('menuitem', { name: /^SMS.*Waiting for an agent; you can write here/ })).toBeEnabled();
  await expect(dora.page.getByRole('menuitem', { name: /^Viber.*take the conversation first/ })).toBeDisabled();
  await dora.page.keyboard.press('Escape');

  // Both that wait can be taken from the head.
  await expect(inHead('Take SMS')).toBeVisible();
  await head().getByRole('button', { name: '1 more waiting' }).click();
  await expectAccessible(dora.page);
  await dora.page.getByRole('menuitem', { name: 'Take Viber' }).click();
  // Whoever takes one goes on there.
  await expect(dora.composer()).toBeFocused();
  await expect(bar()).toContainText('Viber');
  await expect(inHead('Resolve: Viber')).toBeVisible();
  await expect(head().getByRole('button', { name: /more waiting/ })).toHaveCount(0);
  await expect(inHead('Take SMS')).toBeVisible();
  await expect(rows).toHaveCount(3);

  // Whichever of one's own is opened is the one that is answered.
  await rows.filter({ hasText: 'And the Viber one?' }).click();
  await expect(bar()).toContainText('Viber');
  await rows.filter({ hasText: 'This one goes through.' }).click();
  await expect(bar()).toContainText('WhatsApp');

  // A list that is narrowed to a channel holds the conversations on it.
  await dora.page.goto(`${product.url}/communications?filter=channel.WHATSAPP`);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('This one goes through.');
  await dora.page.goto(`${product.url}/communications?filter=channel.SMS`);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Is the lamp in stock?');
});

test('the row that is open, the head, the bar and each deed speak of the same conversation', SWEEP, async () => {
  await dora.page.goto(`${product.url}/communications`);
  await dora.page.mouse.move(800, 300);
  const aside = dora.page.getByRole('complementary');
  const rows = aside.getByRole('link', { name: /Kalin/ });
  const rowOn = (channel: string) => rows.filter({ has: dora.page.getByRole('img', { name: channel, exact: true }) });
  const meant = async (channel: string) => {
    await expect(rowOn(channel)).toHaveAttribute('aria-current', 'page');
    await expect(rows.and(dora.page.locator('[aria-current="page"]'))).toHaveCount(1);
    await expect(head().getByRole('img', { name: channel, exact: true })).toBeVisible();
    await expect(head().getByRole('img')).toHaveCount(1);
    await expect(bar()).toContainText(channel);
  };
  const kalin = await product.customer('Kalin', ['WHATSAPP', 'VIBER', 'SMS']);
  await kalin.say('By WhatsApp');
  await dora.row('Kalin').click();
  await inHead('Take').click();
  await expect(dora.composer()).toBeFocused();
  expect(new URL(dora.page.url()).search).toBe('');

  // What arrives moves nothing.
  await kalin.say('By Viber', 'VIBER');
  await expect(rows).toHaveCount(2);
  await expect(inHead('Take Viber')).toBeVisible();
  await meant('WhatsApp');
  await expect(dora.composer()).toBeFocused();

  // A row that waits is what all of it speaks of, and what was typed for another is not typed for that.
  await dora.composer().fill('For WhatsApp');
  await rowOn('Viber').click();
  await meant('Viber');
  await expect(dora.composer()).toHaveCount(0);
  await expect(bar().getByRole('button', { name: 'Take Viber' })).toBeVisible();
  await inHead('Take Viber').click();
  await expect(dora.composer()).toBeFocused();
  await expect(dora.composer()).toHaveValue('');
  await meant('Viber');
  await kalin.say('By SMS', 'SMS');
  await inHead('Take SMS').click();
  await expect(inHead('Resolve: SMS')).toBeVisible();
  await expect(dora.composer()).toBeFocused();
  await meant('SMS');

  for (const channel of ['WhatsApp', 'Viber', 'SMS']) {
    await rowOn(channel).click();
    await meant(channel);
    await inHead(`Resolve: ${channel}`).click();
    await expect(dora.page.getByText(`The conversation with Kalin over ${channel} will be resolved.`)).toBeVisible();
    await offer().click();
    await expect(dora.page.getByText(`The conversation over ${channel} stays open.`)).toBeVisible();
    await inHead(`Hand over: ${channel}`).click();
    await expect(dora.page.getByRole('dialog', { name: `Hand the ${channel} conversation over` })).toBeVisible();
    await dora.page.keyboard.press('Escape');
  }
  await rowOn('WhatsApp').click();
  await expect(dora.composer()).toHaveValue('For WhatsApp');
  await dora.composer().fill('');

  // By a reload, and by the way back.
  await dora.page.reload();
  await meant('WhatsApp');
  await rowOn('Viber').click();
  await meant('Viber');
  await dora.page.goBack();
  await meant('WhatsApp');
  await dora.page.goForward();
  await meant('Viber');

  await inHead('Snooze: Viber').click();
  await dora.page.getByRole('menuitem', { name: 'Until the customer writes' }).click();
  await expect(dora.page.getByText('Viber: snoozed until the customer writes').first()).toBeVisible();
  await expect(rowOn('Viber')).toHaveCount(0);
  await expect(head().getByRole('img', { name: 'Viber', exact: true })).toBeVisible();
  const asleep = dora.page.getByRole('complementary', { name: 'Customer' }).getByText('Snoozed until the customer writes');
  await expect(asleep).toHaveCount(1);
  await offer().click();
  await expect(dora.page.getByText('The conversation over Viber is awake again')).toBeVisible();
  await expect(asleep).toHaveCount(0);
  // What is offered stands over the list, which stood still for the pointer.
  await dora.page.mouse.move(800, 300);
  await meant('Viber');

  // A narrowed list leads to that of which it has a row.
  const { pathname } = new URL(dora.page.url());
  await dora.page.goto(`${product.url}${pathname}?filter=channel.SMS`);
  await expect(rows).toHaveCount(1);
  await meant('SMS');
  // Of several the customer's panel leads to each.
  const open = dora.page.getByRole('complementary', { name: 'Customer' });
  await open.getByRole('link', { name: /WhatsApp.*Assigned to you/ }).click();
  await expect(inHead('Resolve: WhatsApp')).toBeVisible();
  await expect(bar()).toContainText('WhatsApp');
});

test('of two that wait the one whose row was opened is taken by the main action, and written to then', SWEEP, async () => {
  await dora.page.goto(`${product.url}/communications`);
  await dora.page.mouse.move(800, 300);
  const lora = await product.customer('Lora', ['VIBER', 'SMS']);
  await lora.say('By Viber');
  await lora.say('By SMS', 'SMS');
  const rows = dora.page.getByRole('complementary').getByRole('link', { name: /Lora/ });
  await expect(rows).toHaveCount(2);
  await rows.filter({ hasText: 'By SMS' }).click();
  await expect(head().getByRole('img')).toHaveAccessibleName('SMS');
  await expect(inHead('Take SMS')).not.toHaveAttribute('data-variant', 'default');
  await expect(bar()).toContainText('SMS');
  await head().getByRole('button', { name: '1 more waiting' }).click();
  await expect(dora.page.getByRole('menuitem', { name: 'Take Viber' })).toBeVisible();
  await dora.page.keyboard.press('Escape');
  await expect(dora.page.getByRole('menuitem')).toHaveCount(0);
  await rows.filter({ hasText: 'By Viber' }).click();
  await expect(head().getByRole('img')).toHaveAccessibleName('Viber');
  await inHead('Take Viber').click();
  await expect(dora.composer()).toBeFocused();
  await expect(bar()).toContainText('Viber');
  await expect(inHead('Resolve: Viber')).toBeVisible();
});

test('a message that was not delivered is told in the list also where its room was not opened', SWEEP, async () => {
  const petya = await product.customer('Petya', ['WHATSAPP', 'SMS']);
  await petya.say('Good day');
  await dora.page.goto(`${product.url}/communications`);
  await dora.row('Petya').click();
  await inHead('Take').click();
  await expect(dora.composer()).toBeFocused();
  product.provider.behave(({ text }) =>
    text === 'It is on its way' ? { do: 'refuse', reason: 'NOT_SUBSCRIBED', final: true } : { do: 'accept' },
  );
  await dora.composer().fill('It is on its way');
  await dora.page.keyboard.press('Enter');
  await expect(dora.row('Not delivered: It is on its way')).toBeVisible();
  // Whatever is being written there meanwhile.
  await dora.composer().fill('Something else');
  await expect(dora.row('Something else').getByRole('img', { name: 'Not delivered: It is on its way' })).toBeVisible();
  await dora.composer().fill('');
  // Nothing of the room but its row is here now.
  await dora.page.goto(`${product.url}/communications`);
  await expect(dora.row('Not delivered: It is on its way')).toBeVisible();
});

/** How many the rail, the title of the page and the tab of customers say, from the side of the colleagues. */
async function missedBy({ page }: AgentScreen): Promise<readonly (string | undefined)[]> {
  const onTab = page.getByRole('tab', { name: /^External/ });
  const rail = page.getByRole('navigation').getByRole('link', { name: /^Communications/ });
  // As it is seen; who hears the page is told in words beside it.
  const [seen] = await onTab.locator('[aria-hidden]').allTextContents();
  const numbers = [await rail.textContent(), await page.title(), seen];
  return numbers.map((words) => /\d+/.exec(words ?? '')?.[0]);
}

test(
  'what was missed is one number on the rail, before the page’s name and on the tab, also of a room that the page does not hold',
  SWEEP,
  async ({ browser }) => {
    const vera = await product.customer('Vera', ['WHATSAPP', 'SMS']);
    await vera.say('Good evening');
    const petar = await AgentScreen.open(browser, 'Petar Kostov', { url: product.url });
    const colleagues = `${product.url}/communications?show=internal`;
    await petar.page.goto(colleagues);
    await expect(petar.page.getByRole('tab', { name: /^Internal/ })).toHaveAttribute('aria-selected', 'true');
    const [before] = await missedBy(petar);
    const one = String(Number(before ?? 0) + 1);
    await petar.page.goto(`${product.url}/communications`);
    await petar.row('Vera').click();
    await petar.page.getByRole('button', { name: 'Star', exact: true }).click();
    await expect(petar.page.getByRole('button', { name: 'Unstar', exact: true })).toBeVisible();
    await dora.page.goto(`${product.url}/communications`);
    await dora.row('Vera').click();
    await inHead('Take').click();
    await expect(dora.composer()).toBeFocused();
    // Nothing of the room is here now: it is a colleague's.
    await petar.page.goto(colleagues);
    await vera.say('Are you there?');
    await vera.say('A picture of it', 'SMS');
    await expect.poll(() => missedBy(petar)).toEqual([one, one, one]);
    await petar.page.reload();
    await expect.poll(() => missedBy(petar)).toEqual([one, one, one]);
    await petar.page.context().close();
  },
);
