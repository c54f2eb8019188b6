import { randomBytes } from 'node:crypto';
import type { Bus } from './bus.ts';
import { type Rate, type RateLimit, rateLimit } from './rate-limit.ts';

/** What was taken in this time is told to the other processes together. Within it each of them may give what the other has given. */
const TOLD_EVERY = 250;
/** So many keys at most go by one message; the rest with the next. */
const MOST_KEYS = 5000;

/** Of one process: by limit, what was taken of which keys. */
interface Taken {
  from: string;
  limits: Record<string, Record<string, number>>;
}

/** Limits that are one over all server processes: each takes of its own at once, and what the others have given is taken off soon after. */
export interface RateShares {
  /** @param name the same in every process */
  limit(name: string, rate: Rate): RateLimit;
  /** Begins to tell and to hear. @returns what ends it */
  connect(bus: Bus): () => void;
}

export function createRateShares(): RateShares {
  const own = randomBytes(9).toString('hex');
  const byName = new Map<string, Set<RateLimit>>();
  let untold: Map<string, Map<string, number>> | null = null;

  function note(name: string, key: string, cost: number): void {
    if (untold === null) return;
    const keys = untold.get(name) ?? new Map<string, number>();
    untold.set(name, keys.set(key, (keys.get(key) ?? 0) + cost));
  }

  function tell(bus: Bus): void {
    if (untold === null || untold.size === 0) return;
    const limits: Taken['limits'] = {};
    let count = 0;
    for (const [name, keys] of untold) {
      const told: Array<[string, number]> = [];
      for (const entry of keys) {
        if (count++ === MOST_KEYS) break;
        told.push(entry);
        keys.delete(entry[0]);
      }
      // A key is whatever a client sends: none may be taken for what every object has.
      limits[name] = Object.assign(Object.create(null), Object.fromEntries(told));
      if (keys.size === 0) untold.delete(name);
      if (count > MOST_KEYS) break;
    }
    bus.publish('rates', { from: own, limits } satisfies Taken);
  }

  return {
    limit(name, rate) {
      const limit = rateLimit(rate);
      byName.set(name, (byName.get(name) ?? new Set()).add(limit));
      return {
        ...limit,
        take(key, cost = 1) {
          limit.take(key, cost);
          note(name, key, cost);
        },
      };
    },
    connect(bus) {
      untold = new Map();
      bus.subscribe('rates', ({ from, limits }: Taken) => {
        if (from === own) return;
        for (const [name, keys] of Object.entries(limits))
          for (const limit of byName.get(name) ?? []) for (const [key, cost] of Object.entries(keys)) limit.takeOff(key, cost);
      });
      const telling = setInterval(() => tell(bus), TOLD_EVERY);
      telling.unref();
      return () => {
        clearInterval(telling);
        untold = null;
      };
    },
  };
}

/** Those of this process. */
export const rateShares = createRateShares();
