import { describe, expect, it } from 'vitest';
import { median, percentile, range, spread, verdict } from './arithmetic.ts';

describe('the middle and the tail', () => {
  it('takes the middle value, of two the mean, and refuses nothing at all', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([10, 1, 9, 4])).toBe(6.5);
    expect(median([3])).toBe(3);
    expect(() => median([])).toThrow('nothing was measured');
  });

  it('does not sort what it was given', () => {
    const given = [3, 1, 2];
    median(given);
    percentile(given, 0.5);
    expect(given).toEqual([3, 1, 2]);
  });

  it('gives the value that so many of a hundred do not exceed', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(percentile(hundred, 0.99)).toBe(99);
    expect(percentile(hundred, 1)).toBe(100);
    expect(percentile(hundred, 0)).toBe(1);
    expect(percentile([7], 0.99)).toBe(7);
    expect(() => percentile([], 0.5)).toThrow('nothing was measured');
  });
});

describe('the range', () => {
  it('tells how far a contender differs from itself', () => {
    expect(range([4, 2, 8])).toEqual({ low: 2, high: 8 });
    expect(spread([4, 2, 8])).toBe(4);
    expect(spread([5])).toBe(1);
    expect(spread([0, 0])).toBe(1);
    expect(spread([0, 3])).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('the verdict', () => {
  it('of what shall be high', () => {
    const goal = { atLeast: 2, stretch: 3.5 };
    expect(verdict(1.99, goal)).toBe('missed');
    expect(verdict(2, goal)).toBe('met');
    expect(verdict(3.49, goal)).toBe('met');
    expect(verdict(3.5, goal)).toBe('stretch');
  });

  it('of what shall be low', () => {
    const goal = { atMost: 0.45, stretch: 0.25 };
    expect(verdict(0.46, goal)).toBe('missed');
    expect(verdict(0.45, goal)).toBe('met');
    expect(verdict(0.25, goal)).toBe('stretch');
  });
});
