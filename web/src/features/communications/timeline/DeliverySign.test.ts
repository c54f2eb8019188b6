import type { DeliveryStatus, RoomEvent } from '@parley/contract';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { everyText, startText } from '../../../text.ts';
import { CommunicationsContext } from '../context.ts';
import { newRoomsStore } from '../store.ts';
import { DeliverySign } from './DeliverySign.tsx';
import { isFailed } from './failed.ts';

beforeAll(() => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  return startText().then(everyText);
});

const sent = (clientStatus: DeliveryStatus, userStatusReason: string | null = null) =>
  ({
    id: 'event',
    roomId: 'room',
    createdAt: '2026-11-02T08:00:00.000Z',
    eventData: { status: { clientStatus, userStatusReason, at: null } },
  }) as unknown as RoomEvent;

const idle = { send: () => Promise.resolve(null), tell: () => true, subscribe: () => () => undefined, onOpen: () => () => undefined };

/** What a person reads beside a message. */
function wordsOf(event: RoomEvent): string {
  const value = { me: 'me', store: newRoomsStore('me'), line: idle };
  const sign = createElement(DeliverySign, { event, hasWord: true });
  return renderToStaticMarkup(createElement(CommunicationsContext, { value }, sign)).replaceAll(/<[^>]+>/g, ' ');
}

const FAILED = ['DELIVERY_FAILED', 'ERROR', 'REJECTED'] as const;
const UNDERWAY = ['SAVED', 'PENDING', 'SENT', 'DELIVERED', 'SEEN'] as const;

describe('the sign of a delivery', () => {
  test.each(FAILED)('%s has failed: it says so and offers to try again', (status) => {
    expect(isFailed(sent(status))).toBe(true);
    expect(wordsOf(sent(status))).toMatch(/Not delivered: .*Retry/);
  });

  test.each(UNDERWAY)('%s has not failed', (status) => {
    expect(isFailed(sent(status))).toBe(false);
    expect(wordsOf(sent(status))).not.toMatch(/Not delivered|Retry/);
  });

  test('tells a reason that has words, and the default one for a reason that has none', () => {
    expect(wordsOf(sent('ERROR', 'TRIED_TOO_OFTEN'))).toContain('Not delivered: the channel took no more messages for too long.');
    for (const reason of ['SOMETHING_NEW', null]) {
      expect(wordsOf(sent('ERROR', reason))).toContain('Not delivered: the channel did not say why.');
    }
  });
});
