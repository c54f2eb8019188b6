import { describe, expect, it } from 'vitest';
import { meaningOfInfobip } from './infobip-states.ts';
import { meaningOf, stateOfNumber } from './outcomes.ts';
import { meaningOfSubmit } from './smpp-status.ts';

const said = (meaning: { status: string; reason: string | null } | null) => (meaning ? [meaning.status, meaning.reason] : null);

describe('what a carrier’s states mean', () => {
  it.each([
    ['ACCEPTD', 'SENT', null],
    ['ENROUTE', 'SENT', null],
    ['PENDING', 'SENT', null],
    ['UNKNOWN', 'SENT', null],
    ['DELIVRD', 'DELIVERED', null],
    ['delivered', 'DELIVERED', null],
    ['EXPIRED', 'DELIVERY_FAILED', 'EXPIRED'],
    ['DELETED', 'DELIVERY_FAILED', 'DELETED'],
    ['SKIPPED', 'DELIVERY_FAILED', 'DELETED'],
    ['UNDELIV', 'DELIVERY_FAILED', 'UNDELIVERABLE'],
    ['UNDELIVERABLE', 'DELIVERY_FAILED', 'UNDELIVERABLE'],
    ['REJECTD', 'REJECTED', 'REJECTED'],
    ['REJECTED', 'REJECTED', 'REJECTED'],
  ])('%s is %s %s', (state, status, reason) => expect(said(meaningOf(state, null))).toEqual([status, reason]));

  it.each([
    ['INVALID_NUMBER', 'NO_ROUTE'],
    ['NO_ROUTE', 'NO_ROUTE'],
    ['BAD_SENDER', 'BAD_SERVICE_ID'],
    ['INSUFFICIENT_FUNDS', 'INSUFFICIENT_FUNDS'],
    ['BLACKLISTED', 'BLACKLISTED'],
    ['NOT_PERMITTED', 'NOT_PERMITTED'],
    ['THROTTLED', 'THROTTLING'],
    ['27', 'REJECTED'],
  ])('a rejection with the code %s is told as %s', (code, reason) =>
    expect(said(meaningOf('REJECTD', code))).toEqual(['REJECTED', reason]),
  );

  it('a word that is not documented means nothing', () => expect(meaningOf('GLORIOUS', null)).toBeNull());

  it('the field message_state names them by number', () => {
    const states = ['ENROUTE', 'DELIVRD', 'EXPIRED', 'DELETED', 'UNDELIV', 'ACCEPTD', 'UNKNOWN', 'REJECTD', 'SKIPPED'];
    expect(states.map((_, place) => stateOfNumber(place + 1))).toEqual(states);
    expect([stateOfNumber(0), stateOfNumber(10)]).toEqual([undefined, undefined]);
  });
});

describe('what Infobip’s states mean', () => {
  it.each([
    [1, 26, 'SENT', null],
    [3, 5, 'DELIVERED', null],
    [4, 15, 'DELIVERY_FAILED', 'EXPIRED'],
    [4, 29, 'DELIVERY_FAILED', 'EXPIRED'],
    [2, 4, 'DELIVERY_FAILED', 'UNDELIVERABLE'],
    [2, 9, 'DELIVERY_FAILED', 'UNDELIVERABLE'],
    [5, 0, 'REJECTED', 'REJECTED'],
    [5, 6, 'REJECTED', 'NO_ROUTE'],
    [5, 8, 'REJECTED', 'NO_ROUTE'],
    [5, 10, 'REJECTED', 'BLACKLISTED'],
    [5, 11, 'REJECTED', 'BAD_SERVICE_ID'],
    [5, 12, 'REJECTED', 'INSUFFICIENT_FUNDS'],
    [5, 13, 'REJECTED', 'BAD_SERVICE_ID'],
    [5, 14, 'REJECTED', 'BLACKLISTED'],
    [5, 17, 'REJECTED', 'INSUFFICIENT_FUNDS'],
    [5, 18, 'REJECTED', 'NOT_PERMITTED'],
    [5, 19, 'REJECTED', 'NO_ROUTE'],
    [5, 20, 'REJECTED', 'THROTTLING'],
    [5, 21, 'ERROR', 'DEFAULT'],
    [5, 23, 'SENT', null],
    [5, 24, 'REJECTED', 'REJECTED'],
    [5, 25, 'REJECTED', 'REJECTED'],
    [5, 51, 'REJECTED', 'REJECTED'],
    [5, 52, 'REJECTED', 'REJECTED'],
  ])('group %i, state %i is %s %s', (groupId, id, status, reason) => {
    expect(said(meaningOfInfobip({ groupId, id }))).toEqual([status, reason]);
  });

  it('a group that is not documented means nothing', () => expect(meaningOfInfobip({ groupId: 77 })).toBeNull());
});

describe('what an answer to a submit means', () => {
  it.each([
    [0x00, 'ACCEPTED', 'DEFAULT'],
    [0x01, 'FINAL', 'REJECTED'],
    [0x04, 'REBIND', 'DEFAULT'],
    [0x05, 'REBIND', 'DEFAULT'],
    [0x08, 'AGAIN', 'DEFAULT'],
    [0x0a, 'FINAL', 'BAD_SERVICE_ID'],
    [0x48, 'FINAL', 'BAD_SERVICE_ID'],
    [0x49, 'FINAL', 'BAD_SERVICE_ID'],
    [0x0b, 'FINAL', 'NO_ROUTE'],
    [0x50, 'FINAL', 'NO_ROUTE'],
    [0x51, 'FINAL', 'NO_ROUTE'],
    [0x0d, 'REBIND', 'DEFAULT'],
    [0x0e, 'REBIND', 'DEFAULT'],
    [0x0f, 'REBIND', 'DEFAULT'],
    [0x14, 'SLOW_DOWN', 'THROTTLING'],
    [0x43, 'FINAL', 'REJECTED'],
    [0x45, 'ONCE', 'REJECTED'],
    [0x58, 'SLOW_DOWN', 'THROTTLING'],
    [0x61, 'FINAL', 'REJECTED'],
    [0x62, 'FINAL', 'REJECTED'],
    [0x100, 'FINAL', 'NOT_PERMITTED'],
    [0x101, 'FINAL', 'NOT_PERMITTED'],
    [0x102, 'FINAL', 'NOT_PERMITTED'],
    [0x103, 'FINAL', 'NOT_PERMITTED'],
    [0x400, 'FINAL', 'DEFAULT'],
    [0x99, 'FINAL', 'DEFAULT'],
  ])('0x%s: %s %s', (status, next, reason) => expect(meaningOfSubmit(status)).toMatchObject({ next, reason }));

  it('carriers’ own numbers mean what their table says, and only there', () => {
    const table = [
      { code: 0x401, reason: 'INSUFFICIENT_FUNDS' },
      { code: 0x402, reason: 'THROTTLING' },
    ] as const;
    expect(meaningOfSubmit(0x401, table)).toMatchObject({ name: '0x00000401', next: 'FINAL', reason: 'INSUFFICIENT_FUNDS' });
    expect(meaningOfSubmit(0x402, table)).toMatchObject({ next: 'SLOW_DOWN', reason: 'THROTTLING' });
    expect(meaningOfSubmit(0x403, table)).toMatchObject({ next: 'FINAL', reason: 'DEFAULT' });
  });
});
