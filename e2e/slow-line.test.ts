import { expect, type Page, test } from '@playwright/test';
import { signInByPage } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

const openRoom = (page: Page) =>
  page
    .getByRole('complementary')
    .first()
    .getByRole('link', { name: /Maria Dimitrova/ })
    .click({ timeout: 20_000 });
const composerOf = (page: Page) => page.locator('[data-composer] textarea');

test(
  'where no socket can be had, the rooms come, what others write is seen, and what one writes goes',
  SWEEP,
  async ({ context, page }) => {
    test.setTimeout(120_000);
    await signInByPage(page, 'Elena Marinova', '/communications');
    const other = await context.newPage();
    // The way to a socket begins with a ticket, which never comes.
    await other.route('**/api/realtime/tickets', () => undefined);
    await other.goto('/communications');
    await openRoom(other);
    await expect(other.getByRole('banner').getByText('No connection. Parley keeps trying.')).toBeVisible();

    await openRoom(page);
    const heard = `Written where a socket stands, ${Date.now()}`;
    await composerOf(page).fill(heard);
    await composerOf(page).press('Enter');
    await expect(other.getByRole('tabpanel').getByText(heard)).toBeVisible({ timeout: 45_000 });

    const sent = `Written where none stands, ${Date.now()}`;
    await composerOf(other).fill(sent);
    await composerOf(other).press('Enter');
    await expect(page.getByRole('tabpanel').getByText(sent)).toBeVisible({ timeout: 20_000 });
    await expect(other.locator('[data-pending="true"]')).toHaveCount(0, { timeout: 20_000 });
  },
);
