import { CAPACITY, type QueueStrategy } from '@parley/contract';
import { inOrder, type Standing } from './strategies.ts';

export interface WaitingConversation {
  conversationId: string;
  roomId: string;
  queueId: string;
  /** What it will take of an agent's CAPACITY. */
  weight: number;
  /** The agent whom this customer had last in this queue; null: none. */
  formerUserId: string | null;
}

export interface AvailableAgent {
  userId: string;
  /** Queue → skill, of all queues that the agent is in. */
  skills: ReadonlyMap<string, number>;
  /** What the conversations in hand take of CAPACITY. */
  load: number;
  /** How many those are. */
  inHand: number;
  /** When this agent was last given one, in any unit; null: never. */
  lastAssignedAt: number | null;
}

export interface Given {
  conversationId: string;
  roomId: string;
  queueId: string;
  userId: string;
  /** Why: how many could have got it in that moment, how the chosen one stood, and that they had this customer before. */
  chosen: { candidates: number; skill: number; inHand: number; loadBefore: number; loadAfter: number; hadBefore?: true };
}

interface Ways {
  strategyOf: (queueId: string) => QueueStrategy;
  /** From 0 up to 1, for the strategy Random. */
  random?: () => number;
  /** So many are given at most. */
  most?: number;
}

/**
 * Who gets what: the oldest conversation first, each to the agent whom this customer had last in the queue or, when they are not
 * there or have no room, to the one whom its queue's strategy puts first of those with room for it.
 * It goes in rounds, in each of which every agent gets at most one, so that a burst is shared out also by the strategies that
 * prefer somebody (case BUG-086: six waiting and two agents make three each). Stops when nothing that waits fits anybody. Pure.
 * @param waiting oldest first
 */
export function rounds(
  waiting: readonly WaitingConversation[],
  agents: readonly AvailableAgent[],
  { strategyOf, random = Math.random, most = Number.POSITIVE_INFINITY }: Ways,
): Given[] {
  const given: Given[] = [];
  const standing = agents.map(({ lastAssignedAt, ...agent }): Standing => ({ ...agent, turn: lastAssignedAt ?? Number.NEGATIVE_INFINITY }));
  const agentsOf = byQueue(standing);
  // Whoever is given one now comes after everybody who was given one before.
  let turn = agents.reduce((latest, { lastAssignedAt }) => Math.max(latest, lastAssignedAt ?? 0), 0);
  let left = waiting;
  while (left.length > 0 && given.length < most) {
    const before = given.length;
    const later: WaitingConversation[] = [];
    const round = newRound(agentsOf, strategyOf, random);
    for (const one of left) {
      const found = given.length < most ? round.candidates(one) : null;
      if (found === null) {
        later.push(one);
        continue;
      }
      const { agent, candidates, hadBefore } = found;
      const { userId, load: loadBefore, inHand } = agent;
      const skill = agent.skills.get(one.queueId) ?? 0;
      agent.load += one.weight;
      agent.inHand += 1;
      agent.turn = ++turn;
      const { conversationId, roomId, queueId } = one;
      const chosen = { candidates, skill, inHand, loadBefore, loadAfter: agent.load, ...(hadBefore ? { hadBefore } : {}) };
      given.push({ conversationId, roomId, queueId, userId, chosen });
    }
    if (given.length === before) break;
    left = later;
  }
  return given;
}

function byQueue(agents: readonly Standing[]): ReadonlyMap<string, Standing[]> {
  const found = new Map<string, Standing[]>();
  for (const agent of agents) {
    for (const queueId of agent.skills.keys()) {
      const those = found.get(queueId);
      if (those === undefined) found.set(queueId, [agent]);
      else those.push(agent);
    }
  }
  return found;
}

/** One round: an agent who is taken from it is in it no longer, so that everybody's order holds for all of it. */
function newRound(agentsOf: ReadonlyMap<string, Standing[]>, strategyOf: Ways['strategyOf'], random: () => number) {
  const orders = new Map<string, Standing[]>();
  const served = new Set<Standing>();
  /** Queue and weight for which nobody is left: thousands that wait behind one another ask once. */
  const closed = new Set<string>();
  return {
    /** The agent to whom it goes and how many could have got it; null when nobody can in this round, or the one who had it before can in the next. */
    candidates({ queueId, weight, formerUserId }: WaitingConversation): { agent: Standing; candidates: number; hadBefore: boolean } | null {
      const kind = `${queueId} ${weight}`;
      if (closed.has(kind)) return null;
      const order = orders.get(queueId) ?? inOrder(strategyOf(queueId), queueId, agentsOf.get(queueId) ?? [], random);
      orders.set(queueId, order);
      const former = formerUserId === null ? undefined : order.find(({ userId }) => userId === formerUserId);
      const hadBefore = former !== undefined && former.load + weight <= CAPACITY;
      if (hadBefore && served.has(former)) return null;
      const those = order.filter((agent) => !served.has(agent) && agent.load + weight <= CAPACITY);
      const agent = hadBefore ? former : those[0];
      if (agent === undefined) {
        closed.add(kind);
        return null;
      }
      served.add(agent);
      return { agent, candidates: those.length, hadBefore };
    },
  };
}
