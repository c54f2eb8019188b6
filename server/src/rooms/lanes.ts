import { availableParallelism } from 'node:os';
import { isConnectionLoss } from '../platform/connection-loss.ts';
import { type Database, type Reader, statement, type Tx } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { storeBatchSize, storeSeconds, watchLanes } from '../platform/metrics.ts';
import { here, type Origin, tracedTogether } from '../platform/tracing.ts';
import { type Draft, encodeDraft, type Judged, type Stored } from './draft.ts';

/** Few processors: fewer and fuller calls, since each costs the same whatever it holds. Never one, so that a locked room holds up its lane alone. */
const LANES = Math.min(4, Math.max(2, availableParallelism()));
const LARGEST_BATCH = 200;
const TRIES = 4;

/** Group commit: drafts of one room go through one lane in order; each call stores what has gathered meanwhile. */
export interface Lanes {
  /** Stores one draft; resolves with its verdict once it is committed. Rejects when the database stays away. */
  store(accountId: string, draft: Draft): Promise<Judged>;
  /** Resolves when everything taken in has been answered. */
  drained(): Promise<void>;
}

interface Entry {
  accountId: string;
  /** The request or frame that brought it: the batch's trace leads back to each. */
  origin: Origin;
  draft: Draft;
  resolve(judged: Judged): void;
  reject(error: unknown): void;
}

/** `store_events` on a connection or inside a transaction, or `store_received` where receipts are kept: one round trip. */
export async function storeEvents(on: Tx | Reader, drafts: readonly Draft[]): Promise<Judged[]> {
  const received = drafts.some(({ receipt }) => receipt !== undefined);
  const call = received ? 'select * from store_received($1::jsonb) order by ord' : 'select * from store_events($1::jsonb)';
  const { rows } = await on.executeQuery<Judged>(statement(call, [JSON.stringify(drafts.map(encodeDraft))]));
  return rows;
}

/** @param publish told of what was stored, lane by lane in order; the lane goes on when it is done */
export function createLanes(db: Database, log: Log, publish: (accountId: string, stored: readonly Stored[]) => Promise<void>): Lanes {
  const queues: Entry[][] = Array.from({ length: LANES }, () => []);
  const unwatch = watchLanes(() => Object.fromEntries(queues.map((queue, lane) => [lane, queue.length])));
  const running = new Set<Promise<void>>();
  const busy = new Set<number>();

  function laneOf(roomId: string): number {
    // The last digits of a version 7 id are random.
    return Number.parseInt(roomId.slice(-2), 16) % LANES;
  }

  async function run(lane: number): Promise<void> {
    const queue = queues[lane] as Entry[];
    while (queue.length > 0) {
      const accountId = (queue[0] as Entry).accountId;
      let size = 1;
      while (size < queue.length && size < LARGEST_BATCH && queue[size]?.accountId === accountId) size++;
      const batch = queue.splice(0, size);
      const origins = batch.map(({ origin }) => origin);
      await tracedTogether('store batch', { 'parley.events': size, 'parley.lane': lane }, origins, () => storeBatch(accountId, batch));
    }
    busy.delete(lane);
  }

  async function storeBatch(accountId: string, batch: Entry[]): Promise<void> {
    let judged: Judged[];
    try {
      judged = await persist(accountId, batch);
    } catch (error) {
      if (batch.length === 1) return batch[0]?.reject(error);
      // One draft that the database cannot take must not take the others with it.
      log.warn({ err: error, size: batch.length }, 'a batch failed and is stored draft by draft');
      for (const entry of batch) await storeBatch(accountId, [entry]);
      return;
    }
    batch.forEach((entry, index) => {
      entry.resolve(judged[index] as Judged);
    });
    await tell(accountId, batch, judged);
  }

  async function tell(accountId: string, batch: readonly Entry[], judged: readonly Judged[]): Promise<void> {
    const stored = batch.flatMap((entry, index) =>
      judged[index]?.verdict === 'STORED' ? [{ draft: entry.draft, judged: judged[index] as Judged }] : [],
    );
    if (stored.length === 0) return;
    // What is stored stays stored: a push that fails is made good by the clients' catching up.
    await publish(accountId, stored).catch((error: unknown) => log.error({ err: error }, 'stored events could not be pushed'));
  }

  /** The same drafts may be sent again after a lost connection: what was stored answers DUPLICATE or its own places. */
  async function persist(accountId: string, batch: readonly Entry[]): Promise<Judged[]> {
    const drafts = batch.map((entry) => entry.draft);
    for (let attempt = 1; ; attempt++) {
      try {
        const timed = storeSeconds.startTimer();
        const judged = await storeEvents(db.reader(accountId), drafts);
        timed();
        storeBatchSize.observe(drafts.length);
        return judged;
      } catch (error) {
        if (
          attempt >= TRIES ||
          !isConnectionLoss(error) ||
          drafts.some(({ clientMessageId, receipt }) => (clientMessageId ?? receipt) === undefined)
        )
          throw error;
        await new Promise((resolve) => setTimeout(resolve, 250 * attempt));
      }
    }
  }

  return {
    store(accountId, draft) {
      return new Promise<Judged>((resolve, reject) => {
        const lane = laneOf(draft.roomId);
        queues[lane]?.push({ accountId, origin: here(), draft, resolve, reject });
        if (busy.has(lane)) return;
        busy.add(lane);
        const work = run(lane).finally(() => running.delete(work));
        running.add(work);
      });
    },
    async drained() {
      while (running.size > 0) await Promise.all(running);
      unwatch();
    },
  };
}
