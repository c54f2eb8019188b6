import { describe, expect, test } from 'vitest';
import { asToldIn } from '../room/room-words.ts';
import type { Happening, World } from './happenings.testing.ts';
import { conversationOfRow, isOfRow, listRows, roomOfRow, waitingConversation } from './lists.ts';
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
  const names = (list: Parameters<typeof listRows>[1], since?: string) =>
    listRows(rooms, list, ME, since).map((row) => rooms.find((record) => record.room.id === roomOfRow(row)));

  test('waiting: whatever the room’s state, the longest wait first', () => {
    expect(both.room.state).toBe('ASSIGNED');
    expect(waitingConversation(both.room)?.state).toBe('UNASSIGNED');
    expect(names('waiting')).toEqual([waitsLong, waitsShort, both]);
  });

  test('mine: what I hold or take part in, newest first, but for what sleeps altogether', () => {
    expect(new Set(names('mine'))).toEqual(new Set([mineNewer, both, mine, halfAwake]));
    expect(names('mine').filter((room) => room !== halfAwake)).toEqual([mineNewer, both, mine]);
  });

  test('snoozed: what I hold and sleeps, in the order in which it wakes, also where something else of the room is awake', () => {
    const whenWritten = [untilWritten, halfAwake].toSorted((a, b) => (a.room.id < b.room.id ? -1 : 1));
    expect(names('snoozed')).toEqual([untilMonday, untilTuesday, ...whenWritten]);
  });

  test('all: everything unresolved; resolved: the rest, no older than what was read', () => {
    expect(new Set(names('all'))).toEqual(
      new Set([waitsLong, waitsShort, mine, mineNewer, others, both, untilMonday, untilTuesday, untilWritten, halfAwake]),
    );
    expect(names('resolved')).toEqual([done]);
    expect(names('resolved', '2030-01-01T00:00:00.000Z')).toEqual([]);
  });

  test('what waits and what is held beside it in one room have a row each, which tells its own and no other’s', () => {
    const story: readonly Happening[] = [starts, says, assigned(true), says, starts, says, starts, says, says];
    const record = roomCalled('several', story);
    const { room } = record;
    const [waitsLonger, waits] = listRows([record], 'waiting', ME).map((row) => conversationOfRow(row, room));
    const held = listRows([record], 'mine', ME).map((row) => conversationOfRow(row, room));
    expect(new Set([waitsLonger, waits, ...held])).toEqual(new Set(room.roomConversations));
    expect([waitsLonger?.state, waits?.state, held.map((one) => one?.assignedUserId)]).toEqual(['UNASSIGNED', 'UNASSIGNED', [ME]]);
    for (const one of room.roomConversations) {
      const told = asToldIn(room, one);
      expect([told.lastEventData, told.lastEventTimestamp]).toEqual([one.lastEvent?.text ?? null, one.lastEvent?.at ?? one.createdAt]);
    }
    expect(listRows([record], 'all', ME)).toEqual([room.id]);
  });

  test('a row is about what is written on its own channel; what is held also about what no other is about', () => {
    const { room } = roomCalled('over two', [{ kind: 'channelMade' }, starts, assigned(true), starts]);
    const [first, second] = room.channels.map(({ channelId }) => channelId);
    const [newer, older] = room.roomConversations.map((one, place) => ({
      ...one,
      channels: [{ ...(one.channels[0] as (typeof one.channels)[number]), channelId: (place === 0 ? second : first) ?? '' }],
    }));
    if (newer === undefined || older === undefined) throw new Error('there are two');
    const both = { ...room, roomConversations: [newer, older] };
    const isOf = (channelId: string | null | undefined) => [older, newer].map((one) => isOfRow(both, one, channelId ?? null));
    expect(isOf(first)).toEqual([true, false]);
    expect(isOf(second)).toEqual([false, true]);
    // A note.
    expect(isOf('note')).toEqual([true, false]);
    expect(isOfRow({ ...both, roomConversations: [newer] }, newer, 'note')).toBe(true);
  });
});
