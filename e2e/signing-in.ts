import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Signs in as one of the demo people, by the name on the sign-in page; ends on the page that was asked for. */
export async function signInAs(page: Page, name: string, path = '/'): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name }).click();
  await expect(page.getByRole('navigation')).toBeVisible();
}

/** Fails with what axe finds on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
}
