import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AvailableAgent, rounds, type WaitingConversation } from './rounds.ts';

const conversation = (id: number, queueId = 'q'): WaitingConversation => ({ conversationId: `c${id}`, roomId: `r${id}`, queueId });
const agent = (userId: string, free = 5, lastAssignedAt: number | null = null, queueIds = ['q']): AvailableAgent => ({
  userId,
  free,
  lastAssignedAt,
  queueIds,
});

describe('rounds', () => {
  it('makes three each of six waiting and two agents, oldest first (BUG-086)', () => {
    const given = rounds(
      [1, 2, 3, 4, 5, 6].map((id) => conversation(id)),
      [agent('dora'), agent('emil')],
    );
    expect(given.filter((one) => one.userId === 'dora').map((one) => one.conversationId)).toEqual(['c1', 'c3', 'c5']);
    expect(given.filter((one) => one.userId === 'emil').map((one) => one.conversationId)).toEqual(['c2', 'c4', 'c6']);
  });

  it('begins with who was given something longest ago', () => {
    expect(rounds([conversation(1)], [agent('a', 1, 2000), agent('b', 1, 1000)])).toEqual([
      { conversationId: 'c1', roomId: 'r1', userId: 'b' },
    ]);
  });

  it('never gives beyond what is free, outside a queue, or twice, and leaves nobody idle beside something that waits', () => {
    const queue = fc.constantFrom('q', 'p');
    const someWaiting = fc.array(queue, { maxLength: 30 }).map((queues) => queues.map((queueId, id) => conversation(id, queueId)));
    const someAgents = fc
      .array(fc.record({ free: fc.nat(4), last: fc.option(fc.nat(1000)), queueIds: fc.subarray(['q', 'p']) }), { maxLength: 6 })
      .map((list) => list.map((one, index) => agent(`u${index}`, one.free, one.last, one.queueIds)));
    fc.assert(
      fc.property(someWaiting, someAgents, (waiting, agents) => {
        const given = rounds(waiting, agents);
        expect(new Set(given.map((one) => one.conversationId)).size).toBe(given.length);
        const queueOf = new Map(waiting.map((one) => [one.conversationId, one.queueId]));
        for (const one of agents) {
          const got = given.filter((pair) => pair.userId === one.userId);
          expect(got.length).toBeLessThanOrEqual(one.free);
          for (const pair of got) expect(one.queueIds).toContain(queueOf.get(pair.conversationId));
        }
        const leftOver = waiting.filter((one) => !given.some((pair) => pair.conversationId === one.conversationId));
        for (const one of agents) {
          const got = given.filter((pair) => pair.userId === one.userId).length;
          if (got < one.free) expect(leftOver.some((waits) => one.queueIds.includes(waits.queueId))).toBe(false);
        }
      }),
    );
  });
});
