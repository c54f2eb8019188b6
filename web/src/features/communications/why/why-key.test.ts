import { type AssignmentReason, QueueStrategy, type RoomEvent } from '@parley/contract';
import { expect, it } from 'vitest';
import { whyKey } from './why-key.ts';

const queue = { id: '0193a1de-0000-7000-8000-0000000000b1', name: 'Shop' };
const chosen = { candidates: 3, skill: 5, inHand: 0, loadBefore: 0, loadAfter: 20 };
const keyOf = (assignment: AssignmentReason | undefined, name: string | null = null) =>
  whyKey({ origin: { name } as RoomEvent['origin'] }, assignment);

it('each strategy has a sentence of its own; of the only one who was there it is not the strategy that decided', () => {
  const keys = QueueStrategy.options.map((strategy) => keyOf({ queue, strategy, chosen }));
  expect(new Set(keys).size).toBe(keys.length);
  expect(keyOf({ queue, strategy: 'SKILL', chosen })).toBe('COMMUNICATIONS_WHY_SKILL');
  expect(keyOf({ queue, strategy: 'SKILL', chosen: { ...chosen, candidates: 1 } })).toBe('COMMUNICATIONS_WHY_ONLY_ONE');
});

it('whoever had the customer before, and where it overflowed from, go before everything else', () => {
  expect(keyOf({ queue, strategy: 'SKILL', chosen: { ...chosen, candidates: 1, hadBefore: true } })).toBe('COMMUNICATIONS_WHY_HAD_BEFORE');
  const from = { id: queue.id, name: 'Repairs' };
  const came = (because: 'WAITED' | 'CLOSED') => keyOf({ queue, strategy: 'SKILL', chosen: null, cameFrom: { ...from, because } });
  expect([came('WAITED'), came('CLOSED')]).toEqual(['COMMUNICATIONS_WHY_OVERFLOW_WAITED', 'COMMUNICATIONS_WHY_OVERFLOW_CLOSED']);
});

it('what waits, what a person decided, and what was stored without a reason say so', () => {
  expect(keyOf({ queue, strategy: 'RANDOM', chosen: null })).toBe('COMMUNICATIONS_WHY_WAITS');
  expect(keyOf(undefined, 'Petar Kostov')).toBe('COMMUNICATIONS_WHY_BY_PERSON');
  expect(keyOf(undefined)).toBe('COMMUNICATIONS_WHY_NOT_KEPT');
});
