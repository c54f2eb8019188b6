import { anewIdOf, type DeliveryStatus, EventDataType, failureReasons, type Room, type RoomEvent } from '@parley/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { orpc, queryClient } from '../../../api/client.ts';
import { everyText, showLanguage, startText } from '../../../text.ts';
import { CommunicationsContext } from '../context.ts';
import { loadDelivery } from '../delivery/later.ts';
import type { RoomRecord } from '../state/room-record.ts';
import { changeState, newRoomsStore } from '../store.ts';
import { DeliverySign } from './DeliverySign.tsx';
import { isFailed } from './failed.ts';

beforeAll(() => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  return startText().then(everyText).then(loadDelivery);
});

const EVENT = '0192b7a0-0000-7000-8000-00000000000a';

const sent = (clientStatus: DeliveryStatus, userStatusReason: string | null = null, type = 'MESSAGE', since?: RoomEvent['since']) =>
  ({
    id: 'event',
    roomId: 'room',
    createdAt: '2026-11-02T08:00:00.000Z',
    origin: { channelId: 'c' },
    eventData: { type, status: { clientStatus, userStatusReason, at: null } },
    since,
  }) as unknown as RoomEvent;

const idle = { send: () => Promise.resolve(null), tell: () => true, subscribe: () => () => undefined, onOpen: () => () => undefined };

/** A conversation on a channel that only whoever holds it writes on. */
const heldBy = (assignedUserId: string) =>
  ({
    channels: [{ channelId: 'c', channelType: 'WHATSAPP' }],
    roomParticipants: [],
    roomConversations: [{ id: 'conversation', state: 'OPEN', assignedUserId, assignedChatbotId: null, channels: [{ channelId: 'c' }] }],
  }) as unknown as Room;

/** What a person reads beside a message. */
function wordsOf(event: RoomEvent, room = heldBy('me')): string {
  const store = newRoomsStore('me');
  changeState(store, (state) => ({ ...state, rooms: new Map([['room', { room } as RoomRecord]]) }));
  // What is drawn without a browser is drawn by what a store began with.
  const value = { me: 'me', store: { ...store, getInitialState: store.getState }, line: idle };
  const sign = createElement(DeliverySign, { event, hasWord: true });
  const whole = createElement(QueryClientProvider, { client: queryClient }, createElement(CommunicationsContext, { value }, sign));
  return renderToStaticMarkup(whole).replaceAll(/<[^>]+>/g, ' ');
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

  test('delivered as a short message it says so, and is neither failed nor unknown', () => {
    const came = sent('DELIVERED', 'BY_SMS');
    expect(isFailed(came)).toBe(false);
    expect(wordsOf(came)).toMatch(/Delivered as SMS.*Details/);
    expect(wordsOf(came)).not.toMatch(/Not delivered|Retry|unknown/);
  });

  test('tells a reason that has words, and the default one for a reason that has none', () => {
    expect(wordsOf(sent('ERROR', 'TRIED_TOO_OFTEN'))).toContain('Not delivered: the channel took no more messages for too long.');
    for (const reason of ['SOMETHING_NEW', null]) {
      expect(wordsOf(sent('ERROR', reason))).toContain('Not delivered: the channel did not say why.');
    }
  });

  test.each([
    ['en', /Not delivered: [^.]+\./],
    ['bg', /Недоставено: [^.]+\./],
  ] as const)('tells each reason of the specification in words of its own, in %s', async (language, pattern) => {
    await showLanguage(language);
    const told = failureReasons.map((reason) => wordsOf(sent('REJECTED', reason)));
    expect(new Set(told).size).toBe(failureReasons.length);
    for (const words of told) expect(words).toMatch(pattern);
    await showLanguage('en');
  });

  test('says of an e-mail that it was not sent', () => {
    expect(wordsOf(sent('ERROR', 'UNDELIVERABLE', 'EMAIL'))).toMatch(/E-mail not sent: it cannot be delivered to this address\..*Retry/);
  });

  test('offers editing of what a composer holds, and of everything else another try alone, as the server has it', () => {
    for (const type of EventDataType.options) {
      const words = wordsOf(sent('ERROR', null, type));
      expect([type, words.includes('Edit')]).toEqual([type, ['MESSAGE', 'SMS', 'EMAIL', 'IMAGE', 'FILE'].includes(type)]);
      expect(words).toMatch(/Retry.*Details/);
    }
  });

  test.each([
    [{ content: [], replacing: [{ eventId: 'event', author: { id: 'ana', name: 'Ana Petrova' } }] }, 'Ana Petrova is sending it anew'],
    [{ content: [{ state: 'WAITING', clientMessageId: anewIdOf(EVENT) }], replacing: [] }, 'Another message waits to be sent in its place'],
  ])('offers nothing while another waits to take its place, and says so: %#', (told, words) => {
    const key = orpc.scheduled.list.queryKey({ input: { params: { roomId: 'room' } } });
    queryClient.setQueryData(key, told as never);
    const eventId = told.replacing[0]?.eventId ?? EVENT;
    const shown = wordsOf({ ...sent('REJECTED'), id: eventId });
    queryClient.removeQueries({ queryKey: key });
    expect(shown).toContain(words);
    expect(shown).toContain('Details');
    expect(shown).not.toMatch(/Retry|Edit/);
  });

  test('offers neither to whoever may not write there: they read why, when, and its way', () => {
    const words = wordsOf(sent('REJECTED', 'NO_ROUTE'), heldBy('dora'));
    expect(words).toMatch(/Not delivered: there is no route to this number\..*\d\d:00.*Details/);
    expect(words).not.toMatch(/Retry|Edit/);
    expect(wordsOf(sent('PENDING', 'OUTCOME_UNKNOWN'), heldBy('dora'))).not.toMatch(/Retry|Edit/);
    expect(wordsOf(sent('PENDING', 'OUTCOME_UNKNOWN'))).toMatch(/Outcome unknown.*Retry.*Edit/);
  });

  test('offers neither another try nor editing once another message has taken its place', () => {
    const words = wordsOf(sent('REJECTED', 'NO_ROUTE', 'MESSAGE', { anew: { as: 'another' } }));
    expect(words).toMatch(/Not delivered: there is no route to this number\..*Details/);
    expect(words).not.toMatch(/Retry|Edit/);
  });
});
