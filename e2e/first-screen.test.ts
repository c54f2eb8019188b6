import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { signInAs } from './signing-in.ts';

/** Bytes of script, gzipped, with which an agent's first screen must be usable; what it weighs now is in docs/performance.md. */
const BUDGET = 218_000;

const assets = new URL('../web/dist/assets/', import.meta.url);
const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
const sourceOf = (name: string) => readFileSync(new URL(name, assets), 'utf8');
const weightOf = (name: string) => gzipSync(sourceOf(name)).length;

/** The files that a file imports by itself, without waiting for anything. */
const importsOf = (name: string) =>
  [...sourceOf(name).matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)].map(([, file = '']) => file);

function withImports(names: readonly string[]): Set<string> {
  const all = new Set<string>();
  const add = (name: string) => {
    if (all.has(name)) return;
    all.add(name);
    for (const imported of importsOf(name)) add(imported);
  };
  for (const name of names) add(name);
  return all;
}

/** What is imported later and yet belongs to the first screen: its page, its words, and what rings. */
const PARTS = /^(CommunicationsPage|first|ringing)-/;

const namedByPage = [...readFileSync(new URL('../index.html', assets), 'utf8').matchAll(/\/assets\/([^"]+\.js)"/g)].map(
  ([, name = '']) => name,
);

/** Notes which scripts are asked for; those that do not belong to the first screen never come. */
async function holdBackOthers(page: Page): Promise<Set<string>> {
  const allowed = withImports([...namedByPage, ...scripts.filter((name) => PARTS.test(name))]);
  const came = new Set<string>();
  await page.route('**/assets/*.js', async (route) => {
    const name = new URL(route.request().url()).pathname.replace('/assets/', '');
    if (!allowed.has(name)) return;
    came.add(name);
    await route.continue();
  });
  return came;
}

for (const language of ['en', 'bg']) {
  test(`the first screen of an agent in ${language} works with at most ${BUDGET / 1000} kB of script`, async ({ page }) => {
    await signInAs(page, 'Elena Marinova');
    await page
      .getByRole('complementary')
      .first()
      .getByRole('link', { name: /Maria Dimitrova/ })
      .click();
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    const came = await holdBackOthers(page);
    await page.reload();

    const composer = page.locator('[data-composer] textarea');
    const words = `With the first screen alone, in ${language}`;
    await composer.fill(words);
    await composer.press('Enter');
    await expect(page.getByRole('tabpanel').getByText(words)).toBeVisible();
    await expect(page.locator('[data-pending="true"]')).toHaveCount(0);
    await expect(page.locator('html')).toHaveAttribute('lang', language);

    const parts = [...came].map((name) => ({ name, bytes: weightOf(name) })).toSorted((a, b) => b.bytes - a.bytes);
    const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    const listed = [`${total} bytes in ${parts.length} files`, ...parts.map(({ name, bytes }) => `${bytes} ${name}`)].join('\n');
    test.info().annotations.push({ type: 'weight', description: listed });
    expect(total, listed).toBeLessThanOrEqual(BUDGET);
    // Whatever else is in the measure, it is the frame and the page that were measured.
    expect(parts.length).toBeGreaterThan(4);
  });
}
