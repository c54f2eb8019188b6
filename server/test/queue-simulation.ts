import { CAPACITY, type QueueStrategy } from '@parley/contract';
import { GATHER, LARGEST_ROUND, LOOKED_AT } from '../src/routing/give-out.ts';
import { type AvailableAgent, rounds, type WaitingConversation } from '../src/routing/rounds.ts';

const AGENTS = 200;
const CONVERSATIONS = 20_000;
const MINUTE = 60_000;
/** A chat, of an agent's capacity. */
const WEIGHT = 20;
const HANDLING = 6 * MINUTE;
/** Of how many steps, each by chance, a conversation consists: few are over at once, few never end. */
const STEPS = 3;
/** So much of all places is taken on average; */
const BUSYNESS = 0.7;
/** but for one tenth of the conversations, in the middle, which come in a rush, so that for a while more waits than can be taken. */
const RUSH = { from: 0.5 * CONVERSATIONS, to: 0.6 * CONVERSATIONS, faster: 3 };
/** Every tenth agent is on a break for so long, beginning a third into the run. */
const BREAK = 20 * MINUTE;

export interface Simulated {
  strategy: QueueStrategy;
  /** How many each of the agents got who were never on a break. */
  shares: readonly number[];
  /** Given to somebody on a break: none, or the engine is wrong. */
  givenOnBreak: number;
  /** The longest time that an agent was free for something that waited, and did not have it yet. */
  longestFree: number;
  longestWait: number;
  /** Of the conversations that went to an agent, the mean skill of those agents. */
  meanSkill: number;
  /** Above capacity at any time. */
  overfull: number;
}

interface SimulatedAgent {
  userId: string;
  skill: number;
  inHand: number;
  lastAssignedAt: number | null;
  got: number;
  breaks: boolean;
}

/** Numbers from 0 up to 1, the same in every run (a linear congruential generator, as MINSTD). */
function repeatable(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

type Happening = { at: number; kind: 'arrives' | 'ends' | 'gives' | 'breaks' | 'returns'; agent?: SimulatedAgent };

/** What happens next first; a heap, since tens of thousands are under way. */
function timeline() {
  const heap: Happening[] = [];
  const swap = (a: number, b: number) => {
    [heap[a], heap[b]] = [heap[b] as Happening, heap[a] as Happening];
  };
  const at = (place: number) => heap[place]?.at ?? Number.POSITIVE_INFINITY;
  return {
    add(happening: Happening) {
      heap.push(happening);
      for (let place = heap.length - 1; place > 0 && at(place) < at((place - 1) >> 1); place = (place - 1) >> 1)
        swap(place, (place - 1) >> 1);
    },
    next(): Happening | undefined {
      const first = heap[0];
      const last = heap.pop();
      if (heap.length === 0 || last === undefined) return first;
      heap[0] = last;
      for (let place = 0; ; ) {
        const child = at(2 * place + 1) <= at(2 * place + 2) ? 2 * place + 1 : 2 * place + 2;
        if (at(child) >= at(place)) return first;
        swap(place, child);
        place = child;
      }
    },
  };
}

/** 200 agents and 20,000 conversations of one queue, through the very rounds that the server gives out by, on a clock of their own. */
export function simulate(strategy: QueueStrategy, seed = 20_261): Simulated {
  const random = repeatable(seed);
  const after = (mean: number) => -Math.log(1 - random()) * mean;
  const handled = () => Array.from({ length: STEPS }, () => after(HANDLING / STEPS)).reduce((sum, step) => sum + step, 0);
  const agents = Array.from(
    { length: AGENTS },
    (_, place): SimulatedAgent => ({
      userId: `agent-${String(place).padStart(3, '0')}`,
      skill: 1 + (place % 10),
      inHand: 0,
      lastAssignedAt: null,
      got: 0,
      breaks: place % 10 === 7,
    }),
  );
  const byId = new Map(agents.map((agent) => [agent.userId, agent]));
  const onBreak = new Set<SimulatedAgent>();
  const times = timeline();
  const between = HANDLING / (BUSYNESS * AGENTS * (CAPACITY / WEIGHT));
  const waiting: Array<WaitingConversation & { since: number }> = [];
  const result = { givenOnBreak: 0, longestFree: 0, longestWait: 0, skills: 0, overfull: 0 };
  let [arrived, turn, isGathering] = [0, 0, false];
  /** Since when something has waited and somebody has been free for it; null while not. */
  let freeSince: number | null = null;

  const hasRoom = () => agents.some((agent) => !onBreak.has(agent) && (agent.inHand + 1) * WEIGHT <= CAPACITY);
  function look(now: number): void {
    const could = waiting.length > 0 && hasRoom();
    if (could) {
      freeSince ??= now;
      if (!isGathering) times.add({ at: now + GATHER, kind: 'gives' });
      isGathering = true;
    } else if (freeSince !== null) {
      result.longestFree = Math.max(result.longestFree, now - freeSince);
      freeSince = null;
    }
  }
  function giveOut(now: number): void {
    const available = agents
      .filter((agent) => !onBreak.has(agent) && agent.inHand * WEIGHT < CAPACITY)
      .map(
        ({ userId, skill, inHand, lastAssignedAt }): AvailableAgent => ({
          userId,
          skills: new Map([['queue', skill]]),
          load: inHand * WEIGHT,
          inHand,
          lastAssignedAt,
        }),
      );
    const given = rounds(waiting.slice(0, LOOKED_AT), available, { strategyOf: () => strategy, random, most: LARGEST_ROUND });
    const gone = new Set(given.map(({ conversationId }) => conversationId));
    for (const { userId } of given) {
      const agent = byId.get(userId) as SimulatedAgent;
      agent.inHand += 1;
      agent.got += 1;
      agent.lastAssignedAt = ++turn;
      if (onBreak.has(agent)) result.givenOnBreak += 1;
      if (agent.inHand * WEIGHT > CAPACITY) result.overfull += 1;
      result.skills += agent.skill;
      times.add({ at: now + handled(), kind: 'ends', agent });
    }
    for (const one of waiting.slice(0, LOOKED_AT)) {
      if (gone.has(one.conversationId)) result.longestWait = Math.max(result.longestWait, now - one.since);
    }
    waiting.splice(0, waiting.length, ...waiting.filter(({ conversationId }) => !gone.has(conversationId)));
  }

  times.add({ at: 0, kind: 'arrives' });
  for (const agent of agents.filter(({ breaks }) => breaks)) times.add({ at: (CONVERSATIONS * between) / 3, kind: 'breaks', agent });
  for (let next = times.next(); next !== undefined; next = times.next()) {
    const { at: now, kind, agent } = next;
    if (kind === 'arrives') {
      const newcomer = { conversationId: `c${arrived}`, roomId: `r${arrived}`, queueId: 'queue', weight: WEIGHT, formerUserId: null };
      waiting.push({ ...newcomer, since: now });
      arrived += 1;
      const pace = arrived >= RUSH.from && arrived < RUSH.to ? RUSH.faster : 1;
      if (arrived < CONVERSATIONS) times.add({ at: now + after(between / pace), kind: 'arrives' });
    } else if (kind === 'gives') {
      isGathering = false;
      giveOut(now);
    } else if (agent !== undefined) {
      if (kind === 'ends') agent.inHand -= 1;
      if (kind === 'returns') onBreak.delete(agent);
      if (kind === 'breaks') {
        onBreak.add(agent);
        times.add({ at: now + BREAK, kind: 'returns', agent });
      }
    }
    look(now);
  }
  return {
    strategy,
    shares: agents.filter(({ breaks }) => !breaks).map(({ got }) => got),
    givenOnBreak: result.givenOnBreak,
    longestFree: result.longestFree,
    longestWait: result.longestWait,
    meanSkill: result.skills / CONVERSATIONS,
    overfull: result.overfull,
  };
}
