import type { QueueStrategy } from '@parley/contract';

/** An agent as the strategies see them while conversations are given out. */
export interface Standing {
  readonly userId: string;
  /** Queue → how well they know it. In no other queue they are given anything. */
  readonly skills: ReadonlyMap<string, number>;
  /** Of CAPACITY. */
  load: number;
  /** Conversations that they hold. */
  inHand: number;
  /** When they were last given one, in any unit that only rises; less than all others: never. */
  turn: number;
}

type Order = (a: Standing, b: Standing) => number;

const longestWithout: Order = (a, b) => a.turn - b.turn || (a.userId < b.userId ? -1 : 1);

/** Which of two agents of the queue comes first; of Random there is no order to state. */
const orders: Readonly<Record<Exclude<QueueStrategy, 'RANDOM'>, (queueId: string) => Order>> = {
  DEFAULT: () => longestWithout,
  SKILL: (queueId) => (a, b) => (b.skills.get(queueId) ?? 0) - (a.skills.get(queueId) ?? 0) || longestWithout(a, b),
  MOST_ACTIVE: () => (a, b) => b.inHand - a.inHand || longestWithout(a, b),
  LEAST_ACTIVE: () => (a, b) => a.inHand - b.inHand || longestWithout(a, b),
};

/**
 * The agents of a queue in the order in which its strategy offers them the next conversation (docs/queues.md).
 * @param random from 0 up to 1
 */
export function inOrder(strategy: QueueStrategy, queueId: string, agents: readonly Standing[], random: () => number): Standing[] {
  if (strategy !== 'RANDOM') return agents.toSorted(orders[strategy](queueId));
  const drawn = agents.map((agent) => ({ agent, lot: random() }));
  return drawn.sort((a, b) => a.lot - b.lot).map(({ agent }) => agent);
}
