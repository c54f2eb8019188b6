import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProviderStatus } from '../channel-port.ts';
import { type AttemptState, deliveryOf, movesOn, type PartState, wholeMovesOn, wholeOf } from './attempt-state.ts';

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

  it('that came by a short message says so, and no other reason stays with what arrived', () => {
    expect(deliveryOf([{ state: 'DELIVERED', reason: 'BY_SMS' }])).toEqual({ status: 'DELIVERED', reason: 'BY_SMS' });
    expect(deliveryOf([{ state: 'DELIVERED', reason: 'EXPIRED' }])).toEqual({ status: 'DELIVERED', reason: null });
    expect(
      deliveryOf([
        { state: 'DELIVERED', reason: 'BY_SMS' },
        { state: 'SEEN', reason: null },
      ]),
    ).toEqual({ status: 'SEEN', reason: null });
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

describe('a message in several parts', () => {
  const reports = fc.array(
    fc.record({ part: fc.nat(2), state: report, reason: fc.constantFrom('EXPIRED', 'BLACKLISTED', 'NO_ROUTE', 'STRANGE', null) }),
    { maxLength: 20 },
  );

  it('never goes back, is delivered when all parts are, and failed when any is, for the worst reason told', () => {
    fc.assert(
      fc.property(reports, (told) => {
        const parts: PartState[] = [0, 1, 2].map(() => ({ state: 'SENT', reason: null }));
        let whole: PartState = { state: 'SENT', reason: null };
        const way = [whole.state];
        for (const { part, state, reason } of told) {
          const now = parts[part] as PartState;
          if (!movesOn(now.state, state)) continue;
          parts[part] = { state, reason };
          const next = wholeOf(parts);
          if (wholeMovesOn(whole, next)) whole = next;
          if (way.at(-1) !== whole.state) way.push(whole.state);
        }
        const arrived = parts.every(({ state }) => state === 'DELIVERED' || state === 'SEEN');
        const failed = parts.filter(({ state }) => FAILED.includes(state));
        if (arrived) expect(['DELIVERED', 'SEEN']).toContain(whole.state);
        else if (failed.length > 0) expect(FAILED).toContain(whole.state);
        if (failed.some(({ reason }) => reason === 'BLACKLISTED')) expect(whole.reason).toBe('BLACKLISTED');
        // Out of a failure there is one way.
        const kinds = way.map((state) => (FAILED.includes(state) ? 'FAILED' : state)).filter((kind, at, all) => kind !== all[at - 1]);
        expect(new Set(kinds).size).toBe(kinds.length);
      }),
    );
  });
});
