import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

const dist = new URL('../widget/dist/', import.meta.url);
/** As the server sends it. */
const gzipped = (file: string) => gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length;

test('the loader weighs at most 8 kB', () => {
  expect(gzipped('widget.js')).toBeLessThanOrEqual(8_000);
});

/** What the chat's page names itself: the rest comes when it is needed (a form, a sound, the page's own data). */
const first = [...readFileSync(new URL('chat.html', dist), 'utf8').matchAll(/src="\/chat\/(assets\/[^"]+\.js)"/g)].map(
  ([, name]) => name ?? '',
);
const weight = (names: readonly string[]) => names.reduce((sum, name) => sum + gzipped(name), gzipped('widget.js'));

test('all script that a visitor loads before the first message can be written weighs at most 90 kB', () => {
  expect(first).toHaveLength(1);
  // Nothing that it needs at once is hidden in another file.
  expect(readFileSync(new URL(first[0] ?? '', dist), 'utf8')).not.toMatch(/\bfrom\s*["'`]\.\/|import\s*["'`]\.\//);
  expect(weight(first)).toBeLessThanOrEqual(90_000);
});

test('with everything that may come later it weighs at most 93 kB', () => {
  const scripts = readdirSync(new URL('assets/', dist)).filter((name) => name.endsWith('.js'));
  expect(weight(scripts.map((name) => `assets/${name}`))).toBeLessThanOrEqual(93_000);
});
