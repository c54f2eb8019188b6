import { expect, type Locator, test } from '@playwright/test';
import { AgentScreen } from './people.ts';
import { expectAccessible } from './signing-in.ts';
import { type SmsDesk, startSmsDesk } from './sms-desk.ts';
import { SWEEP } from './sweep.ts';

// What becomes of messages that were not delivered: their way, and sending them anew.
let desk: SmsDesk;
let product: SmsDesk['product'];
let dora: AgentScreen;
let maria: SmsDesk['maria'];

test.describe.configure({ mode: 'serial', timeout: 60_000 });
test.beforeAll(async ({ browser }) => {
  desk = await startSmsDesk(browser);
  ({ product, dora, maria } = desk);
});
test.afterAll(() => desk?.close());

const entry = (words: string, of = dora): Locator => of.timeline().getByRole('listitem').filter({ hasText: words });
const verb = (words: string, name: string, of = dora) => entry(words, of).getByRole('button', { name, exact: true });
const path = ({ page } = dora) => page.getByRole('dialog', { name: 'Delivery details' });
/** What the customer got, in its order. */
const received = () => product.provider.accepted.map(({ text }) => text);

test('the notice of one names its channel and its words, and is read in every window by seeing it in its room', async () => {
  product.provider.behave(({ text }) =>
    text.startsWith('Refused') ? { do: 'refuse', reason: 'NOT_SUBSCRIBED', final: true } : { do: 'accept' },
  );
  const elsewhere = await dora.page.context().newPage();
  await elsewhere.goto(`${product.url}/profile`);
  const bell = (page = elsewhere) => page.getByRole('button', { name: /^Notifications/ });
  await expect(bell()).toBeVisible();
  // She says it, and looks elsewhere when it fails.
  await dora.say('Refused while away');
  await elsewhere.bringToFront();
  await dora.page.goto(`${product.url}/profile`);
  for (const page of [elsewhere, dora.page]) await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await bell().click();
  const told = elsewhere.getByRole('link', { name: /Maria over SMS was not delivered: “Refused while away”/ });
  await expect(told).toHaveAttribute('data-unread', 'true');
  await elsewhere.keyboard.press('Escape');

  await dora.page.goto(`${product.url}/communications`);
  await dora.row('Maria').first().click();
  await expect(entry('Refused while away')).toContainText('Not delivered:');
  for (const page of [elsewhere, dora.page]) await expect(bell(page)).toHaveAccessibleName('Notifications');
  // Told of the same message once more, it is read by seeing it once more.
  await verb('Refused while away', 'Retry').click();
  await bell().click();
  await expect(elsewhere.getByRole('link', { name: /Refused while away/ })).toHaveCount(2);
  await expect(elsewhere.locator('[data-unread="true"]')).toHaveCount(0);
  await elsewhere.close();
});

test('one that the provider refused is changed and sent anew in its place, and each leads to the other', async () => {
  product.provider.behave(({ text }) =>
    text === 'Yes, thre' ? { do: 'refuse', reason: 'NOT_SUBSCRIBED', final: true } : { do: 'accept' },
  );
  await dora.say('Yes, thre');
  await expect(entry('Yes, thre')).toContainText('Not delivered: the customer is not subscribed to this channel.');
  await dora.composer().fill('Half a thought');
  await verb('Yes, thre', 'Edit').click();
  await expect(dora.composer()).toHaveValue('Yes, thre');
  await expect(dora.composer()).toBeFocused();
  const note = dora.page.getByText('You are changing a message that was not delivered.');
  await expect(note).toBeVisible();
  // What stood in the field is offered above it.
  await expect(dora.page.getByText('Half a thought')).toBeVisible();
  await expectAccessible(dora.page);
  // Pressed again, nothing is begun anew.
  await dora.composer().fill('Yes, three of them');
  // Other words do not take its place; those that were written for it do, wherever they were meanwhile.
  const offered = (words: string) => dora.page.getByRole('listitem').filter({ hasText: words });
  await expect(offered('Half a thought')).toContainText('What you had begun');
  await offered('Half a thought').getByRole('button', { name: 'Use', exact: true }).click();
  await expect(dora.composer()).toHaveValue('Half a thought');
  await expect(note).toHaveCount(0);
  await offered('Yes, three of them').getByRole('button', { name: 'Use', exact: true }).click();
  await expect(dora.composer()).toHaveValue('Yes, three of them');
  await expect(note).toBeVisible();
  await verb('Yes, thre', 'Edit').first().click();
  await expect(dora.composer()).toHaveValue('Yes, three of them');
  await dora.composer().press('Enter');
  await expect(note).toHaveCount(0);
  await expect(entry('Yes, three of them')).toContainText('Sent');
  const [failed, sent] = [entry('Yes, thre').first(), entry('Yes, three of them')];
  await expect(failed).toContainText('Not delivered:');
  await expect(failed.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await expect(failed.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);
  expect(received()).toEqual(['Yes, three of them']);
  await sent.getByRole('button', { name: 'Takes the place of a message that was not delivered' }).click();
  await expect(failed).toBeFocused();
  await failed.getByRole('button', { name: 'Sent anew as another message' }).click();
  await expect(sent).toBeFocused();
  await dora.page.getByRole('button', { name: 'Drop' }).first().click();
});

for (const [language, details] of [
  ['en', 'Details'],
  ['bg', 'Подробности'],
] as const)
  test(`on a phone a failure stands at the edge of its own bubble, its sign with its words, and when it was sent with what can be done: ${language}`, async ({
    browser,
  }) => {
    const { page } = await AgentScreen.open(browser, 'Petar Kostov', { url: product.url });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await page.goto(dora.page.url());
    const failed = page.locator('[data-timeline]').getByRole('listitem').filter({ hasText: 'Yes, thre' }).first();
    const link = failed.getByRole('button', { name: details, exact: true });
    await expect(link).toBeVisible();
    const places = await link.evaluate((button) => {
      const said = document.getElementById(button.getAttribute('aria-describedby') ?? '');
      const boxes = [said?.closest('li')?.querySelector('[data-failed]'), said, said?.querySelector('svg'), button.parentElement];
      const [bubble, words, sign, verbs] = boxes.map((one) => one?.getBoundingClientRect() ?? new DOMRect());
      const next = said?.closest('li')?.nextElementSibling?.querySelector('[data-failed]')?.getBoundingClientRect();
      return { bubble, words, sign, verbs, next, time: button.parentElement?.querySelector('time')?.textContent };
    });
    const { bubble, words, sign, verbs, next, time } = places;
    expect(time).toMatch(/^\d\d:\d\d$/);
    for (const { right } of [words, verbs] as DOMRect[]) expect(Math.abs(right - (bubble?.right ?? 0))).toBeLessThan(1);
    expect(sign?.top).toBeGreaterThanOrEqual(words?.top ?? Number.NaN);
    expect(sign?.top).toBeLessThan((words?.top ?? Number.NaN) + 10);
    expect(words?.left).toBeGreaterThanOrEqual(0);
    if (next !== undefined) expect(next.top - (verbs?.bottom ?? 0)).toBeGreaterThan((words?.top ?? 0) - (bubble?.bottom ?? 0));
    await page.context().close();
  });

test('of one of which nobody knows it is asked before, and it is begun and left by the keyboard', async () => {
  const { page } = dora;
  product.provider.behave(({ text }) => (text === 'Shall I?' ? { do: 'hang' } : { do: 'accept' }));
  await dora.say('Shall I?');
  await expect(entry('Shall I?')).toContainText('Outcome unknown');
  await verb('Shall I?', 'Edit').focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Send this message anew?' });
  await expect(question).toContainText('the customer may get it twice');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(dora.composer()).toHaveValue('');
  await verb('Shall I?', 'Edit').click();
  await question.getByRole('button', { name: 'Edit all the same' }).click();
  await expect(dora.composer()).toHaveValue('Shall I?');
  await dora.composer().fill('Shall I call?');
  const note = page.getByText('You are changing a message that was not delivered.');
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
  await cancel.click();
  await expect(dora.composer()).toHaveValue('');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(dora.composer()).toHaveValue('Shall I call?');
  await expect(note).toBeVisible();
  await cancel.click();
  await expect(dora.composer()).toHaveValue('');
  expect(received()).toEqual(['Yes, three of them']);
  // So it is before it is sent again as it is.
  product.provider.behave(() => ({ do: 'accept' }));
  await verb('Shall I?', 'Retry').click();
  const again = page.getByRole('dialog', { name: 'Send this message again?' });
  await expect(again).toContainText('the customer may get it twice');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(again).toHaveCount(0);
  await expect(entry('Shall I?')).toContainText('Outcome unknown');
  expect(received()).toEqual(['Yes, three of them']);
});

test('one goes on in another window of hers, and takes its place from there', async () => {
  product.provider.behave(({ text }) => (text === 'Tomorow' ? { do: 'refuse', reason: 'EXPIRED', final: true } : { do: 'accept' }));
  await dora.say('Tomorow');
  await expect(entry('Tomorow')).toContainText('Not delivered: the time for its delivery ran out.');
  await verb('Tomorow', 'Edit').click();
  await expect(dora.composer()).toHaveValue('Tomorow');
  const other = new AgentScreen(await dora.page.context().newPage());
  await other.page.goto(dora.page.url());
  await expect(other.composer()).toHaveValue('Tomorow');
  await expect(other.page.getByText('You are changing a message that was not delivered.')).toBeVisible();
  await other.say('Tomorrow');
  await expect(entry('Tomorrow', other)).toContainText('Sent');
  await expect(entry('Tomorow').getByRole('button', { name: 'Sent anew as another message' })).toBeVisible();
  await expect(dora.composer()).toHaveValue('');
  expect(received()).toEqual(['Yes, three of them', 'Tomorrow']);
  await other.page.close();
});

test('its way shows what happened when, by whose click, and goes on while it is open', async () => {
  const { page } = dora;
  let refuses = true;
  product.provider.behave(({ text }) =>
    text === 'At noon' && refuses ? { do: 'refuse', reason: 'INSUFFICIENT_FUNDS', final: true } : { do: 'accept' },
  );
  await dora.say('At noon');
  await expect(entry('At noon')).toContainText('Not delivered: there is no credit left');
  await verb('At noon', 'Details').click();
  await expect(path().getByRole('listitem')).toHaveText([
    /^Stored, written by Dora/,
    /^Handed over to the channel/,
    /^Not delivered: there is no credit/,
  ]);
  // The provider's own words are for those who look after the channels.
  await expect(path().getByText('What the channel said')).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(verb('At noon', 'Details')).toBeFocused();
  refuses = false;
  await verb('At noon', 'Retry').click();
  await expect(entry('At noon')).toContainText('Sent again:');
  await expect.poll(received).toContain('At noon');
  // Of what was sent it is opened from the message's menu.
  await entry('At noon').hover();
  await verb('At noon', 'Message actions').click();
  await page.getByRole('menuitem', { name: 'Delivery details' }).click();
  await expect(path().getByRole('heading', { name: 'Attempt 2' })).toBeVisible();
  await expect(path().getByText('Asked for by Dora Ilieva')).toBeVisible();
  const { providerMessageId } = product.provider.accepted.at(-1) ?? { providerMessageId: '' };
  await expect(path().getByText('Delivered', { exact: true })).toHaveCount(0);
  await maria.bring({ kind: 'STATUS', providerMessageId, status: 'DELIVERED', reason: null });
  await expect(path().getByText('Delivered', { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(path().getByText('Delivered', { exact: true })).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
});

test('whoever looks after the channels reads what the provider said', async ({ browser }) => {
  const petar = await AgentScreen.open(browser, 'Petar Kostov', { url: product.url });
  await petar.page.goto(dora.page.url());
  await verb('Shall I?', 'Details', petar).click();
  await expect(path(petar)).toContainText('Outcome unknown');
  await petar.page.keyboard.press('Escape');
  await entry('Yes, thre', petar).first().getByRole('button', { name: 'Details', exact: true }).click();
  await path(petar).getByText('What the channel said').click();
  await expect(path(petar)).toContainText('NOT_SUBSCRIBED');
  await petar.page.context().close();
});

test(
  'while one can be taken back that takes its place, colleagues read that somebody is at it, and begin nothing',
  SWEEP,
  async ({ browser }) => {
    const petar = await AgentScreen.open(browser, 'Petar Kostov', { url: product.url });
    await product.db.inAccount(product.accountId, (tx) =>
      tx
        .updateTable('accounts')
        .set({ settings: { undoSendSeconds: 10 } })
        .execute(),
    );
    product.provider.behave(({ text }) => (text === 'At for' ? { do: 'refuse', reason: 'EXPIRED', final: true } : { do: 'accept' }));
    await dora.page.reload();
    await dora.say('At for');
    await expect(entry('At for')).toContainText('Not delivered:', { timeout: 20_000 });
    await petar.page.goto(dora.page.url());
    await expect(verb('At for', 'Retry', petar)).toBeVisible();
    await verb('At for', 'Edit').click();
    await expect(dora.composer()).toHaveValue('At for');
    await dora.composer().fill('At four');
    await dora.composer().press('Enter');
    await expect(entry('At for', petar)).toContainText('Dora Ilieva is sending it anew');
    await expect(verb('At for', 'Retry', petar)).toHaveCount(0);
    await expect(verb('At for', 'Edit', petar)).toHaveCount(0);
    await expect(petar.timeline()).not.toContainText('At four');
    await expectAccessible(petar.page);
    const sent = entry('At four', petar);
    await expect(sent).toContainText('Takes the place of a message that was not delivered', { timeout: 20_000 });
    await expect(entry('At for', petar).first()).not.toContainText('is sending it anew');
    await petar.page.context().close();
  },
);
