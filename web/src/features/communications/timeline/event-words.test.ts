import type { RoomEvent } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { startText, text } from '../../../text.ts';
import { eventWords, shortEventWords } from './event-words.ts';

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

test('what was done without a name was done by the inbound routing rules, and otherwise by who bears the name', () => {
  const sentence = (one: RoomEvent) =>
    eventWords(
      one,
      text,
      (names) => names.join(' and '),
      () => null,
    );
  const resolved = (name: string | null) => event('RESOLVE', { origin: { id: null, name } });
  expect(sentence(resolved(null))).toContain('Inbound routing rules');
  expect(sentence(resolved('Dora Ilieva'))).toContain('Dora Ilieva');
  expect(sentence(resolved('Dora Ilieva'))).not.toContain('Inbound routing rules');
});
