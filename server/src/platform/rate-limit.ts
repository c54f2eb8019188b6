import { problem } from './problem.ts';

export interface Rate {
  perSecond: number;
  /** So much may come at once after a pause. */
  burst: number;
}

/** Buckets by key (an address, a session): each thing done takes a token, tokens come back with time. */
export interface RateLimit {
  /**
   * Takes a token, or what it costs in tokens; throws ERROR_TOO_MANY_REQUESTS with the whole seconds to wait when there are none.
   * What costs more than there are is let through and paid off.
   */
  take(key: string, cost?: number): void;
  /** Throws the same when there is no token, and takes none. */
  check(key: string): void;
  /** Takes what has been given elsewhere, whether there is so much or not. */
  takeOff(key: string, cost: number): void;
}

interface Bucket {
  tokens: number;
  at: number;
}

const MOST_KEYS = 50_000;

/** @param now milliseconds of a clock that never goes back */
export function rateLimit({ perSecond, burst }: Rate, now: () => number = () => performance.now()): RateLimit {
  const buckets = new Map<string, Bucket>();

  /** Whoever has been away long enough to have a full bucket is not worth remembering. */
  function forgetFull(at: number): void {
    const idle = (burst / perSecond) * 1000;
    for (const [key, bucket] of buckets) if (at - bucket.at >= idle) buckets.delete(key);
    // Still too many at work at once: then the memory counts more than their counts.
    if (buckets.size >= MOST_KEYS) buckets.clear();
  }

  /** @returns the bucket as it is now, when there is a token in it */
  function holding(bucket: Bucket, at: number): Bucket {
    bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond);
    bucket.at = at;
    if (bucket.tokens < 1) throw problem('ERROR_TOO_MANY_REQUESTS', { seconds: Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond)) });
    return bucket;
  }

  function bucketOf(key: string, at: number): Bucket {
    let bucket = buckets.get(key);
    if (!bucket) {
      if (buckets.size >= MOST_KEYS) forgetFull(at);
      bucket = { tokens: burst, at };
      buckets.set(key, bucket);
    }
    return bucket;
  }

  return {
    take(key, cost = 1) {
      const at = now();
      holding(bucketOf(key, at), at).tokens -= cost;
    },
    takeOff(key, cost) {
      const at = now();
      const bucket = bucketOf(key, at);
      bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond) - cost;
      bucket.at = at;
    },
    check(key) {
      const bucket = buckets.get(key);
      if (bucket) holding(bucket, now());
    },
  };
}
