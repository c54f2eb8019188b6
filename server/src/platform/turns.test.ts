import { describe, expect, it } from 'vitest';
import { takeTurns } from './turns.ts';

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

describe('turns', () => {
  it('come in the order in which they were asked for, also after one that failed', async () => {
    const inTurn = takeTurns();
    const done: string[] = [];
    const work = (name: string, ms: number) => async () => {
      await pause(ms);
      done.push(name);
      if (name === 'b') throw new Error('b fails');
      return name;
    };
    const answers = await Promise.allSettled([inTurn('one', work('a', 30)), inTurn('one', work('b', 10)), inTurn('one', work('c', 0))]);
    expect(done).toEqual(['a', 'b', 'c']);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('of one key do not hold up another', async () => {
    const inTurn = takeTurns();
    const done: string[] = [];
    const slow = inTurn('one', () => pause(40).then(() => done.push('slow')));
    await inTurn('other', async () => done.push('quick'));
    expect(done).toEqual(['quick']);
    await slow;
  });
});
