import type { RoomEvent } from '@parley/contract';
import { expect, test } from 'vitest';
import { placesOfReaders, unreadOf, withReads } from './reading.ts';

const said = (publicNo: number, by: string, eventType: 'COMMUNICATION' | 'SYSTEM' = 'COMMUNICATION') =>
  ({ id: `event-${publicNo}-${eventType}`, eventType, publicNo, origin: { type: 'USER', id: by } }) as unknown as RoomEvent;
const read = (userId: string, seenPublicNo: number) => ({ userId, seenPublicNo, seenAt: null });

const events = [said(1, 'me'), said(2, 'dora'), said(2, 'emil', 'SYSTEM'), said(3, 'me'), said(4, 'me')];

test('each colleague stands at the last message that they have read, and nobody at their own or at the reader’s own look', () => {
  const reads = [read('me', 4), read('dora', 1), read('emil', 3), read('petar', 4)];
  expect(placesOfReaders(events, reads, ['dora', 'emil', 'petar'])).toEqual(
    new Map([
      // What Dora has written herself she has read; that is not told at her own message.
      ['event-3-COMMUNICATION', ['emil']],
      ['event-4-COMMUNICATION', ['petar']],
    ]),
  );
  // Further back than what is held.
  expect(placesOfReaders(events.slice(3), [read('emil', 1)], ['emil'])).toEqual(new Map());
  // Whoever is in the room no more is not told of.
  expect(placesOfReaders(events, reads, ['dora', 'emil'])).toEqual(new Map([['event-3-COMMUNICATION', ['emil']]]));
});

test('what somebody has not read is counted from their look or from their own last words', () => {
  const room = { publicCount: 4 };
  expect(['dora', 'emil', 'ivo'].map((one) => unreadOf(one, room, events, [read('emil', 3)]))).toEqual([2, 1, 4]);
});

test('a look moves on and never back, in whichever order the words of it come', () => {
  const looks = [read('dora', 2), read('dora', 5), read('dora', 3), read('emil', 1)];
  const all = looks.reduce(withReads, []);
  expect(all.map(({ userId, seenPublicNo }) => [userId, seenPublicNo])).toEqual([
    ['dora', 5],
    ['emil', 1],
  ]);
  expect(
    looks
      .toReversed()
      .reduce(withReads, [])
      .find(({ userId }) => userId === 'dora')?.seenPublicNo,
  ).toBe(5);
  expect(withReads(all, read('dora', 5))).toBe(all);
});
