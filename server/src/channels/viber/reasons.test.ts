import { failureReasons } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { aggregator } from './aggregator.ts';
import { infobip } from './infobip.ts';
import { type Laid, partsOf } from './layout.ts';
import { meaningOf, reasonOf } from './srvc-reasons.ts';

const laid: Laid = {
  id: 'id-1',
  to: '+359881112233',
  sender: 'LUMEN',
  ttlSeconds: 90,
  text: 'Good day',
  pictureUrl: null,
  file: null,
  button: null,
  tracking: 'event',
  fallback: null,
  hookAddress: 'https://parley.example/hooks/viber/key',
};
const answered = (status: number, body: object) => ({ status, text: JSON.stringify(body), retryAfterMs: null });
const fourteen = failureReasons.slice(0, 14);

describe('Viber’s own errors (business messages)', () => {
  it.each([
    [2, 'SRVC_BAD_SERVICE_ID', 'BAD_SERVICE_ID'],
    [3, 'SRVC_BAD_DATA', 'REJECTED'],
    [4, 'SRVC_BLOCKED_MESSAGE_TYPE', 'NOT_PERMITTED'],
    [5, 'SRVC_BAD_MESSAGE_TYPE', 'REJECTED'],
    [6, 'SRVC_BAD_PARAMETERS', 'REJECTED'],
    [8, 'SRVC_USER_BLOCKED', 'USER_BLOCKED'],
    [9, 'SRVC_NOT_VIBER_USER', 'NOT_VIBER_USER'],
    [10, 'SRVC_NO_SUITABLE_DEVICE', 'NO_SUITABLE_DEVICE'],
    [11, 'SRVC_UNAUTHORIZED_IP', 'BAD_SERVICE_ID'],
    [13, 'SRVC_NOT_PERMITTED', 'NOT_PERMITTED'],
    [14, 'SRVC_BILLING_FAILURE', 'NOT_PERMITTED'],
    [17, 'SRVC_NO_MORE_MESSAGES', 'INSUFFICIENT_FUNDS'],
    [18, 'SRVC_BAD_LABEL', 'REJECTED'],
    [20, 'SRVC_BAD_TTL', 'REJECTED'],
    [27, 'SRVC_INVALID_PHONE_NUMBER', 'UNDELIVERABLE'],
    [28, 'SRVC_FILE_NOT_PERMITTED', 'REJECTED'],
    [32, 'SRVC_DURATION', 'REJECTED'],
    [38, 'SRVC_TEMPLATE', 'REJECTED'],
    [41, 'SRVC_CAROUSEL_VALIDATION', 'REJECTED'],
    [43, 'SRVC_SERVICE_BLOCKED', 'BLACKLISTED'],
  ])('%i, %s, is %s, by its number, its name, and its name without the first word', (number, name, reason) => {
    for (const said of [number, name, name.replace('SRVC_', ''), name.toLowerCase()])
      expect([said, meaningOf(said)]).toEqual([said, { reason }]);
  });

  it('may pass by themselves, or say that it was taken before', () => {
    for (const said of [1, 7, '1', ' 7 ']) expect(meaningOf(said)).toEqual({ reason: 'DEFAULT', again: true });
    expect(meaningOf(21)).toEqual({ reason: 'THROTTLING', again: true });
    expect(meaningOf(12)).toBe('SENT');
    expect(meaningOf(401)).toEqual({ reason: 'BAD_SERVICE_ID' });
    expect([meaningOf(999), meaningOf('whatever'), reasonOf(undefined)]).toEqual([null, null, null]);
  });
});

describe('the plain contract', () => {
  const receipt = (said: object, id = 'id-1') => aggregator.read({ id, ...said }, '');

  it('tells each of the fourteen reasons', () => {
    for (const reason of fourteen) {
      const [reading] = receipt({ status: reason === 'EXPIRED' ? 'EXPIRED' : 'UNDELIVERABLE', reason });
      expect(reading).toMatchObject({ kind: 'STATUS', status: 'DELIVERY_FAILED', reason });
    }
  });

  it.each([
    ['SENT', 'SENT', null],
    ['DELIVERED', 'DELIVERED', null],
    ['SEEN', 'SEEN', null],
    ['EXPIRED', 'DELIVERY_FAILED', 'EXPIRED'],
    ['REJECTED', 'REJECTED', 'REJECTED'],
    ['UNDELIVERABLE', 'DELIVERY_FAILED', 'UNDELIVERABLE'],
    ['DELETED', 'DELIVERY_FAILED', 'DELETED'],
  ])('the receipt %s is %s, %s', (said, status, reason) => {
    expect(receipt({ status: said })).toMatchObject([{ providerMessageId: 'id-1', status, reason }]);
  });

  it('refuses by codes, takes what it knows already, and wants some later', () => {
    const refused = (code: string, status = 422) => aggregator.outcomeOf(answered(status, { error: { code } }), laid);
    expect(refused('BAD_SERVICE_ID')).toMatchObject({ outcome: 'REFUSED', reason: 'BAD_SERVICE_ID', final: true });
    expect(refused('SRVC_NO_MORE_MESSAGES')).toMatchObject({ reason: 'INSUFFICIENT_FUNDS', final: true });
    expect(refused('WAIT_FOR_USER_RESPONSE')).toMatchObject({ reason: 'THROTTLING', final: false });
    expect(refused('whatever', 400)).toMatchObject({ reason: 'REJECTED', final: true });
    expect(refused('ALREADY_SENT', 409)).toMatchObject({ outcome: 'ACCEPTED', providerMessageId: 'id-1' });
    expect(aggregator.outcomeOf(answered(202, { id: 'id-1', status: 'ACCEPTED' }), laid)).toMatchObject({ outcome: 'ACCEPTED' });
    expect(() => aggregator.outcomeOf(answered(202, {}), laid)).toThrow();
  });

  it('what its carrier brings as a short message has not failed until that has', () => {
    const id = 'id-2-sms';
    for (const reason of ['NOT_VIBER_USER', 'NO_SUITABLE_DEVICE', 'USER_BLOCKED'])
      expect(receipt({ status: 'UNDELIVERABLE', reason }, id)).toMatchObject([{ status: 'SENT', reason: 'BY_SMS' }]);
    expect(receipt({ status: 'EXPIRED' }, id)).toMatchObject([{ status: 'SENT' }]);
    expect(receipt({ status: 'UNDELIVERABLE', reason: 'NO_ROUTE' }, id)).toMatchObject([{ status: 'DELIVERY_FAILED', reason: 'NO_ROUTE' }]);
    expect(receipt({ status: 'DELIVERED', channel: 'SMS' }, id)).toMatchObject([{ status: 'DELIVERED', reason: 'BY_SMS' }]);
    expect(receipt({ status: 'UNDELIVERABLE', channel: 'SMS' }, id)).toMatchObject([
      { status: 'DELIVERY_FAILED', reason: 'UNDELIVERABLE' },
    ]);
  });
});

describe('words and a file that their carrier brings as one short message', () => {
  const file = {
    ...laid,
    id: 'id-3-sms',
    text: 'Our offer',
    file: { url: 'https://parley.example/f', name: 'offer.pdf' },
    fallback: { sender: 'LUMEN', text: 'x' },
  };
  const [words, rest] = partsOf(file);

  it('have ids by which their reports are understood', () => {
    expect([words?.id, rest.id]).toEqual(['id-3-two-sms-words', 'id-3-two-sms']);
    const [alone, own] = partsOf({ ...file, id: 'id-4', fallback: null });
    expect([alone?.id, own.id]).toEqual(['id-4-words', 'id-4']);
  });

  it('have both arrived with it, and both failed with it', () => {
    const notThere = { status: 'UNDELIVERABLE', reason: '9' };
    for (const id of [words?.id ?? '', rest.id])
      expect(aggregator.read({ id, ...notThere }, '')).toMatchObject([{ providerMessageId: id, status: 'SENT', reason: 'BY_SMS' }]);
    const ids = [{ providerMessageId: rest.id }, { providerMessageId: words?.id }];
    expect(aggregator.read({ id: rest.id, status: 'DELIVERED', channel: 'SMS' }, '')).toMatchObject(
      ids.map((one) => ({ ...one, status: 'DELIVERED' })),
    );
    const state = { groupId: 4, id: 15 };
    expect(infobip.read({ messageId: rest.id, status: state, platform: 'SMS' }, '')).toMatchObject(
      ids.map((one) => ({ ...one, reason: 'EXPIRED' })),
    );
    expect(aggregator.read({ id: 'id-4-words', ...notThere }, '')).toMatchObject([{ status: 'DELIVERY_FAILED', reason: 'NOT_VIBER_USER' }]);
  });
});

describe('the Infobip-like interface', () => {
  const report = (groupId: number, id: number, more: object = {}, messageId = 'id-1') =>
    infobip.read({ messageId, status: { groupId, id, name: 'NAME' }, ...more }, '');

  it.each([
    [1, 3, []],
    [1, 26, []],
    [1, 7, [{ status: 'SENT' }]],
    [3, 2, [{ status: 'SENT' }]],
    [3, 5, [{ status: 'DELIVERED' }]],
    [2, 4, [{ status: 'DELIVERY_FAILED', reason: 'UNDELIVERABLE' }]],
    [2, 9, [{ status: 'DELIVERY_FAILED', reason: 'UNDELIVERABLE' }]],
    [4, 15, [{ status: 'DELIVERY_FAILED', reason: 'EXPIRED' }]],
    [4, 29, [{ status: 'DELIVERY_FAILED', reason: 'EXPIRED' }]],
    [5, 6, [{ status: 'REJECTED', reason: 'NO_ROUTE' }]],
    [5, 8, [{ status: 'REJECTED', reason: 'NO_ROUTE' }]],
    [5, 10, [{ status: 'REJECTED', reason: 'BLACKLISTED' }]],
    [5, 11, [{ status: 'REJECTED', reason: 'BAD_SERVICE_ID' }]],
    [5, 12, [{ status: 'REJECTED', reason: 'INSUFFICIENT_FUNDS' }]],
    [5, 13, [{ status: 'REJECTED', reason: 'BAD_SERVICE_ID' }]],
    [5, 14, [{ status: 'REJECTED', reason: 'BLACKLISTED' }]],
    [5, 17, [{ status: 'REJECTED', reason: 'INSUFFICIENT_FUNDS' }]],
    [5, 18, [{ status: 'REJECTED', reason: 'NOT_PERMITTED' }]],
    [5, 19, [{ status: 'REJECTED', reason: 'NO_ROUTE' }]],
    [5, 20, [{ status: 'REJECTED', reason: 'THROTTLING' }]],
    [5, 21, [{ status: 'REJECTED', reason: 'DEFAULT' }]],
    [5, 51, [{ status: 'REJECTED', reason: 'REJECTED' }]],
    [5, 52, [{ status: 'REJECTED', reason: 'REJECTED' }]],
  ])('group %i, status %i is %o', (groupId, id, readings) => {
    expect(report(groupId, id)).toMatchObject(readings);
    expect(report(groupId, id)).toHaveLength(readings.length);
  });

  it.each([
    ['EC_VIBER_NOT_VIBER_USER', 'NOT_VIBER_USER'],
    ['EC_VIBER_NO_SUITABLE_DEVICE', 'NO_SUITABLE_DEVICE'],
    ['EC_VIBER_USER_BLOCKED', 'USER_BLOCKED'],
    ['SRVC_BILLING_FAILURE', 'NOT_PERMITTED'],
    ['EC_VIBER_NOT_PERMITTED', 'NOT_PERMITTED'],
  ])('what could not be delivered because of %s is %s', (name, reason) => {
    expect(report(2, 4, { error: { name } })).toMatchObject([{ status: 'DELIVERY_FAILED', reason }]);
  });

  it('is seen, and of a group that nobody knows it is not guessed', () => {
    expect(infobip.read({ messageId: 'id-1', seenAt: '2026-11-30T10:00:00.000+0000' }, '')).toMatchObject([{ status: 'SEEN' }]);
    expect(() => report(9, 1)).toThrow();
  });

  it('a send is taken, refused for good or for now, and taken once under one id', () => {
    const outcome = (groupId: number, id: number) =>
      infobip.outcomeOf(answered(200, { messages: [{ messageId: 'id-1', status: { groupId, id } }] }), laid);
    expect(outcome(1, 26)).toMatchObject({ outcome: 'ACCEPTED', providerMessageId: 'id-1' });
    expect(outcome(5, 23)).toMatchObject({ outcome: 'ACCEPTED', providerMessageId: 'id-1' });
    expect(outcome(5, 12)).toMatchObject({ outcome: 'REFUSED', reason: 'INSUFFICIENT_FUNDS', final: true });
    for (const [id, reason] of [
      [20, 'THROTTLING'],
      [21, 'DEFAULT'],
    ] as const)
      expect(outcome(5, id)).toMatchObject({ outcome: 'REFUSED', reason, final: false });
    expect(infobip.outcomeOf(answered(400, { requestError: {} }), laid)).toMatchObject({
      outcome: 'REFUSED',
      reason: 'REJECTED',
      final: true,
    });
    expect(infobip.outcomeOf(answered(401, {}), laid)).toMatchObject({ outcome: 'UNAVAILABLE', problem: 'REFUSED' });
    expect(infobip.outcomeOf(answered(503, {}), laid)).toMatchObject({ outcome: 'UNAVAILABLE', problem: 'UNREACHABLE' });
  });

  it('what its carrier brings as a short message has not failed until that has', () => {
    const error = { name: 'EC_VIBER_NOT_VIBER_USER' };
    expect(report(2, 4, { error }, 'id-2-sms')).toMatchObject([{ status: 'SENT', reason: 'BY_SMS' }]);
    expect(report(2, 4, { error, platform: 'SMS' }, 'id-2-sms')).toMatchObject([{ status: 'DELIVERY_FAILED', reason: 'NOT_VIBER_USER' }]);
  });
});
