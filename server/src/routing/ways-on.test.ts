import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Overflow, waysOn } from './ways-on.ts';

const flow = (from: string, into: string, minutes = 5): Overflow => ({ from, into, minutes });
const none: ReadonlyMap<string, null> = new Map();
const allClosed = (queues: readonly string[]) => new Map(queues.map((queue) => [queue, null]));

describe('the ways on from a queue', () => {
  it('lead along its overflow, the nearest first, and never back to it', () => {
    const ways = waysOn([flow('a', 'b'), flow('b', 'c', 9), flow('c', 'a')], none);
    expect(ways.filter(({ from }) => from === 'a').map(({ into, rank, minutes }) => [into, rank, minutes])).toEqual([
      ['b', 0, 5],
      ['c', 1, 5],
    ]);
  });

  it('pass over what is closed, and say when the queue itself is', () => {
    const ways = waysOn([flow('a', 'b'), flow('b', 'c')], allClosed(['a', 'b']));
    expect(ways).toEqual([
      { from: 'a', into: 'c', rank: 0, minutes: 5, isClosed: true, openedAt: null },
      { from: 'b', into: 'c', rank: 0, minutes: 5, isClosed: true, openedAt: null },
    ]);
    expect(waysOn([flow('a', 'b')], allClosed(['b']))).toEqual([]);
  });

  it('end: whatever overflows where and whatever is closed when, something that waits moves at most once from each queue, into none twice', () => {
    const queues = ['a', 'b', 'c', 'd', 'e'];
    const flows = fc.tuple(...queues.map(() => fc.option(fc.constantFrom(...queues)))).map((goals) =>
      queues.flatMap((from, at) => {
        const into = goals[at];
        return into == null || into === from ? [] : [flow(from, into)];
      }),
    );
    const hours = fc.array(fc.subarray(queues), { minLength: 30, maxLength: 30 });
    fc.assert(
      fc.property(flows, hours, fc.constantFrom(...queues), (overflows, closedAt, begin) => {
        let at = begin;
        const passed: string[] = [];
        for (const closed of closedAt) {
          const [next] = waysOn(overflows, allClosed(closed))
            .filter(({ from, into }) => from === at && !passed.includes(into))
            .toSorted((one, other) => one.rank - other.rank);
          if (next === undefined) continue;
          expect(closed).not.toContain(next.into);
          passed.push(at);
          at = next.into;
        }
        const been = [...passed, at];
        expect(new Set(been).size).toBe(been.length);
      }),
      { numRuns: 400 },
    );
  });
});
