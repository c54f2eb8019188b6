/** Where a carrier that names no rate says that it is too much: so many a second are taken for what was too much. */
const ASSUMED = 40;
const LEAST = 1;
/** Every so often without a word of the carrier's it may be a quarter more. */
const RECOVERS_EVERY = 5000;
/** So long nothing goes at all after its word (SMPP: throttling). */
const PAUSE = 1000;

/** How fast one service's messages may go: half as fast once the carrier throttles, and slowly back. */
export interface Rate {
  /** Messages a second at this moment; null: as fast as it goes. */
  now(at?: number): number | null;
  /** Takes the next free moment, unless it is further away than that. @returns ms until it */
  reserve(withinMs: number, at?: number): number;
  /** The carrier said that it is too much. Several words of one moment are one. */
  throttled(at?: number): void;
}

/** @param most what the carrier names; null: nothing */
export function createRate(most: number | null): Rate {
  let reduced: number | null = null;
  let changedAt = Number.NEGATIVE_INFINITY;
  let nextAt = Number.NEGATIVE_INFINITY;

  function recover(at: number): void {
    while (reduced !== null && at - changedAt >= RECOVERS_EVERY) {
      reduced *= 1.25;
      changedAt += RECOVERS_EVERY;
      if (reduced >= (most ?? ASSUMED)) reduced = null;
    }
  }
  const clock = () => performance.now();
  function now(at = clock()): number | null {
    recover(at);
    return reduced ?? most;
  }

  return {
    now,
    reserve(withinMs, at = clock()) {
      const perSecond = now(at);
      const free = Math.max(nextAt, at);
      // A moment that nobody waits for would be lost to all others.
      if (free - at > withinMs) return free - at;
      nextAt = perSecond === null ? Math.max(nextAt, Number.NEGATIVE_INFINITY) : free + 1000 / perSecond;
      return free - at;
    },
    throttled(at = clock()) {
      const isNew = at - changedAt >= PAUSE || reduced === null;
      if (isNew) {
        reduced = Math.max(LEAST, (now(at) ?? ASSUMED) / 2);
        changedAt = at;
      }
      nextAt = Math.max(nextAt, at + PAUSE);
    },
  };
}
