import { isConnectionLoss } from './connection-loss.ts';

/** Asks for one thing; what is asked at about the same time is answered by one piece of work. */
export type Gathered<Item, Answer> = (accountId: string, item: Item) => Promise<Answer>;

interface Entry<Item, Answer> {
  item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Group commit for anything: while the work for one batch of an account is under way, the next one gathers. Batches of an
 * account do not overlap, and the items of each come in the order of asking.
 *
 * @param work answers each item of a batch, in its order. May be done again one by one when it fails for several
 */
export function gathering<Item, Answer>(
  largest: number,
  work: (accountId: string, items: readonly Item[]) => Promise<readonly Answer[]>,
): Gathered<Item, Answer> {
  const queues = new Map<string, Array<Entry<Item, Answer>>>();

  async function run(accountId: string, queue: Array<Entry<Item, Answer>>): Promise<void> {
    // What is asked in this turn of the event loop goes together.
    await Promise.resolve();
    while (queue.length > 0) await answer(accountId, queue.splice(0, largest));
    queues.delete(accountId);
  }

  async function answer(accountId: string, batch: Array<Entry<Item, Answer>>): Promise<void> {
    try {
      const answers = await work(
        accountId,
        batch.map(({ item }) => item),
      );
      batch.forEach(({ resolve }, index) => {
        resolve(answers[index] as Answer);
      });
    } catch (error) {
      // Without a database none of them can be done, and each would wait for that by itself.
      if (batch.length === 1 || isConnectionLoss(error)) return void batch.forEach(({ reject }) => void reject(error));
      // One that cannot be done must not take the others with it.
      for (const one of batch) await answer(accountId, [one]);
    }
  }

  return (accountId, item) =>
    new Promise((resolve, reject) => {
      const entry = { item, resolve, reject };
      const queue = queues.get(accountId);
      if (queue) return void queue.push(entry);
      const fresh = [entry];
      queues.set(accountId, fresh);
      void run(accountId, fresh);
    });
}

/** Lets at most so many pieces of work run at once; the others wait their turn. */
export function atMost(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: Array<() => void> = [];
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The place is handed over, so that nobody who comes meanwhile takes it as well.
      if (next) next();
      else running--;
    }
  };
}
