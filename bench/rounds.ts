import { spread, WIDEST_SPREAD } from './arithmetic.ts';

/** What one round of one contender gave, by the name of the measure. */
export type Sample = Readonly<Record<string, number>>;

/** One of those that are measured beside each other: the product or a yardstick. */
export interface Contender {
  name: string;
  /** Measures once. Rejects when anything was lost, doubled or out of order. */
  round(): Promise<Sample>;
}

/** A contender with what has to be ended after it. */
export interface Side {
  contender: Contender;
  close(): Promise<void>;
}

/** The rounds that count, by contender. */
export type Measured = ReadonlyMap<string, readonly Sample[]>;

/**
 * Measures in turn (A B A B …), so that what else the machine does falls on all alike. The first round warms up and counts
 * for nothing. When the rates of a yardstick differ too much among themselves everything is measured once more; what
 * differs too much then is not judged (table.ts).
 *
 * @param product the contender that is judged, also where a comma and what it is of follow; the others are the yardsticks
 * @param rounds at least two, the first included
 */
export async function interleave(
  contenders: readonly Contender[],
  { product, rounds, tell }: { product: string; rounds: number; tell: (text: string) => void },
): Promise<Measured> {
  for (let attempt = 1; ; attempt++) {
    const samples = await once(contenders, rounds, tell);
    const yardsticks = [...samples].filter(([name]) => name !== product && !name.startsWith(`${product}, `));
    const noisy = yardsticks.filter(([, list]) => widest(list) > WIDEST_SPREAD).map(([name]) => name);
    if (noisy.length === 0 || attempt === 2) return samples;
    tell(`too noisy (${noisy.join(', ')}), measured again`);
  }
}

async function once(contenders: readonly Contender[], rounds: number, tell: (text: string) => void): Promise<Map<string, Sample[]>> {
  const samples = new Map<string, Sample[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, round: measure } of contenders) {
      const sample = await measure();
      const told = Object.entries(sample).map(([key, value]) => `${key} ${value.toPrecision(4)}`);
      tell(`${round === 0 ? 'warming up' : `round ${round}`}: ${name}: ${told.join(', ')}`);
      if (round > 0) samples.get(name)?.push(sample);
    }
  }
  return samples;
}

/** The widest range among the rates, which is what a noisy machine shows first. */
function widest(samples: readonly Sample[]): number {
  const rates = Object.keys(samples[0] ?? {}).filter((key) => key.endsWith('/s'));
  return Math.max(...rates.map((key) => spread(samples.map((sample) => sample[key] ?? 0))));
}
