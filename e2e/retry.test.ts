import { expect, type Locator, test } from '@playwright/test';
import type { AgentScreen } from './people.ts';
import { expectAccessible } from './signing-in.ts';
import { type SmsDesk, startSmsDesk } from './sms-desk.ts';

let desk: SmsDesk;
let product: SmsDesk['product'];
let dora: AgentScreen;

test.describe.configure({ mode: 'serial', timeout: 60_000 });
test.beforeAll(async ({ browser }) => {
  desk = await startSmsDesk(browser);
  ({ product, dora } = desk);
});
test.afterAll(() => desk?.close());

/** The entry of the timeline with these words, and what is tried again from it. */
const entry = (words: string): Locator => dora.timeline().getByRole('listitem').filter({ hasText: words });
const retryOf = (words: string): Locator => entry(words).getByRole('button', { name: 'Retry' });

/** The attempts at an event, oldest first. */
async function attemptsAt(words: string): Promise<string[]> {
  const rows = await product.db
    .reader(product.accountId)
    .selectFrom('attempts as a')
    .innerJoin('events as e', 'e.id', 'a.event_id')
    .select(['a.state', 'e.message'])
    .orderBy('a.place')
    .execute();
  return rows.filter(({ message }) => (message as { text?: string } | null)?.text === words).map(({ state }) => state);
}

test('a message that the provider refused says so, and a click sends it again', async () => {
  product.provider.behave((_request, before) => (before === 0 ? { do: 'refuse', reason: 'BLOCKED', final: true } : { do: 'accept' }));
  await dora.say('Yes, three of them');
  await expect(entry('Yes, three of them')).toContainText('Not delivered:');
  await expect(retryOf('Yes, three of them')).toHaveAccessibleDescription(/^Not delivered: /);
  expect(await attemptsAt('Yes, three of them')).toEqual(['REJECTED']);
  await expectAccessible(dora.page);
  await retryOf('Yes, three of them').click();
  await expect(entry('Yes, three of them')).toContainText('Sent');
  await expect(retryOf('Yes, three of them')).toHaveCount(0);
  await expect.poll(() => attemptsAt('Yes, three of them')).toEqual(['REJECTED', 'SENT']);
  // That it went later than it was written stays to be read, with its way behind it.
  const sign = entry('Yes, three of them').getByRole('button', { name: /^Sent again: \d\d:\d\d$/ });
  await expect(sign).toHaveAttribute('title', /Asked for by Dora Ilieva$/);
  await sign.click();
  await expect(dora.page.getByRole('dialog', { name: 'Delivery details' })).toContainText('Attempt 2');
  await expectAccessible(dora.page);
  await dora.page.keyboard.press('Escape');
  await expect(sign).toBeFocused();
  expect(product.provider.accepted.map(({ text }) => text)).toEqual(['Yes, three of them']);
});

test('one of which nobody knows is not sent again by itself, and is by the keyboard', async () => {
  let silent = true;
  product.provider.behave(() => (silent ? { do: 'hang' } : { do: 'accept' }));
  await dora.say('Shall I put one aside?');
  await expect(entry('Shall I put one aside?')).toContainText('Outcome unknown');
  await expect(retryOf('Shall I put one aside?')).toHaveAccessibleDescription(/^Outcome unknown/);
  // It stays so after the page is read anew, and while it does, nothing is asked of the provider.
  await dora.page.reload();
  await expect(entry('Shall I put one aside?')).toContainText('Outcome unknown');
  expect(await attemptsAt('Shall I put one aside?')).toEqual(['UNKNOWN']);
  silent = false;
  await dora.composer().focus();
  for (let steps = 0; steps < 30; steps++) {
    if (await retryOf('Shall I put one aside?').evaluate((button) => button === document.activeElement)) break;
    await dora.page.keyboard.press('Shift+Tab');
  }
  await dora.page.keyboard.press('Enter');
  // The customer may get it twice: that is asked before.
  await expect(dora.page.getByRole('dialog', { name: 'Send this message again?' })).toBeVisible();
  expect(await attemptsAt('Shall I put one aside?')).toEqual(['UNKNOWN']);
  await dora.page.keyboard.press('Tab');
  await expect(dora.page.getByRole('button', { name: 'Send again all the same' })).toBeFocused();
  await dora.page.keyboard.press('Enter');
  await expect.poll(() => attemptsAt('Shall I put one aside?')).toEqual(['UNKNOWN', 'SENT']);
  await expect(entry('Shall I put one aside?')).toContainText('Sent again:');
});

test('both stand in the notifications, read where they were seen, and lead to their message in the room', async () => {
  const { page } = dora;
  const room = page.url();
  await page.goto(new URL('/profile', room).href);
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await expect(list.getByRole('link').filter({ hasText: 'Maria' })).toHaveText([
    /^It is not known whether a message to Maria over SMS arrived: “/,
    /^A message to Maria over SMS was not delivered: “Yes, three of them”/,
  ]);
  await expect(list.getByRole('img', { name: 'Unread' })).toHaveCount(0);
  await expectAccessible(page);
  await list.getByRole('link', { name: /^A message to Maria/ }).click();
  await expect(page).toHaveURL((url) => url.href.startsWith(room) && url.searchParams.has('scrollToRoomEventId'));
  await expect(entry('Yes, three of them')).toBeFocused();
});
