/** The middle of the values; of two middle ones their mean. Throws when there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) throw new Error('nothing was measured');
  const lower = sorted[middle - 1];
  return sorted.length % 2 === 1 || lower === undefined ? upper : (lower + upper) / 2;
}

/** The value that `share` (0 to 1) of the values do not exceed (nearest rank). Throws when there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error('nothing was measured');
  return value;
}

export function range(values: readonly number[]): { low: number; high: number } {
  return { low: Math.min(...values), high: Math.max(...values) };
}

/** How many times the lowest the highest is. */
export function spread(values: readonly number[]): number {
  const { low, high } = range(values);
  return low === high ? 1 : high / low;
}

/** A yardstick that differs from itself by more than this measures the machine and not the product. */
export const WIDEST_SPREAD = 2.5;

/** What is asked of a ratio of medians: at least or at most so much, and how far it might be stretched. */
export type Goal = { atLeast: number; stretch: number } | { atMost: number; stretch: number };
export type Verdict = 'missed' | 'met' | 'stretch';

export function verdict(ratio: number, goal: Goal): Verdict {
  const reaches = (limit: number) => ('atLeast' in goal ? ratio >= limit : ratio <= limit);
  if (reaches(goal.stretch)) return 'stretch';
  return reaches('atLeast' in goal ? goal.atLeast : goal.atMost) ? 'met' : 'missed';
}
