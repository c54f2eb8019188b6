import { QueueStrategy } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { type Simulated, simulate } from './queue-simulation.ts';

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** How far the agent who got fewest, and the one who got most, are from the mean, in hundredths of it. */
function spread({ shares }: Simulated): { least: number; most: number } {
  const middle = mean(shares);
  return { least: (100 * (middle - Math.min(...shares))) / middle, most: (100 * (Math.max(...shares) - middle)) / middle };
}

/** One line of the table in docs/queues.md. */
function line(simulated: Simulated): string {
  const { strategy, shares, longestFree, longestWait, meanSkill } = simulated;
  const { least, most } = spread(simulated);
  const shown = [mean(shares), Math.min(...shares), Math.max(...shares)].map((one) => one.toFixed(0));
  const words = [
    strategy,
    ...shown,
    `−${least.toFixed(0)} % … +${most.toFixed(0)} %`,
    meanSkill.toFixed(2),
    `${longestFree.toFixed(0)} ms`,
    `${(longestWait / 1000).toFixed(1)} s`,
  ];
  return `| ${words.join(' | ')} |\n`;
}

describe('200 agents and 20,000 conversations', () => {
  const run = new Map(QueueStrategy.options.map((strategy) => [strategy, simulate(strategy)]));
  process.stdout.write(
    '\n| strategy | mean per agent | fewest | most | spread | mean skill | longest a free agent waited | longest a conversation waited |\n|---|---|---|---|---|---|---|---|\n',
  );
  for (const one of run.values()) process.stdout.write(line(one));
  const of = (strategy: QueueStrategy) => run.get(strategy) as Simulated;

  it.each(QueueStrategy.options)(
    'by %s nobody gets anything on a break or above capacity, and nobody free waits for more than 100 ms',
    (strategy) => {
      const { givenOnBreak, overfull, longestFree } = of(strategy);
      expect([givenOnBreak, overfull]).toEqual([0, 0]);
      expect(longestFree).toBeLessThanOrEqual(100);
    },
  );

  it('are shared out by Default within a tenth of the mean (BUG-088)', () => {
    const { least, most } = spread(of('DEFAULT'));
    expect(Math.max(least, most)).toBeLessThanOrEqual(10);
  });

  it('go by Skill to higher skills, and by Most Active to fewer agents, than by Default', () => {
    expect(of('SKILL').meanSkill).toBeGreaterThan(of('DEFAULT').meanSkill + 0.5);
    expect(spread(of('MOST_ACTIVE')).most).toBeGreaterThan(spread(of('DEFAULT')).most * 2);
  });
});
