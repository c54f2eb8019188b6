import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLocalBus } from './bus.ts';
import { createRateShares } from './rate-shares.ts';

afterEach(() => void vi.useRealTimers());

/** Two processes that hear each other by one bus. */
function twoProcesses() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const bus = createLocalBus();
  const [one, other] = [createRateShares(), createRateShares()];
  const ends = [one.connect(bus), other.connect(bus)];
  return { one, other, end: () => ends.forEach((stop) => void stop()) };
}
const taken = (limit: { take(key: string): void }, key: string, most: number) => {
  for (let count = 0; count < most; count++) {
    try {
      limit.take(key);
    } catch {
      return count;
    }
  }
  return most;
};

describe('a limit of two processes', () => {
  it('is one: what the other has given is taken off within a quarter of a second, and comes back with time', () => {
    const { one, other, end } = twoProcesses();
    const [here, there] = [one.limit('messages', { perSecond: 1, burst: 10 }), other.limit('messages', { perSecond: 1, burst: 10 })];
    expect(taken(here, 'ada', 7)).toBe(7);
    vi.advanceTimersByTime(250);
    expect(taken(there, 'ada', 10)).toBe(3);
    expect(taken(there, 'ben', 10)).toBe(10);
    vi.advanceTimersByTime(250);
    expect(taken(here, 'ada', 10)).toBe(0);
    vi.advanceTimersByTime(3000);
    expect(taken(here, 'ada', 10)).toBe(3);
    end();
  });

  it('is of its name alone, whatever a key is called', () => {
    const { one, other, end } = twoProcesses();
    const [here, there] = [one.limit('messages', { perSecond: 1, burst: 3 }), other.limit('messages', { perSecond: 1, burst: 3 })];
    const letters = other.limit('letters', { perSecond: 1, burst: 3 });
    for (const key of ['__proto__', 'constructor', 'ada']) expect(taken(here, key, 3)).toBe(3);
    vi.advanceTimersByTime(250);
    for (const key of ['__proto__', 'constructor', 'ada']) {
      expect(taken(there, key, 3)).toBe(0);
      expect(taken(letters, key, 3)).toBe(3);
    }
    end();
  });

  it('holds in each process by itself while the others are away', () => {
    const { one, end } = twoProcesses();
    const here = one.limit('messages', { perSecond: 1, burst: 3 });
    end();
    expect(taken(here, 'ada', 5)).toBe(3);
  });
});
