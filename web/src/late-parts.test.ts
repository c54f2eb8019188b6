import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { untilItComes } from './late-parts.ts';

const page = new EventTarget();
const network = { onLine: true };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', network);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
});
afterEach(() => {
  network.onLine = true;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a part that is asked for without a network comes when there is one again', async () => {
  network.onLine = false;
  const load = vi.fn(async () => {
    if (!network.onLine) throw new Error('no network');
    return 'part';
  });
  const coming = untilItComes(load);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(load).toHaveBeenCalledTimes(1);
  network.onLine = true;
  page.dispatchEvent(new Event('online'));
  await expect(coming).resolves.toBe('part');
});

test('a part that does not come although there is a network is not waited for', async () => {
  const load = vi.fn(() => Promise.reject(new Error('gone')));
  await expect(untilItComes(load)).rejects.toThrow('gone');
  expect(load).toHaveBeenCalledTimes(1);
});

test('nothing else is drawn late by `lazy` itself, which would neither wait for the network nor ask again', () => {
  const root = new URL('./', import.meta.url);
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => /(?<!\.test)\.tsx?$/.test(path));
  const bare = sources.filter((path) => /\blazy\(/.test(readFileSync(new URL(path, root), 'utf8')));
  expect(bare).toEqual(['late-parts.ts']);
});
