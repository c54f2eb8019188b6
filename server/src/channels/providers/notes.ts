import type { Log } from '../../platform/log.ts';
import type { Connection } from './connections.ts';

/** So often at most each process writes down one thing of one end. */
const NOTED_EVERY = 5000;
const ENDS_REMEMBERED = 10_000;

type Noted = Pick<Connection, 'accountId' | 'channelApplicationId'>;

/**
 * Writes down that something happened at an end, beside the work and not each time: the first at once, then every few seconds how often it happened
 * since. What happened last before a quiet time is counted with the next.
 * @param write stores it; `count` times it happened
 */
export function createNotes(write: (end: Noted, count: number) => Promise<unknown>, log: Log): (end: Noted) => void {
  const noted = new Map<string, { at: number; since: number }>();
  return (end) => {
    const { channelApplicationId } = end;
    const now = performance.now();
    const last = noted.get(channelApplicationId) ?? { at: Number.NEGATIVE_INFINITY, since: 0 };
    last.since++;
    if (!noted.has(channelApplicationId) && noted.size >= ENDS_REMEMBERED) noted.clear();
    noted.set(channelApplicationId, last);
    if (now - last.at < NOTED_EVERY) return;
    const count = last.since;
    last.at = now;
    last.since = 0;
    write(end, count).catch((error: unknown) =>
      log.warn({ err: error, channelApplicationId }, 'what happened at an end of a channel could not be written down'),
    );
  };
}
