import { expect, test } from '@playwright/test';
import { nobodyIsReady, SHOP_WIDGET, withWidget } from './demo-database.ts';
import { Visitor } from './people.ts';
import { expectAccessible, signInAs } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

const LUMEN = '0193a1de-0000-7000-8000-0000000000a1';

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
    await expect(visitor.chat.getByText('Without your consent the chat cannot start.')).toBeVisible();
  });
});

test('the link to the privacy policy stands in the chat whatever is asked, also after the first message', async ({ browser }) => {
  const nothing = { ask_name: 'NO', ask_email: 'NO', ask_phone: 'NO', ask_consent: 'NO', closed_form: false };
  await withWidget({ ...nothing, privacy_url: 'https://shop.example/privacy' }, async () => {
    const visitor = await Visitor.open(browser);
    const link = visitor.chat.getByRole('link', { name: 'Privacy policy' });
    await expect(link).toHaveAttribute('href', 'https://shop.example/privacy');
    await expectAccessible(visitor.page);
    await visitor.say('Hello');
    await expect(visitor.log()).toContainText('Hello');
    await expect(link).toBeInViewport();
  });
});

test('another chat is not chosen over unsaved words unasked', SWEEP, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await signInAs(page, 'Ana Tsvetkova');
  await page.goto(`/admin/widget?id=${SHOP_WIDGET}`);
  const header = page.getByRole('textbox', { name: 'Header' });
  await header.fill('Ask the shop anything');
  const chooser = page.getByRole('combobox', { name: 'Chat', exact: true });
  const here = await chooser.inputValue();
  const chooseOther = async () => {
    await chooser.click();
    await page.getByRole('option').and(page.locator('[aria-selected="false"]')).first().click();
  };
  await chooseOther();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await expect(header).toHaveValue('Ask the shop anything');
  await expect(chooser).toHaveValue(here);
  await chooseOther();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(chooser).not.toHaveValue(here);
  await expect(header).not.toHaveValue('Ask the shop anything');
});

test('the secret that signs visitors is told once, and another one only after a question', SWEEP, async ({ page }) => {
  await withWidget({ identity_secret: null }, async () => {
    await page.addInitScript(() => localStorage.setItem('language', 'en'));
    await signInAs(page, 'Ana Tsvetkova');
    await page.goto(`/admin/widget?id=${SHOP_WIDGET}`);
    await page.getByRole('button', { name: 'Create secret' }).click();
    const told = page.getByRole('dialog').getByLabel('Secret');
    const first = await told.inputValue();
    expect(first.length).toBeGreaterThan(30);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('button', { name: 'Create a new secret' }).click();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Create a new secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create a new secret' }).click();
    await expect(told).not.toHaveValue(first);
    await page.reload();
    await expect(page.getByText('Set', { exact: true })).toBeVisible();
    expect(await page.content()).not.toContain(first);
  });
});

test('a super admin changes the chat of an account, and the shop’s visitors meet that', SWEEP, async ({ page, browser }) => {
  await withWidget({ header_text: 'Lumen Home', primary_color: '#1f5f54' }, async () => {
    await page.addInitScript(() => localStorage.setItem('language', 'en'));
    await signInAs(page, 'Stefan Asenov');
    await page.goto(`/super-admin/accounts/${LUMEN}/settings`);
    await page.getByRole('link', { name: 'Manage the website chat' }).click();
    await expect(page).toHaveURL(new RegExp(`/super-admin/accounts/${LUMEN}/settings/widget`));
    // There are two: that of the English shop and that of the Bulgarian one.
    for (const name of ['Магазин Lumen Home', 'Lumen Home shop']) {
      await page.getByRole('combobox', { name: 'Chat', exact: true }).click();
      await page.getByRole('option', { name }).click();
      await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name);
    }
    await expect(page).toHaveURL(new RegExp(`id=${SHOP_WIDGET}`));
    const header = page.getByRole('textbox', { name: /^Header/ });
    await expect(header).toHaveValue('Lumen Home');
    await header.fill('Lamps for everybody');
    const colour = page.getByRole('textbox', { name: 'Main colour' });
    await colour.fill('#0f4c81');
    await colour.press('Escape');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved.')).toBeVisible();
    await page.reload();
    await expect(header).toHaveValue('Lamps for everybody');

    const visitor = await Visitor.open(browser);
    await expect(visitor.chat.getByText('Lamps for everybody').first()).toBeVisible();
    const bubble = visitor.page.locator('[data-parley-widget]');
    expect(await bubble.evaluate((host) => (host as HTMLElement).style.getPropertyValue('--w1'))).toBe('#0f4c81');
    await visitor.page.context().close();
  });
});
