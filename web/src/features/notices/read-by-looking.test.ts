import type { Notification } from '@parley/contract';
import { expect, test } from 'vitest';
import { isTold, roomOfPath } from './read-by-looking.ts';

const ROOM = '0193a1de-0000-7000-8000-0000000000a1';
const one = (change: Partial<Notification>) => ({ roomId: ROOM, roomEventId: null, readAt: null, ...change }) as Notification;
const told = (unread: number, ...content: Notification[]) => isTold({ pages: [{ content, last: true, unread }] }, ROOM);

test('an address shows a room or none', () => {
  expect([roomOfPath(`/communications/${ROOM}`), roomOfPath('/communications'), roomOfPath('/communications/create')]).toEqual([
    ROOM,
    null,
    null,
  ]);
});

test('a room is told of by what is unread, is about it and about no single event; what lies further back may be', () => {
  expect([told(1, one({})), told(1, one({ roomId: 'other' })), told(1, one({ roomEventId: 'event' }))]).toEqual([true, false, false]);
  expect([told(0, one({ readAt: '2026-11-30T08:00:00.000Z' })), isTold(undefined, ROOM)]).toEqual([false, false]);
  expect(told(2, one({ roomId: 'other' }))).toBe(true);
});
