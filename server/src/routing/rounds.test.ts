import { CAPACITY, type QueueStrategy, QueueStrategy as Strategies } from '@parley/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AvailableAgent, type Given, rounds, type WaitingConversation } from './rounds.ts';

const conversation = (id: number, queueId = 'q', weight = 20, formerUserId: string | null = null): WaitingConversation => ({
  conversationId: `c${id}`,
  roomId: `r${id}`,
  queueId,
  weight,
  formerUserId,
});
const agent = (userId: string, standing: Partial<AvailableAgent> = {}): AvailableAgent => ({
  userId,
  load: 0,
  inHand: 0,
  lastAssignedAt: null,
  skills: new Map([['q', 5]]),
  ...standing,
});
const by = (strategy: QueueStrategy) => ({ strategyOf: () => strategy });
const pairs = (given: readonly Given[]) => given.map(({ conversationId, userId }) => `${conversationId} ${userId}`);

describe('who gets what', () => {
  it('is three each of six waiting and two agents, oldest first (BUG-086)', () => {
    const waiting = [1, 2, 3, 4, 5, 6].map((id) => conversation(id));
    for (const strategy of Strategies.options) {
      const given = rounds(waiting, [agent('dora'), agent('emil')], by(strategy));
      expect(given.map((one) => one.conversationId)).toEqual(['c1', 'c2', 'c3', 'c4', 'c5', 'c6']);
      for (let round = 0; round < 6; round += 2) expect(new Set(given.slice(round, round + 2).map((one) => one.userId)).size).toBe(2);
    }
  });

  it('by Default is who was given something longest ago, and before all who never was', () => {
    const agents = [agent('a', { lastAssignedAt: 2000 }), agent('b', { lastAssignedAt: 1000 }), agent('c')];
    expect(
      pairs(
        rounds(
          [1, 2, 3].map((id) => conversation(id)),
          agents,
          by('DEFAULT'),
        ),
      ),
    ).toEqual(['c1 c', 'c2 b', 'c3 a']);
  });

  it('by Skill is the highest skill in that queue, and among equals who was given something longest ago', () => {
    const knows = (skill: number) =>
      new Map([
        ['q', skill],
        ['p', 10],
      ]);
    const agents = [
      agent('low', { skills: knows(3) }),
      agent('high', { skills: knows(9), lastAssignedAt: 2000 }),
      agent('alike', { skills: knows(9), lastAssignedAt: 1000 }),
    ];
    const given = rounds(
      [1, 2, 3].map((id) => conversation(id)),
      agents,
      by('SKILL'),
    );
    expect(pairs(given)).toEqual(['c1 alike', 'c2 high', 'c3 low']);
    expect(given[0]?.chosen).toEqual({ candidates: 3, skill: 9, inHand: 0, loadBefore: 0, loadAfter: 20 });
    expect(given[2]?.chosen.candidates).toBe(1);
  });

  it('by Most Active is who holds most and has room, by Least Active who holds fewest', () => {
    const agents = [
      agent('none', { lastAssignedAt: 9 }),
      agent('some', { inHand: 2, load: 40 }),
      agent('many', { inHand: 4, load: 80 }),
      agent('full', { inHand: 5, load: 100 }),
    ];
    const waiting = [1, 2, 3, 4].map((id) => conversation(id));
    // In the second round nobody but these two has room, and "many" is full.
    expect(pairs(rounds(waiting, agents, by('MOST_ACTIVE')))).toEqual(['c1 many', 'c2 some', 'c3 none', 'c4 some']);
    expect(pairs(rounds(waiting, agents, by('LEAST_ACTIVE')))).toEqual(['c1 none', 'c2 some', 'c3 many', 'c4 none']);
  });

  it('by Random is anybody, each about as often', () => {
    const counts = new Map<string, number>();
    const agents = ['a', 'b', 'c', 'd'].map((userId) => agent(userId));
    let seed = 1;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    for (let time = 0; time < 4000; time++) {
      const [one] = rounds([conversation(1)], agents, { strategyOf: () => 'RANDOM', random });
      counts.set(one?.userId ?? '', (counts.get(one?.userId ?? '') ?? 0) + 1);
    }
    for (const { userId } of agents) expect(Math.abs((counts.get(userId) ?? 0) - 1000)).toBeLessThan(100);
  });

  it('is the agent whom the customer had last, whatever the strategy says, and that is told', () => {
    const agents = [agent('dora', { lastAssignedAt: 9, inHand: 2, load: 40 }), agent('emil', { skills: new Map([['q', 9]]) })];
    for (const strategy of Strategies.options) {
      const [given] = rounds([conversation(1, 'q', 20, 'dora')], agents, by(strategy));
      expect(given).toMatchObject({ userId: 'dora', chosen: { candidates: 2, hadBefore: true } });
    }
  });

  it('is as usual when the one whom the customer had last is not there, is in another queue, or has no room', () => {
    const emil = agent('emil');
    for (const dora of [[], [agent('dora', { skills: new Map([['p', 5]]) })], [agent('dora', { load: 90 })]]) {
      const [given] = rounds([conversation(1, 'q', 20, 'dora')], [...dora, emil], by('DEFAULT'));
      expect([given?.userId, given?.chosen.hadBefore]).toEqual(['emil', undefined]);
    }
  });

  it('is still the one whom the customer had last when that one has just got another', () => {
    const waiting = [conversation(1, 'q', 20, 'dora'), conversation(2, 'q', 20, 'dora'), conversation(3)];
    const given = rounds(waiting, [agent('dora'), agent('emil')], by('DEFAULT'));
    expect(pairs(given).toSorted()).toEqual(['c1 dora', 'c2 dora', 'c3 emil']);
  });

  it('lets what is light pass what is too heavy for everybody, and nothing else', () => {
    const agents = [agent('busy', { load: 80, inHand: 4 })];
    const waiting = [conversation(1, 'q', 100), conversation(2, 'q', 20), conversation(3, 'q', 20)];
    expect(pairs(rounds(waiting, agents, by('DEFAULT')))).toEqual(['c2 busy']);
  });

  it('of 200 agents and 20,000 that wait looks at each of these a few times, and not once for every agent', () => {
    const agents = Array.from({ length: 200 }, (_, at) => agent(`u${at}`, { lastAssignedAt: at }));
    let looks = 0;
    const counted = (one: ReturnType<typeof conversation>) =>
      new Proxy(one, {
        get(target, key) {
          looks += 1;
          return Reflect.get(target, key);
        },
      });
    for (const strategy of Strategies.options) {
      const waiting = Array.from({ length: 20_000 }, (_, at) => counted(conversation(at, 'q', at % 2 === 0 ? 20 : 10)));
      looks = 0;
      expect(rounds(waiting, agents, by(strategy)).length).toBeGreaterThan(1000);
      expect(looks).toBeLessThan(50 * waiting.length);
    }
  });
});

describe('whatever waits and whoever is there', () => {
  const queues = ['q', 'p', 's'];
  const someWaiting = fc
    .array(fc.record({ queueId: fc.constantFrom(...queues), weight: fc.constantFrom(10, 20, 60, 100) }), { maxLength: 40 })
    .map((list) => list.map(({ queueId, weight }, id) => conversation(id, queueId, weight)));
  const someAgents = fc
    .array(
      fc.record({
        load: fc.constantFrom(0, 20, 60, 90, 100, 140),
        inHand: fc.nat(5),
        lastAssignedAt: fc.option(fc.nat(20)),
        skills: fc
          .subarray(queues)
          .chain((those) => fc.tuple(...those.map((id) => fc.tuple(fc.constant(id), fc.integer({ min: 1, max: 10 }))))),
      }),
      { maxLength: 8 },
    )
    .map((list) => list.map(({ skills, ...standing }, at) => agent(`u${at}`, { ...standing, skills: new Map(skills) })));
  const someStrategies = fc
    .tuple(...queues.map(() => fc.constantFrom(...Strategies.options)))
    .map((chosen) => (queueId: string) => chosen[queues.indexOf(queueId)] ?? 'DEFAULT');
  const holds = (
    check: (waiting: WaitingConversation[], agents: AvailableAgent[], given: Given[], strategyOf: (id: string) => QueueStrategy) => void,
  ) =>
    fc.assert(
      fc.property(someWaiting, someAgents, someStrategies, (waiting, agents, strategyOf) =>
        check(waiting, agents, rounds(waiting, agents, { strategyOf }), strategyOf),
      ),
      { numRuns: 500 },
    );
  /** What each agent's hands take in the end. */
  const loads = (agents: readonly AvailableAgent[], given: readonly Given[]) =>
    new Map(agents.map(({ userId, load }) => [userId, given.findLast((one) => one.userId === userId)?.chosen.loadAfter ?? load]));

  it('nothing is given twice, beyond capacity, or outside a queue', () => {
    holds((waiting, agents, given) => {
      expect(new Set(given.map((one) => one.conversationId)).size).toBe(given.length);
      const now = new Map(agents.map((one) => [one.userId, one.load]));
      for (const { userId, conversationId, queueId, chosen } of given) {
        const weight = waiting.find((one) => one.conversationId === conversationId)?.weight ?? 0;
        expect(agents.find((one) => one.userId === userId)?.skills.get(queueId)).toBe(chosen.skill);
        expect(chosen.loadBefore).toBe(now.get(userId));
        now.set(userId, chosen.loadBefore + weight);
        expect(chosen.loadAfter).toBe(now.get(userId));
        expect(chosen.loadAfter).toBeLessThanOrEqual(CAPACITY);
      }
    });
  });

  it('who comes back goes to whom they had, unless that one had no room for it then; and nothing of the rest is other', () => {
    const returning = fc.tuple(someWaiting, fc.array(fc.option(fc.constantFrom('u0', 'u1', 'u2')), { minLength: 40, maxLength: 40 }));
    fc.assert(
      fc.property(returning, someAgents, someStrategies, ([list, formers], agents, strategyOf) => {
        const waiting = list.map((one, at) => ({ ...one, formerUserId: formers[at] ?? null }));
        const given = rounds(waiting, agents, { strategyOf });
        const now = new Map(agents.map((one) => [one.userId, one.load]));
        for (const { conversationId, queueId, userId, chosen } of given) {
          const one = waiting.find((other) => other.conversationId === conversationId);
          const former = agents.find((other) => other.userId === one?.formerUserId && other.skills.has(queueId));
          const hadRoom = former !== undefined && (now.get(former.userId) ?? 0) + (one?.weight ?? 0) <= CAPACITY;
          expect([userId === former?.userId, chosen.hadBefore === true]).toEqual(hadRoom ? [true, true] : [false, false]);
          now.set(userId, chosen.loadAfter);
          expect(chosen.loadAfter).toBeLessThanOrEqual(CAPACITY);
        }
        const left = waiting.filter((one) => !given.some((pair) => pair.conversationId === one.conversationId));
        for (const { queueId, weight } of left) {
          for (const { userId, skills } of agents)
            if (skills.has(queueId)) expect((now.get(userId) ?? 0) + weight).toBeGreaterThan(CAPACITY);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('nothing is left that somebody in its queue has room for', () => {
    holds((waiting, agents, given) => {
      const now = loads(agents, given);
      const left = waiting.filter((one) => !given.some((pair) => pair.conversationId === one.conversationId));
      for (const { queueId, weight } of left) {
        for (const { userId, skills } of agents) {
          if (skills.has(queueId)) expect((now.get(userId) ?? 0) + weight).toBeGreaterThan(CAPACITY);
        }
      }
    });
  });

  it('of the same queue and weight the older one goes first', () => {
    holds((waiting, _agents, given) => {
      const place = new Map(given.map(({ conversationId }, at) => [conversationId, at]));
      const kinds = Map.groupBy(waiting, ({ queueId, weight }) => `${queueId} ${weight}`);
      for (const those of kinds.values()) {
        const places = those.map(({ conversationId }) => place.get(conversationId) ?? Number.POSITIVE_INFINITY);
        expect(places).toEqual(places.toSorted((a, b) => (a === b ? 0 : a - b)));
      }
    });
  });

  it('the first that is given goes to whom the strategy puts first', () => {
    holds((_waiting, agents, given, strategyOf) => {
      const [first] = given;
      if (first === undefined) return;
      const { queueId, userId, chosen } = first;
      const weight = chosen.loadAfter - chosen.loadBefore;
      const could = agents.filter(({ skills, load }) => skills.has(queueId) && load + weight <= CAPACITY);
      expect(chosen.candidates).toBe(could.length);
      const got = could.find((one) => one.userId === userId) as AvailableAgent;
      const strategy = strategyOf(queueId);
      const preferred: Record<QueueStrategy, (one: AvailableAgent) => number> = {
        DEFAULT: () => 0,
        RANDOM: () => 0,
        SKILL: ({ skills }) => -(skills.get(queueId) ?? 0),
        MOST_ACTIVE: ({ inHand }) => -inHand,
        LEAST_ACTIVE: ({ inHand }) => inHand,
      };
      const best = Math.min(...could.map(preferred[strategy]));
      expect(preferred[strategy](got)).toBe(best);
      if (strategy === 'RANDOM') return;
      const equals = could.filter((one) => preferred[strategy](one) === best);
      expect(got.lastAssignedAt ?? -1).toBe(Math.min(...equals.map(({ lastAssignedAt }) => lastAssignedAt ?? -1)));
    });
  });

  it('no more is given than is asked for, and the same is given first', () => {
    fc.assert(
      fc.property(someWaiting, someAgents, fc.nat(10), (waiting, agents, most) => {
        const all = rounds(waiting, agents, by('DEFAULT'));
        expect(rounds(waiting, agents, { ...by('DEFAULT'), most })).toEqual(all.slice(0, most));
      }),
    );
  });
});
