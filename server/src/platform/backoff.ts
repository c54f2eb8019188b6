const FIRST = 1000;
const LONGEST = 300_000;
/** A provider that says "later" is believed up to so long. */
const LATEST = 3_600_000;

/**
 * How long to wait before the next try: doubled each time up to five minutes, with jitter, so that what failed together does
 * not come back together.
 * @param tries how many there were, from 1
 * @param random from 0 to 1
 * @param longest ms at most
 * @returns milliseconds, between half of the doubled time and all of it
 */
export function backoff(tries: number, random: number = Math.random(), longest: number = LONGEST): number {
  const full = Math.min(longest, FIRST * 2 ** (tries - 1));
  return Math.round(full * (0.5 + random / 2));
}

/**
 * How long to wait where somebody has said when to come again: as long as they say, up to an hour, and never less than without their word, so
 * that "at once" is no loop.
 * @param afterMs what they say; no number says nothing
 */
export function waitAsTold(afterMs: number, tries: number): number {
  const own = backoff(tries);
  return Number.isNaN(afterMs) ? own : Math.min(LATEST, Math.max(afterMs, own));
}
