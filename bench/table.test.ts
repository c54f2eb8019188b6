import { describe, expect, it } from 'vitest';
import { compared, figure, markdown } from './table.ts';

const comparison = { row: 1, workload: 'one room', measure: 'messages/s', ours: 'Parley', yardstick: 'peer' };
const quiet = new Map([
  ['Parley', [{ 'messages/s': 900 }, { 'messages/s': 1100 }, { 'messages/s': 1000 }]],
  ['peer', [{ 'messages/s': 400 }, { 'messages/s': 350 }, { 'messages/s': 500 }]],
]);

describe('a line of the table', () => {
  it('shows medians, ranges, the ratio of medians and what becomes of the goal', () => {
    expect(compared({ ...comparison, goal: { atLeast: 2, stretch: 3.5 } }, quiet)).toEqual({
      row: 1,
      workload: 'one room: messages/s',
      ours: '1,000 (900–1,100)',
      yardstick: 'peer 400 (350–500)',
      ratio: '2.50×',
      goal: '≥ 2× (3.5×)',
      verdict: 'met',
    });
    expect(compared({ ...comparison, goal: { atMost: 0.8, stretch: 0.6 } }, quiet)).toMatchObject({
      goal: '≤ 0.8× (0.6×)',
      verdict: 'missed',
    });
  });

  it('judges nothing without a goal, nor by a yardstick that is too noisy', () => {
    expect(compared(comparison, quiet)).toMatchObject({ goal: 'shown only', verdict: '–' });
    const noisy = new Map([...quiet, ['peer', [{ 'messages/s': 200 }, { 'messages/s': 400 }, { 'messages/s': 600 }]]]);
    expect(compared({ ...comparison, goal: { atLeast: 2, stretch: 3.5 } }, noisy)).toMatchObject({ ratio: '2.50×', verdict: 'too noisy' });
  });

  it('judges ours by itself where that is limited, with a yardstick and without', () => {
    const limit = { atMost: 1000, stretch: 500, unit: 'ms' };
    const limited = { goal: '≤ 1000 ms (500)', verdict: 'met' };
    expect(compared({ ...comparison, limit }, quiet)).toMatchObject({ ...limited, ratio: '2.50×', yardstick: 'peer 400 (350–500)' });
    expect(compared({ ...comparison, yardstick: 'absent', limit }, quiet)).toMatchObject({ ...limited, ratio: '–', yardstick: '–' });
    expect(compared({ ...comparison, limit: { ...limit, atMost: 999 } }, quiet)).toMatchObject({ verdict: 'missed' });
  });

  it('is left out when the yardstick is not there, and refused when only one has the measure', () => {
    expect(compared({ ...comparison, yardstick: 'absent' }, quiet)).toBeNull();
    expect(() => compared({ ...comparison, measure: 'p99 ms' }, quiet)).toThrow('p99 ms was not measured by both');
  });
});

describe('figures', () => {
  it('keep the digits that matter', () => {
    expect([figure(12345.6), figure(99.94), figure(Math.PI), figure(0.123)]).toEqual(['12,346', '99.9', '3.14', '0.12']);
  });

  it('stand in columns', () => {
    const row = compared(comparison, quiet);
    const lines = markdown(row ? [row] : []).split('\n');
    expect(lines).toHaveLength(3);
    expect(new Set(lines.map((line) => line.length)).size).toBe(1);
    expect(lines[0]).toMatch(/^\| # \| workload +\| ours/);
  });
});
