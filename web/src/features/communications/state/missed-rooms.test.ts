import type { Room, RoomMembership } from '@parley/contract';
import { expect, test } from 'vitest';
import { missedRooms } from './missed-rooms.ts';
import { newRecord } from './room-record.ts';

const record = (id: string, type: Room['type'], publicCount: number, seenPublicNo: number, state: Room['state'] = 'ASSIGNED') =>
  newRecord(
    {
      id,
      type,
      state,
      publicCount,
      privateCount: 0,
      roomParticipants: [{ type: 'USER', associatedParticipantId: 'me' }],
    } as unknown as Room,
    { roomId: id, starred: false, followed: false, seenPublicNo, seenPrivateNo: 0, lastSeenEventTimestamp: null } as RoomMembership,
  );

test('rooms in which something was missed are counted apart: customers’, and colleagues’; resolved ones not', () => {
  const rooms = [
    record('a', 'EXTERNAL', 3, 1),
    record('b', 'EXTERNAL', 3, 3),
    record('c', 'EXTERNAL', 3, 1, 'RESOLVED'),
    record('d', 'INTERNAL', 1, 0),
    record('e', 'GROUP', 5, 4),
  ];
  const state = { me: 'me', rooms: new Map(rooms.map((one) => [one.room.id, one])) };
  expect(missedRooms(state)).toEqual({ external: 1, internal: 2 });
  expect(missedRooms(state)).toBe(missedRooms(state));
});
