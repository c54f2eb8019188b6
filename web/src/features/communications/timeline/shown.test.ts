import type { RoomEvent } from '@parley/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteShown, shownSeq } from './shown.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Twenty events, each named after its place. */
const all = Array.from({ length: 20 }, (_, at) => ({ id: `e${at + 1}`, seq: at + 1 }) as RoomEvent);
const events = (from: number, to: number) => new Set(Array.from({ length: to - from + 1 }, (_, at) => `e${from + at}`));

describe('what has stood before the reader’s eyes', () => {
  const begin = () => {
    // The page has been open for a while, and its rooms are no other test's.
    vi.advanceTimersByTime(1000);
    const room = (name: string) => `${name} ${expect.getState().currentTestName}`;
    return {
      screen: (from: number, to: number, of = 'a') => noteShown(room(of), all, events(from, to)),
      nothing: () => noteShown(room('a'), all),
      seq: (of = 'a') => shownSeq(room(of)),
    };
  };
  const passes = (ms: number) => vi.advanceTimersByTime(ms);

  it('counts from the moment when it came, not from when the rest of the screen last moved', () => {
    const { screen, seq } = begin();
    screen(1, 5);
    for (let step = 0; step < 4; step++) {
      passes(60);
      // The field grows while one types, and with each line an event goes out of the window above.
      screen(2 + step, 5);
    }
    expect(seq()).toBe(5);
  });

  it('is judged at the moment of asking: what came a moment ago is not among it yet', () => {
    const { screen, seq } = begin();
    screen(1, 5);
    passes(1000);
    screen(1, 6);
    passes(149);
    expect(seq()).toBe(5);
    passes(1);
    expect(seq()).toBe(6);
  });

  it('leaves out what passed by, also when it comes back for a moment', () => {
    const { screen, seq } = begin();
    for (let at = 1; at <= 15; at++) {
      screen(at, at + 1);
      passes(70);
    }
    screen(1, 2);
    passes(100);
    screen(9, 10);
    passes(100);
    screen(1, 2);
    passes(100);
    expect(seq()).toBe(0);
    passes(50);
    expect(seq()).toBe(2);
  });

  it('stays, once the reader has scrolled away from it, looked away, or gone to another room', () => {
    const { screen, nothing, seq } = begin();
    screen(6, 10);
    passes(150);
    screen(1, 3);
    nothing();
    passes(500);
    expect(seq()).toBe(10);
    expect(seq('b')).toBe(0);
    screen(1, 4, 'b');
    passes(150);
    expect([seq(), seq('b')]).toEqual([10, 4]);
  });

  it('does not count while nobody looks', () => {
    const { screen, nothing, seq } = begin();
    screen(1, 4);
    passes(100);
    nothing();
    passes(1000);
    screen(1, 4);
    passes(100);
    expect(seq()).toBe(0);
    passes(50);
    expect(seq()).toBe(4);
  });
});
