import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

const dist = new URL('../widget/dist/', import.meta.url);
const gzipped = (file: string) => gzipSync(readFileSync(new URL(file, dist))).length;

test('the loader weighs at most 8 kB', () => {
  expect(gzipped('widget.js')).toBeLessThanOrEqual(8_000);
});

test('all script of the widget weighs at most 90 kB', () => {
  const scripts = readdirSync(new URL('assets/', dist)).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.reduce((sum, name) => sum + gzipped(`assets/${name}`), gzipped('widget.js'))).toBeLessThanOrEqual(90_000);
});
