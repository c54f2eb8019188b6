import type { ChannelHealth } from '@parley/contract';
import { exampleChannelHealth } from '@parley/contract/fixtures/channel-health';
import { describe, expect, it } from 'vitest';
import type { useText } from '../../../text.ts';
import { errorWords, verdictOf } from './health-words.ts';

const NOW = Date.parse('2026-11-30T12:00:00.000Z');
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
const text = ((key: string) => key) as ReturnType<typeof useText>;

const [, sms] = exampleChannelHealth(NOW);
/** One that has sent a message five minutes ago, and what else is known of it. */
const of = (more: Partial<ChannelHealth>): ChannelHealth => ({
  ...(sms as ChannelHealth),
  quarantined: 0,
  test: null,
  lastError: null,
  lastOutboundAt: ago(5),
  ...more,
});
const said = (more: Partial<ChannelHealth>) => {
  const { weight, words } = verdictOf(of(more), text, NOW);
  return [weight, words];
};
const refused = { reason: null, problem: 'REFUSED', answer: '401 unknown credentials' } as const;

const fetching = { fetchedAt: ago(30), problem: 'UNREACHABLE', answer: null, since: ago(20), retryAt: ago(-5), stopped: true } as const;

describe('what is said of a channel', () => {
  it('is that routing is deactivated where no mail can be fetched', () => {
    expect(said({ fetching })).toEqual(['trouble', 'MAILBOXES_ROUTING_OFF']);
    expect(said({ fetching: { ...fetching, problem: 'REFUSED' } })).toEqual([
      'trouble',
      'MAILBOXES_ROUTING_DEACTIVATED MAILBOXES_TEST_REFUSED',
    ]);
    expect(said({ fetching: { ...fetching, stopped: false } })).toEqual(['trouble', 'MAILBOXES_TEST_UNREACHABLE']);
    expect(said({ fetching: { ...fetching, problem: null, since: null, retryAt: null, stopped: false } })).toEqual(['well', 'CHANNELS_OK']);
    expect(said({ fetching, active: false })).toEqual(['off', 'CHANNELS_OFF']);
  });

  it('is that it works when the newest thing known is a message that went out', () => {
    expect(said({})).toEqual(['well', 'CHANNELS_OK']);
    expect(said({ test: { at: ago(6), problem: 'REFUSED', answer: null } })).toEqual(['well', 'CHANNELS_OK']);
    expect(said({ lastError: { at: ago(6), ...refused } })).toEqual(['well', 'CHANNELS_OK']);
  });

  it('is what the newest test, failure or save has shown to be wrong', () => {
    expect(said({ test: { at: ago(4), problem: 'REFUSED', answer: null } })).toEqual([
      'trouble',
      'CHANNELS_TEST_FAILED CHANNELS_TEST_REFUSED',
    ]);
    expect(said({ lastError: { at: ago(1), ...refused } })).toEqual(['trouble', 'CHANNELS_TEST_REFUSED']);
    expect(said({ lastError: { at: ago(2), ...refused }, test: { at: ago(1), problem: null, answer: null } })).toEqual([
      'well',
      'CHANNELS_OK',
    ]);
    expect(said({ lastOutboundAt: null, test: { at: ago(1), problem: 'REFUSED', answer: 'invalidAuthToken' } })[0]).toBe('trouble');
  });

  it('is nothing of one message that was refused for what it is', () => {
    expect(said({ lastError: { at: ago(1), reason: 'NO_ROUTE', problem: null, answer: null } })).toEqual(['well', 'CHANNELS_OK']);
    expect(said({ lastError: { at: ago(1), reason: 'BAD_SERVICE_ID', problem: null, answer: null } })).toEqual([
      'trouble',
      'CHANNELS_ERROR_SENDER',
    ]);
  });

  it('is that messages wait where none has gone out for a while', () => {
    expect(said({ waitingOut: 3, waitingSince: ago(10) })).toEqual(['trouble', 'CHANNELS_HELD_UP']);
    expect(said({ waitingOut: 300, waitingSince: ago(10), lastOutboundAt: ago(0) })).toEqual(['well', 'CHANNELS_OK']);
    expect(said({ waitingOut: 1, waitingSince: ago(0) })).toEqual(['well', 'CHANNELS_OK']);
  });

  it('is that nobody stands in where the SMS sender is gone', () => {
    expect(said({ refusedCalls: { count: 2, lastAt: ago(1) }, lastInboundAt: ago(2) })).toEqual(['trouble', 'CHANNELS_CALLS_REFUSED']);
    expect(said({ refusedCalls: { count: 2, lastAt: ago(3) }, lastInboundAt: ago(2) })).toEqual(['well', 'CHANNELS_OK']);
    expect(said({ fallbackLacks: 'Shop' })).toEqual(['trouble', 'CHANNELS_FALLBACK_LACKS']);
  });

  it('is why nothing is asked of the provider', () => {
    const open = { state: 'OPEN' as const, failures: 1, openedAt: ago(1), retryAt: ago(-1) };
    expect(said({ line: open, lastError: { at: ago(1), ...refused } })).toEqual([
      'trouble',
      'CHANNELS_TEST_REFUSED CHANNELS_MESSAGES_WAIT',
    ]);
  });
});

describe('the last error', () => {
  it.each([
    [null, 'UNREACHABLE', null, 'CHANNELS_ERROR_NO_ANSWER'],
    [null, 'UNREACHABLE', 'the provider was not reached: ECONNREFUSED', 'CHANNELS_ERROR_NO_ANSWER'],
    [null, 'UNREACHABLE', '503 {"error":"down"}', 'CHANNELS_ERROR_NOT_NOW'],
    [null, 'UNREACHABLE', 'ESME_RSYSERR (0x00000008)', 'CHANNELS_ERROR_NOT_NOW'],
    [null, 'REFUSED', '401 unknown credentials', 'CHANNELS_TEST_REFUSED'],
    [null, 'REFUSED', 'bind answered ESME_RINVPASWD (0x0000000e)', 'CHANNELS_ERROR_PASSWORD'],
    [null, 'REFUSED', 'bind answered ESME_RINVSYSID (0x0000000f)', 'CHANNELS_ERROR_USERNAME'],
    [null, 'MISCONFIGURED', '302', 'CHANNELS_TEST_MISCONFIGURED'],
    ['THROTTLING', null, '429', 'CHANNELS_ERROR_SLOWER'],
    ['BAD_SERVICE_ID', null, null, 'CHANNELS_ERROR_SENDER'],
    ['DEFAULT', null, '0x00000401', 'CHANNELS_ERROR_REFUSED'],
    ['NO_ROUTE', null, null, 'CHANNELS_TRY_REFUSED'],
  ] as const)('is told by what happened: %s, %s, %s', (reason, problem, answer, words) => {
    expect(errorWords({ reason, problem, answer }, text)).toBe(words);
  });
});
