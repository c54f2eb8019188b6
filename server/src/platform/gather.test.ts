import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { atMost, gathering } from './gather.ts';

/** Answers each number doubled, and remembers the batches. */
function doubling(largest = 100) {
  const batches: Array<[string, readonly number[]]> = [];
  const ask = gathering<number, number>(largest, async (accountId, items) => {
    batches.push([accountId, items]);
    await sleep(5);
    if (items.includes(13)) throw new Error('not this one');
    return items.map((item) => item * 2);
  });
  return { ask, batches };
}

describe('gathering', () => {
  it('takes together what is asked together, and meanwhile what comes next, in order', async () => {
    const { ask, batches } = doubling();
    const first = [ask('a', 1), ask('a', 2)];
    await sleep(1);
    const next = [ask('a', 3), ask('a', 4)];
    expect(await Promise.all([...first, ...next])).toEqual([2, 4, 6, 8]);
    expect(batches).toEqual([
      ['a', [1, 2]],
      ['a', [3, 4]],
    ]);
  });

  it('keeps accounts apart and batches small', async () => {
    const { ask, batches } = doubling(2);
    expect(await Promise.all([ask('a', 1), ask('b', 2), ask('a', 3), ask('a', 4)])).toEqual([2, 4, 6, 8]);
    expect(batches).toEqual([
      ['a', [1, 3]],
      ['b', [2]],
      ['a', [4]],
    ]);
  });

  it('lets one that fails take nobody with it, and goes on afterwards', async () => {
    const { ask } = doubling();
    const answers = await Promise.allSettled([ask('a', 1), ask('a', 13), ask('a', 2)]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await ask('a', 5)).toBe(10);
  });

  it('asks no more one by one where the database is away', async () => {
    let asked = 0;
    const ask = gathering<number, number>(100, async () => {
      asked++;
      throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    });
    const answers = await Promise.allSettled([ask('a', 1), ask('a', 2), ask('a', 3)]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(asked).toBe(1);
  });
});

describe('at most so many at once', () => {
  it('lets the others wait, also behind one that fails', async () => {
    const limited = atMost(2);
    let running = 0;
    let most = 0;
    const one = (fails: boolean) =>
      limited(async () => {
        most = Math.max(most, ++running);
        await sleep(2);
        running--;
        if (fails) throw new Error('failed');
      });
    const ends = await Promise.allSettled([one(false), one(true), one(false), one(true), one(false)]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(most).toBe(2);
  });
});
