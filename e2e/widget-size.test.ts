import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, type Request, test } from '@playwright/test';
import { shopUrl } from './people.ts';

const dist = new URL('../widget/dist/', import.meta.url);
/** As the server sends it. */
const gzipped = (file: string) => gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length;

test('the loader weighs at most 8 kB', () => {
  expect(gzipped('widget.js')).toBeLessThanOrEqual(8_000);
});

test('all script, also what may come later, weighs at most 90 kB', () => {
  const scripts = readdirSync(new URL('assets/', dist)).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(1);
  expect(scripts.reduce((sum, name) => sum + gzipped(`assets/${name}`), gzipped('widget.js'))).toBeLessThanOrEqual(90_000);
});

/** Files of the widget that are not its code: pictures of letters, which come packed, and after the words that they dress. */
const LETTERS = /\.woff2$/;

for (const lang of ['en', 'bg']) {
  test(`loader, page, styles and script until a visitor can write in ${lang}, form and all, weigh at most 90 kB as they come`, async ({
    page,
  }) => {
    const came: Array<Promise<{ name: string; bytes: number }>> = [];
    const isOfWidget = (request: Request) => /^\/(widget\.js$|chat\/)/.test(new URL(request.url()).pathname);
    let underWay = 0;
    page.on('request', (request) => {
      if (isOfWidget(request)) underWay += 1;
    });
    page.on('requestfinished', (request) => {
      const { pathname } = new URL(request.url());
      if (!isOfWidget(request)) return;
      underWay -= 1;
      if (!LETTERS.test(pathname)) came.push(request.sizes().then(({ responseBodySize: bytes }) => ({ name: pathname, bytes })));
    });
    await page.goto(`${shopUrl()}?lang=${lang}`);
    await page.locator('[data-parley-widget] .bubble').click();
    const chat = page.frameLocator('iframe');
    await expect(chat.getByRole('textbox', { name: lang === 'en' ? 'Name (optional)' : 'Име (по желание)' })).toBeVisible();
    await chat.getByRole('textbox', { name: lang === 'en' ? 'Write a message' : 'Напишете съобщение' }).fill('.');
    await expect.poll(() => underWay).toBe(0);

    const parts = (await Promise.all(came)).toSorted((a, b) => b.bytes - a.bytes);
    const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    const listed = [`${total} bytes`, ...parts.map(({ name, bytes }) => `${bytes} ${name}`)].join('\n');
    test.info().annotations.push({ type: 'weight', description: listed });
    // The page itself, its styles, and no less script than the loader, the chat and the form.
    const count = (kind: RegExp) => parts.filter(({ name, bytes }) => bytes > 0 && kind.test(name)).length;
    expect([count(/^\/chat\/[\w-]+$/), count(/\.css$/)], listed).toEqual([1, 1]);
    expect(count(/\.js$/), listed).toBeGreaterThanOrEqual(3);
    expect(total, listed).toBeLessThanOrEqual(90_000);
  });
}
