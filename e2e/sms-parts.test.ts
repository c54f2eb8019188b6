import { expect, test } from '@playwright/test';
import { expectAccessible } from './signing-in.ts';
import { type SmsDesk, startSmsDesk } from './sms-desk.ts';

let desk: SmsDesk;
test.describe.configure({ mode: 'serial', timeout: 60_000 });
test.beforeAll(async ({ browser }) => {
  desk = await startSmsDesk(browser);
});
test.afterAll(() => desk?.close());

test('an SMS says how many parts it takes while it is written, and is not sent beyond ten', async () => {
  const { dora, product } = desk;
  const composer = dora.page.locator('[data-composer]');
  const field = composer.getByRole('textbox');
  const counter = composer.locator('[data-sms-parts]');
  await expect(counter).toHaveCount(0);
  await field.fill('Hello');
  await expect(counter).toHaveText('1 part · 155 characters left · Latin letters (GSM)');
  await field.fill(`${'a'.repeat(159)}€`);
  await expect(counter).toHaveText('2 parts, each charged separately · 145 characters left · Latin letters (GSM)');
  await field.fill('ж'.repeat(71));
  await expect(counter).toHaveText('2 parts, each charged separately · 63 characters left · All letters (Unicode)');
  await expectAccessible(dora.page);

  await field.fill('ж'.repeat(671));
  await expect(composer.getByRole('alert')).toHaveText('This text is too long for an SMS. Parts that it would take: 11; at most: 10.');
  await expect(composer.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.press('Enter');
  expect(product.provider.accepted).toEqual([]);

  const tenParts = 'ж'.repeat(670);
  await field.fill(tenParts);
  await field.press('Enter');
  await expect.poll(() => product.provider.accepted.map(({ text }) => text)).toEqual([tenParts]);
});

test('on a phone and in Bulgarian too', async () => {
  const { dora } = desk;
  await dora.page.addInitScript(() => localStorage.setItem('language', 'bg'));
  await dora.page.setViewportSize({ width: 390, height: 844 });
  await dora.page.reload();
  const composer = dora.page.locator('[data-composer]');
  await composer.getByRole('textbox').fill('ж'.repeat(71));
  const counter = composer.locator('[data-sms-parts]');
  await expect(counter).toHaveText('2 части, всяка се таксува отделно · остават 63 знака · всички азбуки (Unicode)');
  const [send, whole] = [
    await composer.getByRole('button', { name: 'Изпращане', exact: true }).boundingBox(),
    await composer.boundingBox(),
  ];
  expect((send?.x ?? 0) + (send?.width ?? 0)).toBeLessThanOrEqual((whole?.x ?? 0) + (whole?.width ?? 0));
});
