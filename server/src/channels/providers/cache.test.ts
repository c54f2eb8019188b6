import { describe, expect, it } from 'vitest';
import { createGatheredCache } from './cache.ts';

describe('answers that are held', () => {
  it('are asked for once by many, and anew once they are old', async () => {
    let time = 0;
    let asked = 0;
    const cache = createGatheredCache(() => time);
    const ask = async () => ++asked;
    expect(await Promise.all([cache.get('a', ask), cache.get('a', ask), cache.get('b', ask)])).toEqual([1, 1, 2]);
    time = 10_001;
    expect(await cache.get('a', ask)).toBe(3);
  });

  it('never come from before a change, though they were asked for before it and answered after', async () => {
    const cache = createGatheredCache();
    let answer: (value: string) => void = () => {};
    const before = cache.get('a', () => new Promise<string>((resolve) => (answer = resolve)));
    cache.clear();
    const after = cache.get('a', async () => 'new');
    answer('old');
    expect([await before, await after, await cache.get('a', async () => 'newer')]).toEqual(['old', 'new', 'new']);
  });

  it('are asked for again where the question failed', async () => {
    const cache = createGatheredCache();
    await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await cache.get('a', async () => 'here')).toBe('here');
  });
});
