import { describe, expect, it } from 'vitest';
import { type Contender, interleave } from './rounds.ts';

/** A contender that gives these rates one after the other, and notes when it was asked. */
function giving(name: string, rates: number[], asked: string[]): Contender {
  let next = 0;
  return {
    name,
    async round() {
      asked.push(name);
      return { 'messages/s': rates[next++ % rates.length] as number };
    },
  };
}

describe('the rounds', () => {
  it('take turns, and the first counts for nothing', async () => {
    const asked: string[] = [];
    const contenders = [giving('ours', [1, 2, 3], asked), giving('theirs', [900, 5, 6], asked)];
    const samples = await interleave(contenders, { product: 'ours', rounds: 3, tell: () => {} });
    expect(asked).toEqual(['ours', 'theirs', 'ours', 'theirs', 'ours', 'theirs']);
    expect(samples.get('ours')).toEqual([{ 'messages/s': 2 }, { 'messages/s': 3 }]);
    expect(samples.get('theirs')).toEqual([{ 'messages/s': 5 }, { 'messages/s': 6 }]);
  });

  it('are repeated once when a yardstick differs from itself by too much', async () => {
    const told: string[] = [];
    const calm = [giving('ours', [1], []), giving('theirs', [1, 10, 26, 1, 10, 11], [])];
    const mended = await interleave(calm, { product: 'ours', rounds: 3, tell: (text) => told.push(text) });
    expect(told).toContain('too noisy (theirs), measured again');
    expect(mended.get('theirs')).toEqual([{ 'messages/s': 10 }, { 'messages/s': 11 }]);
    const asked: string[] = [];
    const wild = [giving('ours', [1], []), giving('theirs', [1, 10, 26], asked)];
    await interleave(wild, { product: 'ours', rounds: 3, tell: () => {} });
    expect(asked).toHaveLength(6);
  });

  it('are not repeated for what the product does', async () => {
    const asked: string[] = [];
    const contenders = [giving('ours', [1, 10, 100], asked), giving('theirs', [5], asked)];
    await interleave(contenders, { product: 'ours', rounds: 3, tell: () => {} });
    expect(asked).toHaveLength(6);
  });
});
