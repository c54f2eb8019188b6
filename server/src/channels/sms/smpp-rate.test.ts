import { describe, expect, it } from 'vitest';
import { createRate } from './smpp-rate.ts';

const WITHIN = 5000;

describe('how fast messages go to a carrier', () => {
  it('is as fast as it goes where nothing is named, until the carrier throttles', () => {
    const rate = createRate(null);
    expect([rate.reserve(WITHIN, 0), rate.reserve(WITHIN, 0), rate.now(0)]).toEqual([0, 0, null]);
    rate.throttled(100);
    expect(rate.now(100)).toBe(20);
    // Nothing for a second, then one after the other.
    expect([rate.reserve(WITHIN, 100), rate.reserve(WITHIN, 100)]).toEqual([1000, 1050]);
  });

  it('is halved by each further word, of which several at once are one, and comes back by and by', () => {
    const rate = createRate(100);
    for (const at of [0, 10, 20]) rate.throttled(at);
    expect(rate.now(20)).toBe(50);
    rate.throttled(1500);
    expect(rate.now(1500)).toBe(25);
    expect(rate.now(6500)).toBe(31.25);
    expect(rate.now(60_000)).toBe(100);
  });

  it('keeps no moment for whom it is too far away', () => {
    const rate = createRate(2);
    expect(rate.reserve(700, 0)).toBe(0);
    expect([rate.reserve(100, 0), rate.reserve(100, 0), rate.reserve(700, 0)]).toEqual([500, 500, 500]);
    expect(rate.reserve(700, 0)).toBe(1000);
    expect(rate.reserve(700, 400)).toBe(600);
  });

  it('never ends', () => {
    const rate = createRate(2);
    for (let at = 0; at < 20_000; at += 1000) rate.throttled(at);
    expect(rate.now(19_000)).toBe(1);
  });
});
