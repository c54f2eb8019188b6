import type { Reader } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import { rateShares } from '../platform/rate-shares.ts';
import { type Uploader, unsentBytes } from './store.ts';

/** What may be under way at once, and how many times the largest upload may lie here without being sent. */
const OF = {
  USER: { atOnce: 10, unsent: 20, rate: { perSecond: 2, burst: 60 } },
  VISITOR: { atOnce: 3, unsent: 4, rate: { perSecond: 0.5, burst: 20 } },
};
/** Megabytes of all visitors of one network together: sessions cost nothing. Whole offices share one. */
const OF_NETWORK = { perSecond: 1, burst: 1000 };
const MEGABYTE = 1024 * 1024;
/** When somebody who has too much here may look again: sending or throwing away makes room. */
const WAIT_SECONDS = 10;

/** Keeps one person, and the visitors of one network, from filling the disk of all. */
export interface Allowance {
  /**
   * Lets an upload of at most `bytes` begin, of a visitor from this network; throws ERROR_TOO_MANY_REQUESTS when it may not.
   * @returns to be called when it has ended, however it did
   */
  begin(on: Reader, uploader: Uploader, bytes: number, network?: string): Promise<() => void>;
}

/** @param limit bytes of the largest upload */
export function uploadAllowance(limit: number): Allowance {
  const rates = {
    USER: rateShares.limit('uploads of people', OF.USER.rate),
    VISITOR: rateShares.limit('uploads of visitors', OF.VISITOR.rate),
  };
  const networks = rateShares.limit('uploads of networks', OF_NETWORK);
  const underWay = new Map<string, { count: number; bytes: number }>();
  return {
    async begin(on, uploader, bytes, network) {
      // Fetched by us, a few at a time, for messages that are stored already.
      if (uploader.by === 'PROVIDER') return () => {};
      const { by } = uploader;
      if (by === 'VISITOR' && network !== undefined) networks.take(network, Math.ceil(bytes / MEGABYTE));
      rates[by].take(uploader.id);
      const { atOnce, unsent } = OF[by];
      const mine = underWay.get(uploader.id) ?? { count: 0, bytes: 0 };
      if (mine.count >= atOnce) throw problem('ERROR_TOO_MANY_REQUESTS', { seconds: WAIT_SECONDS });
      underWay.set(uploader.id, mine);
      mine.count += 1;
      mine.bytes += bytes;
      const end = () => {
        mine.count -= 1;
        mine.bytes -= bytes;
        if (mine.count === 0) underWay.delete(uploader.id);
      };
      try {
        if ((await unsentBytes(on, uploader)) + mine.bytes > unsent * limit)
          throw problem('ERROR_TOO_MANY_REQUESTS', { seconds: WAIT_SECONDS });
        return end;
      } catch (error) {
        end();
        throw error;
      }
    },
  };
}
