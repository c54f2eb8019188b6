import fc from 'fast-check';
import { expect, it } from 'vitest';
import { backoff, waitAsTold } from './backoff.ts';

it('doubles up to five minutes, and spreads what failed together over half of it', () => {
  expect([1, 2, 3, 4].map((tries) => backoff(tries, 1))).toEqual([1000, 2000, 4000, 8000]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.double({ min: 0, max: 1, noNaN: true }), (tries, random) => {
      const full = Math.min(300_000, 1000 * 2 ** (tries - 1));
      expect(backoff(tries, random)).toBeGreaterThanOrEqual(full / 2);
      expect(backoff(tries, random)).toBeLessThanOrEqual(full);
    }),
  );
});

it('believes who says when to come again up to an hour, and never comes sooner than without their word', () => {
  expect(waitAsTold(60_000, 1)).toBe(60_000);
  expect(waitAsTold(Number.POSITIVE_INFINITY, 1)).toBe(3_600_000);
  for (const nothing of [0, -5, Number.NaN]) {
    const wait = waitAsTold(nothing, 3);
    expect(wait).toBeGreaterThanOrEqual(2000);
    expect(wait).toBeLessThanOrEqual(4000);
  }
});
