import { beforeEach, describe, expect, it } from 'vitest';
import { type NumberedSenders, numberedSenders } from './numbered-senders.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
let missed = 0;
let now = 0;
let listensSince: number | null = 0;
let senders: NumberedSenders;

beforeEach(() => {
  [missed, now, listensSince] = [0, 100_000, 0];
  senders = numberedSenders({
    missed: () => {
      missed++;
    },
    listensSince: () => listensSince,
    settledAfter: 10_000,
    now: () => now,
  });
});

const whole = (sender: string, number: number, text: string) => {
  const heard = senders.heard(sender, number, { index: 0, count: 1, bytes: bytes(text) });
  return heard && new TextDecoder().decode(heard);
};
const piece = (number: number, index: number, count: number, text: string) => {
  const heard = senders.heard('a', number, { index, count, bytes: bytes(text) });
  return heard && new TextDecoder().decode(heard);
};

describe('numbers of what others publish', () => {
  it('tell of nothing while all of it comes', () => {
    expect([whole('a', 1, 'one'), whole('b', 1, 'eins'), whole('a', 2, 'two')]).toEqual(['one', 'eins', 'two']);
    senders.saidToHavePublished('a', 2);
    senders.saidToHavePublished('c', 0);
    expect([missed, senders.count()]).toEqual([0, 3]);
  });

  it('show a message that was lost by the next one, or by what its sender says', () => {
    whole('a', 1, 'one');
    expect(whole('a', 3, 'three')).toBe('three');
    expect(missed).toBe(1);
    senders.saidToHavePublished('a', 5);
    expect(missed).toBe(2);
    senders.saidToHavePublished('a', 5);
    expect(whole('a', 6, 'six')).toBe('six');
    expect(missed).toBe(2);
  });

  it('put pieces together, and give up a message of which one is lost, once', () => {
    expect([piece(1, 0, 3, 'a'), piece(1, 1, 3, 'b'), piece(1, 2, 3, 'c')]).toEqual([null, null, 'abc']);
    expect([piece(2, 0, 3, 'a'), piece(2, 2, 3, 'c')]).toEqual([null, null]);
    expect(missed).toBe(1);
    expect([piece(3, 1, 3, 'b'), piece(3, 2, 3, 'c'), piece(4, 0, 1, 'd')]).toEqual([null, null, 'd']);
    expect(missed).toBe(2);
    expect([piece(5, 0, 2, 'e'), piece(6, 0, 1, 'f')]).toEqual([null, 'f']);
    expect(missed).toBe(3);
  });

  it('ask nothing of a sender that was there before this process, and all of one that came later', () => {
    listensSince = 95_000;
    expect(whole('old', 700, 'x')).toBe('x');
    expect(missed).toBe(0);
    now = 110_000;
    expect(whole('new', 1, 'x')).toBe('x');
    expect(missed).toBe(0);
    // It published before it reached us.
    senders.saidToHavePublished('late', 4);
    expect(missed).toBe(1);
  });

  it('forget who gave no sign of life for a minute, but not those whom nobody listened to', () => {
    whole('a', 1, 'one');
    now += 300_000;
    listensSince = now;
    senders.saidToHavePublished('a', 9);
    expect(missed).toBe(1);
    now += 61_000;
    whole('b', 1, 'one');
    expect(senders.count()).toBe(1);
  });
});
