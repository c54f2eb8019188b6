import { describe, expect, test } from 'vitest';
import type { Happening, World } from './happenings.testing.ts';
import { listRooms, waitingConversation } from './lists.ts';
import { viewOf } from './room-readings.testing.ts';
import { newRecord, type RoomRecord } from './room-record.ts';
import { happen, id, ME, newWorld } from './room-world.testing.ts';
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
  const sleep = (until: string | null): Happening => ({ kind: 'conversationSleeps', pick: 0, snooze: { until } });
  const untilMonday = roomCalled('until Monday', [starts, assigned(true), says, sleep('2026-11-09T07:00:00.000Z')]);
  const untilTuesday = roomCalled('until Tuesday', [starts, assigned(true), sleep('2026-11-10T07:00:00.000Z')]);
  const untilWritten = roomCalled('until written', [starts, assigned(true), sleep(null)]);
  const halfAwake = roomCalled('half awake', [
    starts,
    assigned(true),
    sleep(null),
    starts,
    { kind: 'conversationAssigned', pick: 1, toMe: true },
  ]);
  const both = roomCalled('both', [starts, assigned(true), starts, says]);
  const rooms = [waitsLong, waitsShort, mine, mineNewer, others, done, both, untilTuesday, untilWritten, untilMonday, halfAwake];
  const names = (list: Parameters<typeof listRooms>[1], since?: string) =>
    listRooms(rooms, list, ME, since).map((roomId) => rooms.find((record) => record.room.id === roomId));

  test('waiting: whatever the room’s state, the longest wait first', () => {
    expect(both.room.state).toBe('ASSIGNED');
    expect(waitingConversation(both.room)?.state).toBe('UNASSIGNED');
    expect(names('waiting')).toEqual([waitsLong, waitsShort, both]);
  });

  test('mine: what I hold or take part in, newest first, but for what sleeps altogether', () => {
    expect(new Set(names('mine'))).toEqual(new Set([mineNewer, both, mine, halfAwake]));
    expect(names('mine').filter((room) => room !== halfAwake)).toEqual([mineNewer, both, mine]);
  });

  test('snoozed: rooms in which all that I hold sleeps, in the order in which they wake', () => {
    expect(names('snoozed')).toEqual([untilMonday, untilTuesday, untilWritten]);
  });

  test('all: everything unresolved; resolved: the rest, no older than what was read', () => {
    expect(new Set(names('all'))).toEqual(
      new Set([waitsLong, waitsShort, mine, mineNewer, others, both, untilMonday, untilTuesday, untilWritten, halfAwake]),
    );
    expect(names('resolved')).toEqual([done]);
    expect(names('resolved', '2030-01-01T00:00:00.000Z')).toEqual([]);
  });
});
