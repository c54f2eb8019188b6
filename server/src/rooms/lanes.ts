import { availableParallelism } from 'node:os';
import type { QueryResultRow } from 'pg';
import { type Database, type Reader, statement, type Tx } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { storeBatchSize, storeSeconds, watchLanes } from '../platform/metrics.ts';
import { here, type Origin, tracedTogether } from '../platform/tracing.ts';
import { type AddressedDraft, asStored, type Draft, encodeDraft, type Judged, type Stored } from './draft.ts';

/** Few processors: fewer and fuller calls, since each costs the same whatever it holds. Never one, so that a locked room holds up its lane alone. */
const LANES = Math.min(4, Math.max(2, availableParallelism()));
const LARGEST_BATCH = 200;
const TRIES = 4;

/** Group commit: drafts of one room, or from one address, go through one lane in order; each call stores what has gathered meanwhile. */
export interface Lanes {
  /** Stores one draft; resolves with its verdict once it is committed. Rejects when the database stays away. */
  store(accountId: string, draft: Draft | AddressedDraft): Promise<Judged>;
  /** Resolves when everything taken in has been answered. */
  drained(): Promise<void>;
}

interface Entry {
  accountId: string;
  /** The request or frame that brought it: the batch's trace leads back to each. */
  origin: Origin;
  draft: Draft | AddressedDraft;
  resolve(judged: Judged): void;
  reject(error: unknown): void;
}

const STORE_EVENTS = 'select * from store_events($1::jsonb)';
const encode = (drafts: ReadonlyArray<Draft | AddressedDraft>) => [JSON.stringify(drafts.map(encodeDraft))];

/** `store_events` inside a transaction, or by itself: one round trip. @returns what became of each draft, in their order */
export async function storeEvents(on: Tx | Reader, drafts: readonly Draft[]): Promise<Judged[]> {
  const { rows } = await on.executeQuery<Judged>(statement(STORE_EVENTS, encode(drafts)));
  return inOrder(rows);
}

async function storeAtOnce(db: Database, accountId: string, drafts: ReadonlyArray<Draft | AddressedDraft>): Promise<Judged[]> {
  return inOrder(await db.call<Judged & QueryResultRow>(accountId, { name: 'store-events', text: STORE_EVENTS, values: encode(drafts) }));
}

const inOrder = (rows: Judged[]): Judged[] => rows.sort((a, b) => a.ord - b.ord);

/** @param publish told of what was stored, lane by lane in order; the lane goes on when it is done */
export function createLanes(db: Database, log: Log, publish: (accountId: string, stored: readonly Stored[]) => Promise<void>): Lanes {
  const queues: Entry[][] = Array.from({ length: LANES }, () => []);
  const unwatch = watchLanes(() => Object.fromEntries(queues.map((queue, lane) => [lane, queue.length])));
  const running = new Set<Promise<void>>();
  const busy = new Set<number>();

  function laneOf(draft: Draft | AddressedDraft): number {
    const name = 'from' in draft ? draft.from.address : draft.roomId;
    let sum = 0;
    for (let index = 0; index < name.length; index++) sum = (sum * 31 + name.charCodeAt(index)) % 65_521;
    return sum % LANES;
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
    const stored = judged.flatMap((one, index) => (one.verdict === 'STORED' ? [asStored((batch[index] as Entry).draft, one)] : []));
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
        const judged = await storeAtOnce(db, accountId, drafts);
        timed();
        storeBatchSize.observe(drafts.length);
        return judged;
      } catch (error) {
        if (attempt >= TRIES) throw error;
        // Stored by somebody else in another room at this very moment: asked again it is a duplicate.
        if (batch.length === 1 && isTaken(error)) continue;
        if (!isConnectionLoss(error) || drafts.some(({ clientMessageId, receipt }) => (clientMessageId ?? receipt) === undefined))
          throw error;
        await new Promise((resolve) => setTimeout(resolve, 250 * attempt));
      }
    }
  }

  return {
    store(accountId, draft) {
      return new Promise<Judged>((resolve, reject) => {
        const lane = laneOf(draft);
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

const isTaken = (error: unknown) => (error as { code?: unknown }).code === '23505';

/** Errors of the connection, not of the statement: class 08, 57P0x, and what the driver says when the socket is gone. */
export function isConnectionLoss(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string')
    return code.startsWith('08') || code.startsWith('57P') || code === 'ECONNRESET' || code === 'ECONNREFUSED' || code === 'EPIPE';
  return error instanceof Error && /Connection terminated|connection ended|not queryable/i.test(error.message);
}
