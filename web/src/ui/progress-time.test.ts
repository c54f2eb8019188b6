import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { progressTime } from './progress-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched() {
  const told: boolean[] = [];
  const time = progressTime((stands) => told.push(stands));
  time.begin();
  return { told, time };
}

describe('the window of progress', () => {
  it('does not come for work that is over within a second', () => {
    const { told, time } = watched();
    vi.advanceTimersByTime(999);
    expect(time.over()).toBe(false);
    vi.runAllTimers();
    expect(told).toEqual([]);
  });

  it('goes once the work is over and its 6000 ms have passed', () => {
    const { told, time } = watched();
    vi.advanceTimersByTime(1200);
    expect(told).toEqual([true]);
    expect(time.over()).toBe(true);
    vi.advanceTimersByTime(5799);
    expect(told).toEqual([true]);
    vi.advanceTimersByTime(1);
    expect(told).toEqual([true, false]);
  });

  it('goes at once when the work is over after its time, and never before', () => {
    const { told, time } = watched();
    vi.advanceTimersByTime(60_000);
    expect(told).toEqual([true]);
    expect(time.over()).toBe(true);
    vi.advanceTimersByTime(0);
    expect(told).toEqual([true, false]);
  });

  it('goes when somebody closes it, says so once, and begins anew', () => {
    const { told, time } = watched();
    vi.advanceTimersByTime(2000);
    time.close();
    expect(time.over()).toBe(false);
    vi.runAllTimers();
    expect(told).toEqual([true, false]);
    time.begin();
    vi.advanceTimersByTime(1000);
    expect(told).toEqual([true, false, true]);
  });
});
