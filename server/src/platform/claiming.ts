import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './log.ts';
import type { Signal } from './signal.ts';

/** Rows that must be worked on, claimed by lease across accounts (domain: presence and work). */
export interface Claim {
  id: string;
  account_id: string;
  /** Names this claim; who holds another has lost the row. */
  lease: string;
}

/** How long a claim holds unless it is renewed, and how often a look is taken at what no signal told of. */
export const LEASE_SECONDS = 30;
const POLL_EVERY = 1000;
/** What is under way when the process stops gets this long; the lease hands the rest to whoever comes next. */
const STOP_WITHIN = 3500;

export interface Claiming {
  /** No new claims; waits a moment for what is under way. */
  stop(): Promise<void>;
}

/**
 * Claims what is due, as much as is free, and works on it. A failure of `work` is logged: the row stays claimed until its
 * lease runs out and is then tried again.
 */
export function startClaiming<One extends Claim>(parts: {
  what: string;
  signal: Signal;
  concurrency: number;
  /** So long what comes is let gather before it is claimed together, in ms. */
  gather?: number;
  claim(limit: number): Promise<One[]>;
  work(claim: One): Promise<void>;
  log: Log;
}): Claiming {
  const { what, signal, concurrency, gather = 0, claim, work, log } = parts;
  const running = new Set<Promise<void>>();
  let stopped = false;

  async function claimDue(): Promise<void> {
    const free = concurrency - running.size;
    if (free <= 0) return;
    for (const one of await claim(free)) {
      const task = work(one)
        .catch((error: unknown) => log.error({ err: error, id: one.id }, `${what} failed; it is tried again when its lease runs out`))
        .finally(() => {
          running.delete(task);
          // The next row of the same channel or address was held up by this one.
          signal.raise();
        });
      running.add(task);
    }
  }

  const loop = (async () => {
    while (!stopped) {
      await claimDue().catch((error: unknown) => log.error({ err: error }, `${what}: nothing could be claimed`));
      await signal.wait(POLL_EVERY);
      if (gather > 0 && !stopped) await sleep(gather);
    }
  })();

  return {
    async stop() {
      stopped = true;
      signal.raise();
      await loop;
      const patience = new Promise<void>((resolve) => setTimeout(resolve, STOP_WITHIN).unref());
      await Promise.race([Promise.all(running), patience]);
    },
  };
}
