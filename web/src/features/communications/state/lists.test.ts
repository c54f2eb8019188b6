import { describe, expect, test } from 'vitest';
import { listRooms, waitingConversation } from './lists.ts';
import { viewOf } from './room-readings.testing.ts';
import { newRecord, type RoomRecord } from './room-record.ts';
import { type Happening, happen, id, ME, newWorld, type World } from './room-world.testing.ts';
import { partsOf } from './snapshot.ts';

function roomCalled(name: string, story: readonly Happening[]): RoomRecord {
  const start: World = { ...newWorld(), base: { ...newWorld().base, id: id(name) } };
  const { room, membership } = partsOf(viewOf(story.reduce((world, next) => happen(world, next).world, start)));
  return newRecord(room, membership);
}

const starts: Happening = { kind: 'conversationStarts' };
const says: Happening = { kind: 'customerSays', text: 'hello' };
const assigned = (toMe: boolean): Happening => ({ kind: 'conversationAssigned', pick: 0, toMe });
const resolved: Happening = { kind: 'conversationResolved', pick: 0 };

describe('the lists of the page', () => {
  const waitsLong = roomCalled('waits long', [starts, says]);
  const waitsShort = roomCalled('waits short', [says, says, starts, says]);
  const mine = roomCalled('mine', [says, starts, assigned(true), says]);
  const mineNewer = roomCalled('mine newer', [says, starts, assigned(true), says, says, says]);
  const others = roomCalled('others', [starts, assigned(false), says]);
  const done = roomCalled('done', [starts, assigned(true), says, resolved]);
  const both = roomCalled('both', [starts, assigned(true), starts, says]);
  const rooms = [waitsLong, waitsShort, mine, mineNewer, others, done, both];
  const names = (list: Parameters<typeof listRooms>[1], since?: string) =>
    listRooms(rooms, list, ME, since).map((roomId) => rooms.find((record) => record.room.id === roomId));

  test('waiting: whatever the room’s state, the longest wait first', () => {
    expect(both.room.state).toBe('ASSIGNED');
    expect(waitingConversation(both.room)?.state).toBe('UNASSIGNED');
    expect(names('waiting')).toEqual([waitsLong, waitsShort, both]);
  });

  test('mine: what I hold or take part in, newest first', () => {
    expect(names('mine')).toEqual([mineNewer, both, mine]);
  });

  test('all: everything unresolved; resolved: the rest, no older than what was read', () => {
    expect(new Set(names('all'))).toEqual(new Set([waitsLong, waitsShort, mine, mineNewer, others, both]));
    expect(names('resolved')).toEqual([done]);
    expect(names('resolved', '2030-01-01T00:00:00.000Z')).toEqual([]);
  });
});
