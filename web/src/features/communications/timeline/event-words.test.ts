import type { RoomEvent } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { startText, text } from '../../../text.ts';
import { shortEventWords } from './event-words.ts';

beforeAll(() => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  return startText();
});

const event = (type: string, parts: object = {}) =>
  ({
    eventType: 'SYSTEM',
    origin: { id: null, name: null },
    eventData: { type, modifiedValue: null, reason: null },
    modifiedParticipants: [],
    ...parts,
  }) as unknown as RoomEvent;

const words = (one: RoomEvent) => shortEventWords(one, 'me', text, (names) => names.join(' and '));

test('the summary is short, names the queue, and calls the reader "you"', () => {
  const queued = event('ENTER_QUEUE', { eventData: { type: 'ENTER_QUEUE', modifiedValue: 'Orders', reason: null } });
  const given = event('USER_ASSIGNED', { modifiedParticipants: [{ id: 'me', name: 'Dora Ilieva' }] });
  const other = event('USER_ASSIGNED', { modifiedParticipants: [{ id: 'other', name: 'Petar Kostov' }] });
  expect([words(queued), words(given), words(other)]).toEqual(['queue Orders', 'assigned to you', 'assigned to Petar Kostov']);
});

test('a kind without words of its own is still said', () => {
  expect(words(event('SOMETHING_NEW'))).toBe('something recorded');
});
