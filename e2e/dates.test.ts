import { type Browser, expect, type Page, test } from '@playwright/test';
import { productUrl } from './people.ts';
import { expectAccessible, signInAs } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

/** An admin whose browser speaks American English, whatever the product is read in. */
async function asAna(browser: Browser, language: 'en' | 'bg', viewport = { width: 1280, height: 800 }): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-US', baseURL: productUrl(), viewport })).newPage();
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  await signInAs(page, 'Ana Tsvetkova', '/admin/audit');
  return page;
}

test('a date is written as the language of the product writes it, and typed with the day first', SWEEP, async ({ browser }) => {
  const bulgarian = await asAna(browser, 'bg');
  const from = bulgarian.getByRole('textbox', { name: 'От', exact: true });
  await expect(from).toHaveAttribute('placeholder', 'дд.мм.гггг г.');
  await from.fill('3.11.2026');
  await from.press('Tab');
  await expect(from).toHaveValue('03.11.2026 г.');
  await expect(bulgarian).toHaveURL(/from=2026-11-03/);
  await from.fill('31.2.2026');
  await from.press('Tab');
  await expect(from).toHaveValue('31.2.2026');
  await expect(from).toHaveAccessibleDescription(/^Това не е дата\. Въведете я във вида \d\d\.\d\d\.\d{4} г\.$/);
  await expect(bulgarian).not.toHaveURL(/from=/);
  await expectAccessible(bulgarian);
  await from.fill('5.6');
  await from.press('Enter');
  await expect(from).toHaveValue(/^05\.06\.\d{4} г\.$/);
  await from.fill('');
  await expect(bulgarian).not.toHaveURL(/from=/);
  await bulgarian.context().close();

  const english = await asAna(browser, 'en');
  await english.getByRole('textbox', { name: 'From' }).fill('3.11.2026');
  await english.keyboard.press('Tab');
  await expect(english.getByRole('textbox', { name: 'From' })).toHaveValue('03/11/2026');
  await english.context().close();
});

test(
  'a date is chosen in the calendar by keys alone, which speaks the same language; Escape ends the calendar and not its dialog',
  SWEEP,
  async ({ browser }) => {
    const page = await asAna(browser, 'bg', { width: 360, height: 740 });
    await page.goto('/admin/timeslots/create');
    await page.getByRole('button', { name: 'Добавяне на изключение' }).click();
    const dialog = page.getByRole('dialog', { name: 'Добавяне на изключение' });
    const first = dialog.getByRole('textbox', { name: 'Първи ден' });
    await first.fill('30.11.2026');
    await first.press('Tab');
    await expect(dialog.getByRole('button', { name: 'Календар' }).first()).toBeFocused();
    await page.keyboard.press('Enter');
    const calendar = dialog.getByRole('dialog', { name: 'Календар' });
    await expect(calendar.getByRole('button', { name: 'понеделник, 30 ноември 2026 г.' })).toBeFocused();
    await expect(calendar.getByRole('columnheader')).toHaveText(['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Нд'], { ignoreCase: true });
    await expectAccessible(page);
    const box = await calendar.boundingBox();
    if (box === null) throw new Error('The calendar has no place.');
    expect([box.x >= 0, box.y >= 0, box.x + box.width <= 360, box.y + box.height <= 740], JSON.stringify(box)).toEqual(Array(4).fill(true));
    // Arrows cross into another month and back, page keys go by months.
    await page.keyboard.press('ArrowDown');
    await expect(calendar.getByRole('button', { name: 'понеделник, 7 декември 2026 г.' })).toBeFocused();
    await page.keyboard.press('PageUp');
    await expect(calendar.getByRole('button', { name: 'събота, 7 ноември 2026 г.' })).toBeFocused();
    await page.keyboard.press('PageDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    await expect(calendar.getByRole('button', { name: 'неделя, 29 ноември 2026 г.' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(first).toHaveValue('29.11.2026 г.');
    await expect(calendar).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Календар' }).first()).toBeFocused();

    await page.keyboard.press('Enter');
    await calendar.getByRole('button', { name: 'Ноември 2026 г.', exact: true }).click();
    await expect(calendar.getByRole('button', { name: /^ное/i })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(calendar).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.context().close();
  },
);
