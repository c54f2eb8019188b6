import fc from 'fast-check';
import { expect, it } from 'vitest';
import { backoff } from './backoff.ts';

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
