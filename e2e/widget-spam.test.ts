import { expect, test } from '@playwright/test';
import { nobodyIsReady, SHOP_WIDGET } from './demo-database.ts';
import { AgentScreen, Visitor } from './people.ts';
import { expectAccessible } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

test('spam is marked in the room, nothing more comes from that visitor, and an admin lets them write again', SWEEP, async ({ browser }) => {
  await nobodyIsReady();
  const visitor = await Visitor.open(browser);
  await visitor.say('Cheapest lamps of the city');
  await expect(visitor.log()).toContainText('Cheapest lamps of the city');
  const elena = await AgentScreen.open(browser, 'Elena');
  await elena.chooseStatus('Ready');
  await elena.row('Cheapest lamps').click();
  await elena.page.getByRole('button', { name: 'Mark as spam' }).click();
  const dialog = elena.page.getByRole('dialog', { name: 'Mark as spam?' });
  await dialog.getByLabel('Reason').fill('Advertising');
  await expectAccessible(elena.page);
  await dialog.getByRole('button', { name: 'Mark as spam' }).click();
  await expect(elena.page.getByText('Marked as spam. The visitor is blocked.')).toBeVisible();
  await expect(elena.page.getByText('This visitor is blocked.')).toBeVisible();
  await expect(elena.page.getByText('Advertising')).toBeVisible();
  await expect(elena.page.getByText(/^Marked as spam: messages from .+ are no longer accepted\.$/)).toBeVisible();
  await expect(elena.timeline()).toContainText('You resolved the conversation (marked as spam)');

  // What is so, and no way on that leads nowhere.
  await expect(visitor.chat.getByText('Messages from here are no longer accepted.')).toBeVisible();
  await expect(visitor.chat.getByText('Write again to start a new one.')).toBeHidden();
  await expect(visitor.chat.getByRole('button', { name: 'Attach files' })).toBeDisabled();

  const ana = await AgentScreen.open(browser, 'Ana');
  await ana.page.goto(`/admin/widget?id=${SHOP_WIDGET}`);
  const blocked = ana.page.getByRole('listitem').filter({ hasText: 'Advertising' });
  await blocked.scrollIntoViewIfNeeded();
  await expectAccessible(ana.page);
  await blocked.getByRole('button', { name: /^Unblock/ }).click();
  await expect(blocked).toBeHidden();
  await expect(elena.page.getByText('This visitor is blocked.')).toBeHidden();
  await expect(visitor.chat.getByText('Write again to start a new one.')).toBeVisible();
  await visitor.say('Cheaper still');
  await expect(elena.timeline()).toContainText('Cheaper still');
  await elena.chooseStatus('Break');
  for (const { page } of [elena, ana, visitor]) await page.context().close();
});
