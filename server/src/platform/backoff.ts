const FIRST = 1000;
const LONGEST = 300_000;

/**
 * How long to wait before the next try: doubled each time up to five minutes, with jitter, so that what failed together does
 * not come back together.
 * @param tries how many there were, from 1
 * @param random from 0 to 1
 * @returns milliseconds, between half of the doubled time and all of it
 */
export function backoff(tries: number, random: number = Math.random()): number {
  const full = Math.min(LONGEST, FIRST * 2 ** (tries - 1));
  return Math.round(full * (0.5 + random / 2));
}
