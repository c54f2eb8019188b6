import { expect, type Locator, type Page, test } from '@playwright/test';
import { nobodyIsReady } from './demo-database.ts';
import { shopUrl, Visitor } from './people.ts';
import { expectAccessible } from './signing-in.ts';

/** So many stops the shop's page and the chat may have before what is looked for. */
const MOST_STOPS = 60;

/** Presses Tab until the one meant has the focus, in the page or in the chat's frame. */
async function tabTo(page: Page, place: Locator, stroke: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await place.waitFor();
  for (let presses = 0; presses < MOST_STOPS; presses += 1) {
    // The focus of a frame is that of its own document, whether or not the page has given it to the frame.
    if (await place.evaluate((element) => element === (element.getRootNode() as Document).activeElement && document.hasFocus())) break;
    await page.keyboard.press(stroke);
  }
  await expect(place).toBeFocused();
  expect(await place.evaluate((element) => element.matches(':focus-visible'))).toBe(true);
}

test('by keyboard alone a visitor opens the chat, says who they are, writes, takes a file away and closes it', async ({ browser }) => {
  await nobodyIsReady();
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
  const visitor = new Visitor(await context.newPage());
  const { page, chat } = visitor;
  await page.goto(shopUrl());
  const launcher = page.getByRole('button', { name: /^Open the chat/ });
  await tabTo(page, launcher);
  await page.keyboard.press('Enter');
  await expect(visitor.field()).toBeFocused();

  await tabTo(page, chat.getByRole('textbox', { name: 'Name (optional)' }), 'Shift+Tab');
  await page.keyboard.type('Rada Koleva');
  await tabTo(page, visitor.field());
  await page.keyboard.type('Which bulb fits?');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('The lamp is small.');
  await page.keyboard.press('Enter');
  await expect(visitor.log()).toContainText(/Which bulb fits\?\s*The lamp is small\./);
  await expect(visitor.field()).toBeFocused();
  await expect(visitor.field()).toHaveValue('');

  // The window in which files are chosen is the system's own: Enter asks for it, and what was chosen there comes back.
  await tabTo(page, chat.getByRole('button', { name: 'Attach files' }));
  const input = chat.locator('input[type=file]');
  await input.evaluate((element) =>
    element.addEventListener('click', (event) => {
      event.preventDefault();
      element.dataset.asked = 'yes';
    }),
  );
  await page.keyboard.press('Enter');
  await expect(input).toHaveAttribute('data-asked', 'yes');
  await input.setInputFiles({ name: 'lamp.txt', mimeType: 'text/plain', buffer: Buffer.from('a lamp') });
  await tabTo(page, chat.getByRole('button', { name: 'Remove lamp.txt' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(chat.getByText('lamp.txt')).toHaveCount(0);
  await expect(chat.getByRole('button', { name: 'Attach files' })).toBeFocused();
  await expectAccessible(page);

  await tabTo(page, chat.getByRole('button', { name: 'Close the chat' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(launcher).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(visitor.field()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(launcher).toBeFocused();
  await context.close();
});
