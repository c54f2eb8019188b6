import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { plainPicture } from '../server/test/pictures.ts';
import { AgentScreen } from './people.ts';
import { expectAccessible } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

test.describe.configure({ mode: 'serial', timeout: 60_000 });

/** Pictures that have come, and are not only asked for. */
const shown = (pictures: Locator) =>
  pictures.evaluateAll((all) => all.filter((one) => one instanceof HTMLImageElement && one.complete && one.naturalWidth > 0).length);

async function onProfile(browser: Browser): Promise<Page> {
  const { page } = await AgentScreen.open(browser, 'Elena Marinova');
  await page.getByRole('button', { name: /^Elena Marinova/ }).click();
  await page.getByRole('menuitem', { name: 'My profile' }).click();
  await expect(page.getByRole('group', { name: 'Picture' })).toBeVisible();
  return page;
}

test(
  'a picture is cut by keyboard, stands in the bar at once, and at a colleague’s without a reload; then it is taken away',
  SWEEP,
  async ({ browser }) => {
    const petar = await AgentScreen.open(browser, 'Petar Kostov');
    // Only rows near the screen are drawn, and other tests leave conversations that wait above this one.
    await petar.page.setViewportSize({ width: 1440, height: 6000 });
    await petar.page.goto('/communications?show=all');
    await expect(petar.row('Maria Dimitrova')).toBeVisible();
    const theirs = petar.rooms().locator('img');
    expect(await shown(theirs)).toBe(0);

    const page = await onProfile(browser);
    const field = page.getByRole('group', { name: 'Picture' });
    await expect(field).toHaveAccessibleDescription(/At most \d+ MB/);
    const buffer = await plainPicture(900, 600).png().toBuffer();
    await field.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    const dialog = page.getByRole('dialog', { name: 'Choose the part to show' });
    const part = dialog.getByRole('region', { name: 'The part of the picture that is shown' });
    await expect(part).toBeFocused();
    const left = () => part.locator('img').evaluate((picture) => Number.parseFloat((picture as HTMLElement).style.left));
    await expect.poll(left).toBe(-25);
    await page.keyboard.press('ArrowRight');
    expect(await left()).toBe(-20);
    await page.keyboard.press('+');
    await expect(dialog.getByRole('slider', { name: 'Zoom' })).toHaveAttribute('aria-valuenow', '1.1');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Use this picture' }).click();
    await expect(page.getByText('Your picture was saved.')).toBeVisible();
    await expect.poll(() => shown(page.getByRole('banner').locator('img'))).toBe(1);
    await expect.poll(() => shown(theirs)).toBeGreaterThan(0);

    await field.getByRole('button', { name: 'Remove the picture' }).click();
    await expect(page.getByText('Your picture was removed.')).toBeVisible();
    await expect(page.getByRole('banner').locator('img')).toHaveCount(0);
    await expect(theirs).toHaveCount(0);
  },
);

test('what is no picture is refused at the field, and nothing changes', async ({ browser }) => {
  const page = await onProfile(browser);
  const field = page.getByRole('group', { name: 'Picture' });
  await field.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('words') });
  await expect(field.getByRole('alert')).toContainText('The file is not a picture that can be shown.');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(field.getByRole('button', { name: 'Choose a picture' })).toBeVisible();
});
