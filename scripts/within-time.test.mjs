import { describe, expect, it } from 'vitest';
import { inTurn, withinTime } from './within-time.mjs';

describe('inTurn', () => {
  it('begins elsewhere for each commit, and leaves none out', () => {
    expect(inTurn(['a', 'b', 'c'], '00000001ffff')).toEqual(['b', 'c', 'a']);
    expect(inTurn(['a', 'b', 'c'], '00000005')).toEqual(['c', 'a', 'b']);
    expect(inTurn(['a', 'b', 'c'], '')).toEqual(['a', 'b', 'c']);
    expect(inTurn([], '00000001')).toEqual([]);
  });
});

describe('withinTime', () => {
  const files = ['a', 'b', 'c', 'd', 'e'];

  it('runs portion by portion, and names what the time did not suffice for', async () => {
    let time = 0;
    const run = async (/** @type {readonly string[]} */ portion) => {
      time += 10;
      return portion.join('');
    };
    expect(await withinTime({ files, portion: 2, endsAt: 15, run, now: () => time })).toEqual({ outcomes: ['ab', 'cd'], left: ['e'] });
    expect(await withinTime({ files, portion: 2, endsAt: 1000, run, now: () => time })).toEqual({ outcomes: ['ab', 'cd', 'e'], left: [] });
  });

  it('runs something of each part, however late it is', async () => {
    const told = await withinTime({ files, portion: 3, endsAt: 0, run: async (portion) => portion.length, now: () => 1 });
    expect(told).toEqual({ outcomes: [3], left: ['d', 'e'] });
  });
});
