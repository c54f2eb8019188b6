import type { Email, EventDetails } from '@parley/contract';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { newId } from '../server/src/platform/clock.ts';
import { someEmail } from '../server/test/emails.ts';
import { type ChannelCustomer, type ChannelProduct, startChannelProduct } from './channel-product.ts';
import { AgentScreen } from './people.ts';
import { png } from './pictures.ts';
import { expectAccessible } from './signing-in.ts';

let product: ChannelProduct;
let maria: ChannelCustomer;
let dora: AgentScreen;

test.describe.configure({ mode: 'serial', timeout: 90_000 });
test.beforeAll(async ({ browser }) => {
  product = await startChannelProduct({ types: ['EMAIL'] });
  const { db, accountId, applications } = product;
  await db.inAccount(accountId, async (tx) => {
    const mailbox = applications.get('EMAIL') ?? '';
    await tx
      .updateTable('channel_applications')
      .set({ name: 'Support', sender: 'support@lumen.example', settings: JSON.stringify({ direction: 'BOTH' }) })
      .where('id', '=', mailbox)
      .execute();
    const signature = { account_id: accountId, channel_application_id: mailbox, is_html: true, placement: 'ABOVE_QUOTE' };
    await tx
      .insertInto('signatures')
      .values({ ...signature, id: newId(), content: '<p><b>Lumen Home</b><br>Support</p>' })
      .execute();
  });
  maria = await product.customer('Maria', ['EMAIL']);
  await brings({
    subject: 'Cracked shade',
    from: `Maria <${maria.addresses.get('EMAIL')}>`,
    to: ['support@lumen.example'],
    cc: ['petar@home.example'],
  });
  dora = await AgentScreen.open(browser, 'Dora Ilieva', { url: product.url });
  await dora.row('Cracked shade').click();
  await dora.page.getByRole('button', { name: 'Take', exact: true }).first().click();
});
test.afterAll(async () => {
  await dora?.page.context().close();
  await product?.close();
});

async function brings(parts: Partial<Email>): Promise<void> {
  const email = someEmail({ id: `<${newId()}@home.example>`, ...parts });
  const address = maria.addresses.get('EMAIL') ?? '';
  await maria.bring({
    kind: 'MESSAGE',
    providerMessageId: newId(),
    address,
    name: 'Maria',
    text: '',
    content: { type: 'EMAIL', email, html: '<p>The <b>shade</b> came cracked.</p>' },
  });
}

const composer = (page: Page) => page.locator('[data-composer]');
const editor = (page: Page) => dora.page.locator('[data-composer] [contenteditable=true]').and(page.getByRole('textbox'));
const summary = (page: Page) => composer(page).getByRole('button', { expanded: false, name: /^To / });
const line = (page: Page, name: string) => composer(page).getByRole('combobox', { name, exact: true });
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });

/** From the menu of a message, which stands there while the pointer is on it: what was just sent may have moved it away from there. */
async function chooses(entry: Locator, name: string): Promise<void> {
  await expect(async () => {
    await entry.hover({ timeout: 2000 });
    await entry.getByRole('button', { name: 'Message actions' }).click({ timeout: 2000 });
  }).toPass();
  await entry.page().getByRole('menuitem', { name, exact: true }).click();
}

/** The newest e-mail that the agent sent, as it is stored. */
async function sent(subject: string): Promise<{ email: Email; html: string }> {
  const read = async () => {
    const rows = await product.db
      .reader(product.accountId)
      .selectFrom('events as e')
      .innerJoin('email_bodies as b', 'b.event_id', 'e.id')
      .select(['e.details', 'b.html'])
      .where('e.origin_type', '=', 'USER')
      .orderBy('e.id', 'desc')
      .execute();
    return rows
      .map(({ details, html }) => ({ email: (details as unknown as EventDetails).email as Email, html }))
      .find(({ email }) => email.subject === subject);
  };
  await expect.poll(read).toBeDefined();
  return (await read()) as { email: Email; html: string };
}

test('an answer has looks, copies, a picture in its text, a file, its signature and what was said before: what is stored is what was seen', async () => {
  const { page } = dora;
  await expect(summary(page)).toContainText('To Maria');
  await expect(summary(page)).toContainText('Re: Cracked shade');
  await editor(page).click();
  await page.keyboard.type('We send ');
  await composer(page).getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type('another one');
  await page.keyboard.press('Control+B');
  await page.keyboard.type(' today. ');
  await page.evaluate(
    (bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], 'shade.png', { type: 'image/png' }));
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    },
    [...png(60, 40)],
  );
  await expect(editor(page).getByRole('img', { name: 'shade.png' })).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach files' }).click();
  await (await chooser).setFiles([{ name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('The offer') }]);
  await expect(composer(page).getByText('offer.txt')).toBeVisible();
  await summary(page).click();
  await composer(page).getByRole('button', { name: 'Cc', exact: true }).click();
  await line(page, 'Cc').fill('pet');
  await expect(composer(page).getByRole('option', { name: 'petar@home.example' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.type('new@мария.бг,');
  await expect(composer(page).getByText('new@мария.бг')).toBeVisible();
  await expect(composer(page).getByText('new in this talk').first()).toBeVisible();
  await expect(page.frameLocator('iframe[title="Signature"]').getByText('Lumen Home')).toBeVisible();
  await composer(page).getByRole('button', { name: 'What was said before' }).click();
  await expect(page.frameLocator('iframe[title="What was said before"]').getByText('came cracked')).toBeVisible();
  await expectAccessible(page);
  await expect(send(page)).toBeEnabled();
  await send(page).click();
  const { email, html } = await sent('Re: Cracked shade');
  expect(html).toMatch(/^<div><p>We send <strong>another one<\/strong> today\. <img [^>]*src="cid:[\da-f-]{36}"/);
  expect(html).toContain('<b>Lumen Home</b>');
  expect(html).toMatch(/wrote:<\/div><blockquote[^>]*><p>The <b>shade<\/b> came cracked\.<\/p><\/blockquote>/);
  expect(email).toMatchObject({ cc: ['petar@home.example', 'new@xn--80aqkr0f.xn--90ae'], from: 'support@lumen.example', bcc: [] });
  expect(email.attachments.map(({ name, isInline }) => [name, isInline])).toEqual([
    ['shade.png', true],
    ['offer.txt', undefined],
  ]);
  await expect(editor(page)).toHaveText('');
  await expect(dora.timeline().frameLocator('iframe').last().getByText('another one')).toBeVisible();
});

test('a blind copy goes along with no answer to all, and an e-mail is passed on with its files', async () => {
  const { page } = dora;
  await summary(page).click();
  await composer(page).getByRole('button', { name: 'Bcc', exact: true }).click();
  await line(page, 'Bcc').fill('boss@lumen.example');
  await page.keyboard.press('Enter');
  await composer(page).getByLabel('Subject').fill('Offer 7');
  await editor(page).click();
  await page.keyboard.type('Here is the offer.');
  await page.keyboard.press('Control+Enter');
  expect((await sent('Offer 7')).email.bcc).toEqual(['boss@lumen.example']);
  const entry = dora.timeline().getByRole('listitem').filter({ hasText: 'Offer 7' }).last();
  await chooses(entry, 'Reply all');
  await editor(page).click();
  await page.keyboard.type('One more thing.');
  await page.keyboard.press('Control+Enter');
  const again = await sent('Re: Offer 7');
  expect([...again.email.to, ...again.email.cc, ...again.email.bcc]).not.toContain('boss@lumen.example');
  expect(again.html).not.toContain('boss@lumen.example');
  const first = dora.timeline().getByRole('listitem').filter({ hasText: 'Re: Cracked shade' }).last();
  await chooses(first, 'Forward');
  await expect(send(page)).toBeDisabled();
  await line(page, 'To').fill('workshop@lumen.example');
  await page.keyboard.press('Enter');
  await expect(composer(page).getByText('offer.txt')).toBeVisible();
  await send(page).click();
  const { email } = await sent('Fwd: Re: Cracked shade');
  expect(email.to).toEqual(['workshop@lumen.example']);
  expect(email.attachments.map(({ name }) => name).toSorted()).toEqual(['offer.txt', 'shade.png']);
});

/** The e-mail that waits, as it is stored. */
const waiting = () =>
  product.db
    .reader(product.accountId)
    .selectFrom('scheduled_messages')
    .select(['text', 'email', 'file_ids'])
    .where('state', '=', 'WAITING')
    .executeTakeFirst();

test('keys answer the last e-mail to all, the palette passes it on, and the list of shortcuts names both', async () => {
  const { page } = dora;
  await brings({
    subject: 'Second shade',
    from: `Maria <${maria.addresses.get('EMAIL')}>`,
    to: ['support@lumen.example', 'anton@home.example'],
    cc: ['petar@home.example'],
  });
  await expect(dora.timeline().getByRole('listitem').filter({ hasText: 'Second shade' }).last()).toBeVisible();
  await editor(page).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+R');
  await expect(summary(page)).toContainText('Re: Second shade');
  await expect(editor(page)).toBeFocused();
  await page.keyboard.type('It goes out today.');
  await page.keyboard.press('Control+Enter');
  const { email } = await sent('Re: Second shade');
  expect(email.to).toEqual([expect.stringContaining('Maria'), 'anton@home.example']);
  expect(email.cc).toEqual(['petar@home.example']);
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog');
  await expect(shortcuts.getByText('Reply all to the last e-mail')).toBeVisible();
  await expect(shortcuts.getByText('Forward the last e-mail')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+K');
  await page.keyboard.type('Forward the last');
  await expect(page.getByRole('option', { name: /Forward the last e-mail/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(line(page, 'To')).toBeVisible();
  await expect(composer(page).getByLabel('Subject')).toHaveValue('Fwd: Re: Second shade');
});

test('an e-mail that waits is edited with its recipients, subject, looks and files, and keeps what nobody changed', async () => {
  const { page } = dora;
  await line(page, 'To').fill('workshop@lumen.example');
  await page.keyboard.press('Enter');
  await editor(page).click();
  await page.keyboard.press('Control+B');
  await page.keyboard.type('Please look');
  await page.keyboard.press('Control+B');
  await page.keyboard.type(' at it.');
  await page.getByRole('button', { name: 'Send later', exact: true }).click();
  await page.getByRole('menuitem').first().click();
  await expect.poll(waiting).toMatchObject({ text: 'Please look at it.' });
  const before = (await waiting())?.email as { forwards?: string; html?: string };
  const strip = page.locator('[data-above-composer]');
  await strip.getByRole('button', { name: 'Edit', exact: true }).click();
  const field = strip.locator('[contenteditable=true]');
  await expect(field).toBeFocused();
  await expect(field.locator('strong')).toHaveText('Please look');
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Thank you.');
  await strip.getByRole('button', { name: /^To workshop/ }).click();
  await expect(strip.getByText('workshop@lumen.example').first()).toBeVisible();
  await strip.getByLabel('Subject').fill('The shade, once more');
  const chooser = page.waitForEvent('filechooser');
  await strip.getByRole('button', { name: 'Attach files' }).click();
  await (await chooser).setFiles([{ name: 'sketch.txt', mimeType: 'text/plain', buffer: Buffer.from('A sketch') }]);
  await expect(strip.getByText('sketch.txt')).toBeVisible();
  await expectAccessible(page);
  // What was typed outlives a reload, with its looks.
  await page.reload();
  await expect(field.locator('strong')).toHaveText('Please look');
  await expect(field).toHaveText('Please look at it. Thank you.');
  await strip.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('as it is now')).toBeVisible();
  const after = await waiting();
  expect(after?.text).toBe('Please look at it. Thank you.');
  expect(after?.file_ids).toHaveLength(1);
  expect(after?.email).toMatchObject({
    to: ['workshop@lumen.example'],
    subject: 'The shade, once more',
    html: '<p><strong>Please look</strong> at it. Thank you.</p>',
    forwards: before.forwards,
  });
});
