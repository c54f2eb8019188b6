import { median } from '../arithmetic.ts';

/** What was measured of the server at one moment, by name. */
export type Reading = Readonly<Record<string, number>>;

/** What may grow by so much over the second half of a run, and no more. */
export interface Bound {
  name: string;
  /** 1.05: by a twentieth. */
  times: number;
  /** What a difference is worth at least, in the measure's own unit: fewer are chance. */
  least: number;
}

export interface Growth {
  name: string;
  from: number;
  to: number;
  isFlat: boolean;
}

/**
 * Compares the last quarter of a run with the second one: the first warms up. By medians, so that one look in the middle of a garbage
 * collection counts for nothing.
 *
 * @param readings in their order, at least eight
 */
export function growthOf(readings: readonly Reading[], bounds: readonly Bound[]): Growth[] {
  if (readings.length < 8) throw new Error(`${readings.length} readings are too few to tell whether anything grows`);
  const quarter = Math.floor(readings.length / 4);
  return bounds.map(({ name, times, least }) => {
    const of = (list: readonly Reading[]) => median(list.map((one) => one[name] ?? 0));
    const from = of(readings.slice(quarter, 2 * quarter));
    const to = of(readings.slice(-quarter));
    return { name, from, to, isFlat: to <= from * times || to - from < least };
  });
}
