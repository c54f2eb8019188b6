import { expect, test } from '@playwright/test';
import { nobodyIsReady, SHOP_WIDGET, withWidget } from './demo-database.ts';
import { Visitor } from './people.ts';
import { expectAccessible, signInAs } from './signing-in.ts';

test('an admin says what the chat asks and what it says when nobody is there, and visitors meet that', async ({ page, browser }) => {
  // Put back afterwards, whatever becomes of the test.
  await withWidget({ ask_name: 'OPTIONAL', ask_consent: 'NO', closed_form: false, privacy_url: '' }, async () => {
    await page.addInitScript(() => localStorage.setItem('language', 'en'));
    await signInAs(page, 'Ana Tsvetkova');
    await page.goto(`/admin/widget?id=${SHOP_WIDGET}`);
    const privacy = page.getByLabel('Address of the privacy policy');
    await privacy.fill('our policy');
    await privacy.press('Tab');
    await expect(privacy).toHaveAccessibleDescription(/This is not a web address/);
    await privacy.fill('https://shop.example/privacy');
    await page.getByRole('combobox', { name: 'Consent to the privacy policy' }).click();
    await page.getByRole('option', { name: 'Required' }).click();
    await page.getByRole('switch', { name: 'Say so when nobody is there' }).check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Consent to the privacy policy' })).toHaveValue('Required');
    await expect(page.getByRole('switch', { name: 'Say so when nobody is there' })).toBeChecked();

    await nobodyIsReady();
    const visitor = await Visitor.open(browser);
    await expect(visitor.chat.getByText('Nobody is here just now.')).toBeVisible();
    await expect(visitor.chat.getByRole('textbox', { name: 'E-mail', exact: true })).toBeVisible();
    await expect(visitor.chat.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', 'https://shop.example/privacy');
    await visitor.say('Hello');
    await expect(visitor.chat.getByText('Without your consent the chat cannot begin.')).toBeVisible();
  });
});

test('the secret that signs visitors is told once, and another one only after a question', async ({ page }) => {
  await withWidget({ identity_secret: null }, async () => {
    await page.addInitScript(() => localStorage.setItem('language', 'en'));
    await signInAs(page, 'Ana Tsvetkova');
    await page.goto(`/admin/widget?id=${SHOP_WIDGET}`);
    await page.getByRole('button', { name: 'Make a secret' }).click();
    const told = page.getByRole('dialog').getByLabel('Secret');
    const first = await told.inputValue();
    expect(first.length).toBeGreaterThan(30);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('button', { name: 'Make another secret' }).click();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Make another secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make another secret' }).click();
    await expect(told).not.toHaveValue(first);
    await page.reload();
    await expect(page.getByText('Set', { exact: true })).toBeVisible();
    expect(await page.content()).not.toContain(first);
  });
});
