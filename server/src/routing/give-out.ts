import { CAPACITY } from '@parley/contract';
import { sql } from 'kysely';
import { accountSettings } from '../accounts/index.ts';
import type { Bus } from '../platform/bus.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { conversationsGivenOut } from '../platform/metrics.ts';
import { assignFromQueue } from '../rooms/index.ts';
import { holdingGivingOut } from './give-out-lock.ts';
import { moveOn } from './overflow.ts';
import { type AvailableAgent, type Given, rounds } from './rounds.ts';
import { closedQueues, nextToOpen } from './timeslots/queue-hours.ts';
import { availableAgents, nextWrapUpEnd, queuesOf, waitingFor } from './waiting.ts';
import { wakeDue } from './wake.ts';

/** What comes together within this time is given out together. */
export const GATHER = 10;
/** Conversations given out in one transaction at most: their rooms stay locked until the last of them is given. */
export const LARGEST_ROUND = 100;
/** Of each queue so many are looked at in one transaction at most. */
export const LOOKED_AT = 100;
/** Rounds that follow at once on one which gave out less than it meant to. */
const MOST_AGAIN = 5;
/** Tries that follow at once on one that failed, for instance by a deadlock or a line to the database that broke; then the sweep is waited for. */
const MOST_FAILED = 3;
/** A look at everything that waits or is to wake soon, for what no signal told of: a lease that ran out, a server that died. */
const SWEEP_EVERY = 5000;

/** What came of one transaction. */
export interface GivenOut {
  given: number;
  /** A person may have taken some of these in the same moment. */
  meant: number;
  /** More may be given at once: not everything was looked at, or there was too much for one transaction. */
  hasMore: boolean;
  /** When the next closed queue opens in which something waits, or somebody who is ready ends their wrap-up: milliseconds since 1970. */
  opensAt: number | null;
}

/**
 * Gives waiting conversations of one account to agents who are ready and have room, in one transaction, and says of each why
 * (docs/queues.md). From queues that are closed at `now` nothing is given. The account's advisory lock keeps two processes from counting the same agent's capacity at once.
 */
export async function giveOut(db: Database, accountId: string, now = Date.now()): Promise<GivenOut> {
  return holdingGivingOut(db, accountId, async (tx) => {
    const { capacityWeights } = await accountSettings(tx, accountId);
    const closed = await closedQueues(tx, now);
    const opensAt = earlier(await nextToOpen(tx, closed, now), await nextWrapUpEnd(tx));
    const agents = withoutQueues(await availableAgents(tx, capacityWeights), closed);
    if (agents.length === 0) return { given: 0, meant: 0, hasMore: false, opensAt };
    const { waiting, isAll } = await waitingFor(tx, agents, capacityWeights, Math.min(LOOKED_AT, placesOf(agents, capacityWeights)));
    const queues = await queuesOf(
      tx,
      waiting.map(({ queueId }) => queueId),
    );
    const meant = rounds(waiting, agents, {
      strategyOf: (queueId) => queues.get(queueId)?.strategy ?? 'DEFAULT',
      most: LARGEST_ROUND,
    });
    const reasoned = meant.flatMap(({ conversationId, roomId, userId, queueId, chosen }) => {
      const queue = queues.get(queueId);
      if (queue === undefined) return [];
      const why = { queue: { id: queue.id, name: queue.name }, strategy: queue.strategy, chosen };
      return [{ conversationId, roomId, userId, why }];
    });
    const done = await assignFromQueue(tx, accountId, reasoned);
    const full = meant.length === LARGEST_ROUND;
    const hasMore = done.size > 0 && (full || (!isAll && placesOf(withGiven(agents, meant), capacityWeights) > 0));
    return { given: done.size, meant: meant.length, hasMore, opensAt };
  });
}

/** So many could be given at most, were all of them of the lightest type: to look at more than these, or once more at none, would be for nothing. */
function placesOf(agents: readonly AvailableAgent[], weights: Readonly<Record<string, number>>): number {
  const lightest = Math.max(1, Math.min(...Object.values(weights)));
  return agents.reduce((sum, { load }) => sum + Math.floor((CAPACITY - load) / lightest), 0);
}

/** Agents as they stand once each has what was meant for them. */
function withGiven(agents: readonly AvailableAgent[], meant: readonly Given[]): AvailableAgent[] {
  const loads = new Map(meant.map(({ userId, chosen }) => [userId, chosen.loadAfter]));
  return agents.map((agent) => ({ ...agent, load: loads.get(agent.userId) ?? agent.load }));
}

const earlier = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** Agents as if they were not in these queues; whoever is in no other one is left out. */
const withoutQueues = (agents: readonly AvailableAgent[], queues: ReadonlyMap<string, unknown>): AvailableAgent[] =>
  agents
    .map((agent) => ({ ...agent, skills: new Map([...agent.skills].filter(([queueId]) => !queues.has(queueId))) }))
    .filter(({ skills }) => skills.size > 0);

/** Listens for reasons to give out and does it, one account at a time, by `clock`. `stop` waits for what is under way. */
export function startGivingOut(db: Database, bus: Bus, log: Log, clock = Date.now): { stop(): Promise<void> } {
  const wanted = new Set<string>();
  const running = new Map<string, Promise<void>>();
  const wakings = new Map<string, NodeJS.Timeout>();
  let stopped = false;

  function want(accountId: string): void {
    wanted.add(accountId);
    if (stopped || running.has(accountId)) return;
    running.set(accountId, run(accountId));
  }

  async function run(accountId: string): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, GATHER));
    let again = 0;
    let failed = 0;
    while (wanted.delete(accountId) && !stopped) {
      try {
        const woke = await wakeDue(db, accountId, clock());
        const on = await moveOn(db, accountId, clock());
        const { given, meant, hasMore, opensAt } = await giveOut(db, accountId, clock());
        failed = 0;
        wakeAt(accountId, [opensAt, on.dueAt, woke.dueAt]);
        if (on.hasMore || woke.hasMore) wanted.add(accountId);
        conversationsGivenOut.inc(given);
        // Whoever was meant to get one that is gone gets the next; one that can never be given must not keep this going.
        if (hasMore || (given < meant && again++ < MOST_AGAIN)) wanted.add(accountId);
      } catch (error) {
        failed += 1;
        const follows = failed < MOST_FAILED ? 'it is tried again' : 'the sweep tries again';
        log.error({ err: error, accountId }, `waiting conversations could not be given out; ${follows}`);
        if (failed === MOST_FAILED) break;
        await new Promise((resolve) => setTimeout(resolve, failed * GATHER));
        wanted.add(accountId);
      }
    }
    running.delete(accountId);
    if (wanted.has(accountId)) want(accountId);
  }

  /** As a queue opens, a wrap-up ends, the next has waited too long or wakes, to the moment. What is later than the next sweep is left to the one before it, also of a restarted server. */
  function wakeAt(accountId: string, moments: ReadonlyArray<number | null>): void {
    clearTimeout(wakings.get(accountId));
    wakings.delete(accountId);
    const wait = Math.min(...moments.map((at) => at ?? Number.POSITIVE_INFINITY)) - clock();
    if (stopped || wait > 2 * SWEEP_EVERY) return;
    const timer = setTimeout(() => want(accountId), Math.max(wait, 0) + 1);
    timer.unref();
    wakings.set(accountId, timer);
  }

  bus.subscribe('waiting', ({ accountId }: { accountId: string }) => want(accountId));
  const sweep = async () => {
    const soon = new Date(clock() + 2 * SWEEP_EVERY).toISOString();
    const { rows } = await sql<{ account_id: string }>`
      select accounts_with_waiting() as account_id union select accounts_with_waking(${soon}::timestamptz)`.execute(db.outsideReader());
    for (const row of rows) want(row.account_id);
  };
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => log.error({ err: error }, 'the sweep of what waits failed'));
  }, SWEEP_EVERY);
  timer.unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      for (const waking of wakings.values()) clearTimeout(waking);
      await Promise.all(running.values());
    },
  };
}
