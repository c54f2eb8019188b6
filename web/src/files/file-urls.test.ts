import type { FileUrls } from '@parley/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFileAddresses, type FileAddresses } from './file-urls.ts';

const LASTS = 10 * 60_000;
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

let asked: string[][];
let made: number;
let refused: unknown;
let clockAhead: number;
let addresses: FileAddresses;
const now = () => Date.now() + clockAhead;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** The far end: an address of its own for each question; files with an odd last digit may not be read. */
const ask = async (fileIds: string[]): Promise<FileUrls[]> => {
  asked.push(fileIds);
  await new Promise((resolve) => setTimeout(resolve, 30));
  if (refused !== null) throw refused;
  made += 1;
  const expiresAt = new Date(now() + LASTS).toISOString();
  const readable = fileIds.filter((id) => Number(id.at(-1)) % 2 === 0);
  return readable.map((fileId) => ({
    fileId,
    url: `/${fileId}/${made}`,
    downloadUrl: `/${fileId}/${made}/d`,
    thumbnailUrl: null,
    expiresAt,
  }));
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 2, 9) });
  [asked, made, refused, clockAhead] = [[], 0, null, 0];
  addresses = createFileAddresses({ ask, now });
});
afterEach(() => vi.useRealTimers());

test('what is wanted at once is asked for together, each file once', async () => {
  const wanted = [2, 4, 2, 6].map((n) => addresses.of(idOf(n)));
  await pass(10);
  const late = addresses.of(idOf(8));
  await pass(100);
  expect(asked).toEqual([[2, 4, 6, 8].map(idOf)]);
  const urls = await Promise.all([...wanted, late]);
  expect(urls.map((one) => one?.fileId)).toEqual([2, 4, 2, 6, 8].map(idOf));
  expect((await addresses.of(idOf(2)))?.url).toBe(urls[0]?.url);
  expect(asked.length).toBe(1);
});

test('more than a hundred are asked for in several questions', async () => {
  const wanted = Array.from({ length: 230 }, (_, n) => addresses.of(idOf(1000 + n)));
  await pass(100);
  await Promise.all(wanted);
  expect(asked.map(({ length }) => length)).toEqual([100, 100, 30]);
});

test('what may not be read is told as such, and asked for again by the next who wants it', async () => {
  const first = addresses.of(idOf(3));
  await pass(100);
  expect(await first).toBeNull();
  void addresses.of(idOf(3));
  await pass(100);
  expect(asked.length).toBe(2);
});

test('an address is replaced before it ends, by the clock of the server', async () => {
  const first = addresses.of(idOf(2));
  await pass(LASTS - 120_000);
  const urls = await first;
  expect(addresses.known(idOf(2))).toEqual(urls);
  await pass(90_000);
  expect(addresses.known(idOf(2))).toBeUndefined();
  const second = addresses.of(idOf(2));
  await pass(100);
  expect((await second)?.url).not.toBe(urls?.url);
  clockAhead = -3_600_000;
  expect(addresses.known(idOf(2))).toBeDefined();
});

test('a question that failed is told to all who wait, and can be asked again', async () => {
  refused = new Error('away');
  const wanted = [2, 4].map((n) => addresses.of(idOf(n)).catch((problem: unknown) => problem));
  await pass(100);
  expect(await Promise.all(wanted)).toEqual([refused, refused]);
  refused = null;
  const again = addresses.of(idOf(2));
  await pass(100);
  expect((await again)?.fileId).toBe(idOf(2));
});

test('an address that did not work is forgotten', async () => {
  const first = addresses.of(idOf(2));
  await pass(100);
  const old = await first;
  addresses.forget(idOf(2));
  const next = addresses.of(idOf(2));
  await pass(100);
  expect((await next)?.url).not.toBe(old?.url);
});
