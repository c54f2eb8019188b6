import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProviderStatus } from '../channel-port.ts';
import { type AttemptState, deliveryOf, movesOn } from './attempt-state.ts';

const FAILED: readonly ProviderStatus[] = ['ERROR', 'REJECTED', 'DELIVERY_FAILED'];
const report = fc.constantFrom<ProviderStatus>('SENT', 'DELIVERED', 'SEEN', ...FAILED);
const start = fc.constantFrom<AttemptState>('PENDING', 'SENDING', 'UNKNOWN');

const applyAll = (from: AttemptState, reports: readonly ProviderStatus[]) => {
  const way: AttemptState[] = [from];
  for (const one of reports) way.push(movesOn(way.at(-1) as AttemptState, one) ? one : (way.at(-1) as AttemptState));
  return way;
};

describe('an attempt', () => {
  it('ends in the right state whatever the order of the reports, and never goes back', () => {
    fc.assert(
      fc.property(start, fc.array(report, { maxLength: 12 }), (from, reports) => {
        const way = applyAll(from, reports);
        const end = way.at(-1) as AttemptState;
        const firstFailure = reports.find((one) => FAILED.includes(one));
        if (reports.includes('SEEN')) expect(end).toBe('SEEN');
        else if (reports.includes('DELIVERED')) expect(end).toBe('DELIVERED');
        else if (firstFailure) expect(end).toBe(firstFailure);
        else if (reports.includes('SENT')) expect(end).toBe('SENT');
        else expect(end).toBe(from);
        // No state comes back once it was left.
        const visited = way.filter((state, index) => state !== way[index - 1]);
        expect(new Set(visited).size).toBe(visited.length);
        if (way.includes('DELIVERED')) expect(['DELIVERED', 'SEEN']).toContain(end);
      }),
    );
  });

  it('is not changed by hearing everything a second time', () => {
    fc.assert(
      fc.property(start, fc.array(report, { maxLength: 8 }), (from, reports) => {
        const end = applyAll(from, reports).at(-1);
        expect(applyAll(from, [...reports, ...reports]).at(-1)).toBe(end);
      }),
    );
  });
});

describe('an event', () => {
  it('shows what arrived, by whichever try, and else its newest try', () => {
    const state = fc.constantFrom<AttemptState>('PENDING', 'SENDING', 'UNKNOWN', 'SENT', 'DELIVERED', 'SEEN', ...FAILED);
    fc.assert(
      fc.property(fc.array(state, { minLength: 1, maxLength: 4 }), (states) => {
        const shown = deliveryOf(states.map((one) => ({ state: one, reason: FAILED.some((failed) => failed === one) ? 'WHY' : null })));
        const newest = states.at(-1) as AttemptState;
        if (states.includes('SEEN')) expect(shown).toEqual({ status: 'SEEN', reason: null });
        else if (states.includes('DELIVERED')) expect(shown).toEqual({ status: 'DELIVERED', reason: null });
        else if (newest === 'UNKNOWN') expect(shown).toEqual({ status: 'PENDING', reason: 'OUTCOME_UNKNOWN' });
        else if (newest === 'PENDING' || newest === 'SENDING') expect(shown).toEqual({ status: 'PENDING', reason: null });
        else expect(shown).toEqual({ status: newest, reason: newest === 'SENT' ? null : 'WHY' });
      }),
    );
  });

  it('without attempts shows nothing of its own', () => {
    expect(deliveryOf([])).toBeNull();
  });
});
