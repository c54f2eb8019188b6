import type { FileUrls } from '@parley/contract/entities/file';
import { FILE_URL_LIFETIME } from '@parley/contract/limits';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from '../api.ts';
import { fileAddresses } from './addresses.ts';

const urlsOf = (fileId: string, round: number): FileUrls => ({
  fileId,
  url: `/files/${fileId}?${round}`,
  downloadUrl: `/files/${fileId}?${round}&download`,
  thumbnailUrl: null,
  expiresAt: '2026-11-02T10:10:00.000Z',
});

/** A server that knows every file but 'foreign', answers after 50 ms, and counts how often it was asked. */
function server(answerTo: (fileIds: string[]) => Answer<never> | null = () => null) {
  const asked: string[][] = [];
  const addresses = fileAddresses(async (fileIds) => {
    asked.push(fileIds);
    await new Promise((done) => setTimeout(done, 50));
    const known = fileIds.filter((fileId) => fileId !== 'foreign');
    return answerTo(fileIds) ?? { is: 'ok', value: { content: known.map((fileId) => urlsOf(fileId, asked.length)) } };
  });
  return { asked, addresses };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('addresses of files', () => {
  it('are asked for together, a hundred at a time, and once', async () => {
    const { asked, addresses } = server();
    for (let n = 0; n < 130; n++) addresses.want(`${n}`);
    for (let n = 0; n < 130; n++) addresses.want(`${n}`);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked.map(({ length }) => length)).toEqual([100, 30]);
    addresses.want('7');
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toHaveLength(2);
    expect(addresses.of('129')?.url).toBe('/files/129?2');
  });

  it('are told as missing where the answer does not have them', async () => {
    const { addresses } = server();
    const told = vi.fn();
    addresses.subscribe(told);
    addresses.want('foreign');
    expect(addresses.of('foreign')).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1000);
    expect(addresses.of('foreign')).toBeNull();
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('are asked for again when they have grown old, and stay what they were until then', async () => {
    const { addresses } = server();
    addresses.want('a');
    await vi.advanceTimersByTimeAsync(1000);
    expect(addresses.isFresh('a')).toBe(true);
    await vi.advanceTimersByTimeAsync(FILE_URL_LIFETIME - 60_000);
    expect(addresses.isFresh('a')).toBe(false);
    expect(addresses.of('a')?.url).toBe('/files/a?1');
    const renewed = addresses.renew('a');
    await vi.advanceTimersByTimeAsync(1000);
    expect((await renewed)?.url).toBe('/files/a?2');
    expect((await addresses.renew('a'))?.url).toBe('/files/a?2');
  });

  it('are renewed for who asks while another question is under way', async () => {
    const { asked, addresses } = server();
    addresses.want('a');
    await vi.advanceTimersByTimeAsync(40);
    const renewed = addresses.renew('b');
    await vi.advanceTimersByTimeAsync(1000);
    expect((await renewed)?.fileId).toBe('b');
    expect(asked).toEqual([['a'], ['b']]);
  });

  it('are changed once for one that did not load, not over and over', async () => {
    const { asked, addresses } = server();
    addresses.want('a');
    await vi.advanceTimersByTimeAsync(1000);
    expect(addresses.failed('a')).toBe(false);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(addresses.failed('a')).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(addresses.of('a')?.url).toBe('/files/a?2');
    expect(addresses.failed('a')).toBe(false);
    expect(asked).toHaveLength(2);
  });

  it('are asked for again, later each time, while the server cannot be asked', async () => {
    let broken = true;
    const { asked, addresses } = server(() => (broken ? { is: 'broken', retryAfter: null } : null));
    addresses.want('a');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked.length).toBeGreaterThan(2);
    expect(asked.length).toBeLessThan(7);
    broken = false;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(addresses.of('a')).toBeDefined();
    const enough = asked.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(enough);
  });

  it('of a session that is over are not taken for those of the next', async () => {
    const { addresses } = server();
    addresses.want('a');
    await vi.advanceTimersByTimeAsync(40);
    addresses.forget();
    await vi.advanceTimersByTimeAsync(1000);
    expect(addresses.of('a')).toBeUndefined();
  });
});
