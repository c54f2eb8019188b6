import { availableParallelism } from 'node:os';
import type { QueryResultRow } from 'pg';
import { isConnectionLoss } from '../platform/connection-loss.ts';
import { type Database, type Reader, statement, type Tx } from '../platform/database.ts';
import { isDeadlock } from '../platform/deadlock.ts';
import type { Log } from '../platform/log.ts';
import { storeBatchSize, storeSeconds, watchStoring } from '../platform/metrics.ts';
import { here, type Origin, tracedTogether, traceparentOf } from '../platform/tracing.ts';
import { type AddressedDraft, asStored, type Draft, encodeDraft, type Judged, type Stored } from './draft.ts';

/** Few processors: fewer and fuller calls, since each costs the same whatever it holds. */
const AT_ONCE = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));
/** A call that takes longer (ms) waits for somebody's lock: from then on it holds up its own rooms alone. */
const SLOW_AFTER = 50;
/** With those that wait; connections must be left to everybody else. */
const MOST_AT_ONCE = AT_ONCE + 3;
const MOST_TURNS = 20;
const LARGEST_BATCH = 200;
const TRIES = 4;

/** Group commit: each call stores what has gathered meanwhile. Drafts of one room, or from one address, are stored in order. */
export interface Lanes {
  /** Stores one draft; resolves with its verdict once it is committed. Rejects when the database stays away. */
  store(accountId: string, draft: Draft | AddressedDraft): Promise<Judged>;
  /** Resolves when everything taken in has been answered. */
  drained(): Promise<void>;
}

interface Entry {
  accountId: string;
  /** The room or the address: not in two calls at once. */
  key: string;
  /** The request or frame that brought it: the batch's trace leads back to each. */
  origin: Origin;
  draft: Draft | AddressedDraft;
  resolve(judged: Judged): void;
  reject(error: unknown): void;
}

type Outcome = { entry: Entry; judged: Judged } | { entry: Entry; error: unknown };

const STORE_EVENTS = 'select * from store_events($1::jsonb)';
const encode = (drafts: ReadonlyArray<Draft | AddressedDraft>) => [JSON.stringify(drafts.map(encodeDraft))];

/** `store_events` inside a transaction, or by itself: one round trip. @returns what became of each draft, in their order */
export async function storeEvents(on: Tx | Reader, drafts: readonly Draft[]): Promise<Judged[]> {
  const { rows } = await on.executeQuery<Judged>(statement(STORE_EVENTS, encode(drafts)));
  const judged = inOrder(rows);
  await keepOrigin(on, drafts, judged);
  return judged;
}

async function storeAtOnce(db: Database, accountId: string, drafts: ReadonlyArray<Draft | AddressedDraft>): Promise<Judged[]> {
  return inOrder(await db.call<Judged & QueryResultRow>(accountId, { name: 'store-events', text: STORE_EVENTS, values: encode(drafts) }));
}

/** Where there are traces, attempts are told in the same transaction which frame or request they came from. */
async function keepOrigin(on: Tx | Reader, drafts: readonly Draft[], judged: readonly Judged[]): Promise<void> {
  const traceparent = traceparentOf();
  const attempted = judged.filter(({ verdict }, index) => verdict === 'STORED' && drafts[index]?.attempt === true);
  if (traceparent === null || attempted.length === 0) return;
  const eventIds = attempted.map(({ event_id }) => event_id);
  await on.updateTable('attempts').set({ traceparent }).where('event_id', 'in', eventIds).execute();
}

const inOrder = (rows: Judged[]): Judged[] => rows.sort((a, b) => a.ord - b.ord);

/** @param publish told of what was stored, in order; the next call does not wait for it */
export function createLanes(db: Database, log: Log, publish: (accountId: string, stored: readonly Stored[]) => Promise<void>): Lanes {
  let queue: Entry[] = [];
  const underWay = new Set<string>();
  const work = new Set<Promise<void>>();
  let calls = 0;
  let slow = 0;
  let isStarting = false;
  let published = Promise.resolve();
  const unwatch = watchStoring(() => ({ waiting: queue.length, stored: underWay.size }));

  /** What comes in this turn of the event loop goes together, and what comes in the next ones as long as more comes in each. */
  function startSoon(): void {
    if (isStarting) return;
    isStarting = true;
    let turns = 0;
    const turn = (before: number) => {
      if (queue.length > before && ++turns < MOST_TURNS) return void setImmediate(turn, queue.length);
      isStarting = false;
      start();
    };
    setImmediate(turn, 0);
  }

  function start(): void {
    while (queue.length > 0 && calls - slow < AT_ONCE && calls < MOST_AT_ONCE) {
      const batch = take();
      if (batch.length === 0) return;
      const call = run(batch).finally(() => work.delete(call));
      work.add(call);
    }
  }

  /** The longest waiting that may be stored now, of one account. */
  function take(): Entry[] {
    const batch: Entry[] = [];
    const left: Entry[] = [];
    for (const entry of queue) {
      const fits = batch.length < LARGEST_BATCH && (batch[0]?.accountId ?? entry.accountId) === entry.accountId && !underWay.has(entry.key);
      (fits ? batch : left).push(entry);
    }
    queue = left;
    return batch;
  }

  async function run(batch: Entry[]): Promise<void> {
    calls++;
    for (const { key } of batch) underWay.add(key);
    let isSlow = false;
    const patience = setTimeout(() => {
      isSlow = true;
      slow++;
      start();
    }, SLOW_AFTER);
    const accountId = (batch[0] as Entry).accountId;
    const origins = batch.map(({ origin }) => origin);
    await tracedTogether('store batch', { 'parley.events': batch.length }, origins, async () => {
      const outcomes = await storeBatch(accountId, batch);
      clearTimeout(patience);
      calls--;
      if (isSlow) slow--;
      for (const { key } of batch) underWay.delete(key);
      // When as much waits again, the database works on that while these are answered and told of; when less does, more will come of it.
      if (queue.length >= batch.length) start();
      else startSoon();
      const stored = answer(outcomes);
      // In the order in which it was stored.
      published = published.then(() => tell(accountId, stored));
      await published;
    });
  }

  async function storeBatch(accountId: string, batch: readonly Entry[]): Promise<Outcome[]> {
    try {
      const judged = await persist(accountId, batch);
      return batch.map((entry, index) => ({ entry, judged: judged[index] as Judged }));
    } catch (error) {
      if (batch.length === 1) return batch.map((entry) => ({ entry, error }));
      // One draft that the database cannot take must not take the others with it.
      log.warn({ err: error, size: batch.length }, 'a batch failed and is stored draft by draft');
      const outcomes: Outcome[] = [];
      for (const entry of batch) outcomes.push(...(await storeBatch(accountId, [entry])));
      return outcomes;
    }
  }

  /** @returns what was stored */
  function answer(outcomes: readonly Outcome[]): Stored[] {
    const stored: Stored[] = [];
    for (const outcome of outcomes) {
      const { entry } = outcome;
      if ('error' in outcome) {
        entry.reject(outcome.error);
        continue;
      }
      entry.resolve(outcome.judged);
      if (outcome.judged.verdict === 'STORED') stored.push(asStored(entry.draft, outcome.judged));
    }
    return stored;
  }

  async function tell(accountId: string, stored: readonly Stored[]): Promise<void> {
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
        // PostgreSQL has undone all of it, so that nothing can be stored twice.
        if (isDeadlock(error)) continue;
        if (!isConnectionLoss(error) || drafts.some(({ clientMessageId, receipt }) => (clientMessageId ?? receipt) === undefined))
          throw error;
        await new Promise((resolve) => setTimeout(resolve, 250 * attempt));
      }
    }
  }

  return {
    store(accountId, draft) {
      return new Promise<Judged>((resolve, reject) => {
        queue.push({ accountId, key: keyOf(accountId, draft), origin: here(), draft, resolve, reject });
        startSoon();
      });
    },
    async drained() {
      while (isStarting || queue.length > 0 || work.size > 0) {
        await new Promise((resolve) => setImmediate(resolve));
        await Promise.all(work);
      }
      unwatch();
    },
  };
}

const keyOf = (accountId: string, draft: Draft | AddressedDraft) =>
  'from' in draft ? `${accountId} ${draft.from.channelApplicationId} ${draft.from.address}` : draft.roomId;

const isTaken = (error: unknown) => (error as { code?: unknown }).code === '23505';
