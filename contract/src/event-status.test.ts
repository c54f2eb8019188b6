import { expect, it } from 'vitest';
import { DeliveryStatus, EventStatus } from './entities/event.ts';
import { eventStatus } from './event-status.ts';

const said = '2026-11-02T08:00:00.000Z';
const at = '2026-11-02T08:00:05.000Z';
const id = '0192b7a0-0000-7000-8000-00000000000a';

it('says of whom it went to nothing until something is heard, and then the same', () => {
  const told = DeliveryStatus.options.map((status) => eventStatus({ id, said }, { status, reason: null, at }));
  expect(told.map(({ clientStatus, userStatus }) => [clientStatus, userStatus])).toEqual([
    ['SAVED', null],
    ['PENDING', null],
    ['SENT', null],
    ['DELIVERED', 'DELIVERED'],
    ['SEEN', 'SEEN'],
    ['DELIVERY_FAILED', 'DELIVERY_FAILED'],
    ['REJECTED', 'REJECTED'],
    ['ERROR', 'ERROR'],
  ]);
  for (const one of told) expect(EventStatus.parse(one)).toEqual(one);
});

it('bears the names of the specification', () => {
  expect(eventStatus({ id, said }, { status: 'DELIVERY_FAILED', reason: 'NOT_VIBER_USER', at })).toEqual({
    clientStatus: 'DELIVERY_FAILED',
    userStatus: 'DELIVERY_FAILED',
    userStatusReason: 'NOT_VIBER_USER',
    roomEventId: id,
    lastMessageTimestamp: said,
    at,
  });
});
