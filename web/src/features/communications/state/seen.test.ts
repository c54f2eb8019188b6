import { describe, expect, test } from 'vitest';
import type { Happening, World } from './happenings.testing.ts';
import { newestPage, viewOf } from './room-readings.testing.ts';
import type { RoomRecord } from './room-record.ts';
import { COLLEAGUE, happen, ME, newWorld } from './room-world.testing.ts';
import { afterSeen, type Gaze, missedInTab, seenToSend, untoldRead } from './seen.ts';
import { withReading } from './snapshot.ts';
import { emptyState, newStranger, withRecord } from './state.ts';

const play = (story: readonly Happening[]): World => story.reduce((world, next) => happen(world, next).world, newWorld());
const says = (count: number): Happening[] => Array.from({ length: count }, (_, i) => ({ kind: 'customerSays', text: `${i}` }));

function read(world: World): RoomRecord {
  const reading = { view: viewOf(world), public: newestPage(world, false, 30), private: newestPage(world, true, 30), membershipFrames: 0 };
  return withReading(newStranger, reading, { me: ME, now: 0 });
}

const taken: Happening[] = [{ kind: 'conversationStarts' }, { kind: 'conversationAssigned', pick: 0, toMe: true }];
const gazeAt = (record: RoomRecord, first: number, last: number, change: Partial<Gaze> = {}): Gaze => ({
  attentive: true,
  activeRoomId: record.room.id,
  tab: 0,
  onScreen: new Set(record.public.events.slice(first, last).map((event) => event.id)),
  ...change,
});

describe('Seen names only what was on the screen', () => {
  const record = read(play([...taken, ...says(20)]));

  test('the highest message in view, not the newest of the room', () => {
    const due = seenToSend(record, gazeAt(record, 2, 10), ME);
    expect(due?.publicNo).toBe(8);
    if (due === null) throw new Error('a Seen is due');
    expect(missedInTab(record, 0)).toBe(20);
    expect(missedInTab(afterSeen(record, due, ME), 0)).toBe(12);
    expect(seenToSend(afterSeen(record, due, ME), gazeAt(record, 2, 10), ME)).toBeNull();
  });

  test.each<[string, Partial<Gaze>]>([
    ['the page is hidden or its window has no focus', { attentive: false }],
    ['another room is open', { activeRoomId: 'another' }],
    ['no room is open', { activeRoomId: null }],
    ['the customer tab is open', { tab: 1 }],
    ['the notes are open', { tab: 2 }],
    ['nothing of it is in view', { onScreen: new Set() }],
  ])('none is due when %s', (_when, change) => {
    expect(seenToSend(record, gazeAt(record, 0, 20, change), ME)).toBeNull();
  });

  test('notes are seen in the notes tab, and leave the conversation’s number alone', () => {
    const noted = read(play([...taken, ...says(2), { kind: 'colleagueNotes', text: 'n' }]));
    const onScreen = new Set(noted.private.events.map((event) => event.id));
    const due = seenToSend(noted, { attentive: true, activeRoomId: noted.room.id, tab: 2, onScreen }, ME);
    expect(due?.privateNo).toBe(1);
    if (due === null) throw new Error('a Seen is due');
    expect(missedInTab(afterSeen(noted, due, ME), 2)).toBe(0);
    expect(missedInTab(afterSeen(noted, due, ME), 0)).toBe(2);
  });

  test('who merely looks on sends none; who starred the room or was named in it does', () => {
    const others = read(play([{ kind: 'conversationStarts' }, { kind: 'conversationAssigned', pick: 0, toMe: false }, ...says(3)]));
    expect(others.room.roomParticipants.some((p) => p.associatedParticipantId === COLLEAGUE)).toBe(true);
    expect(seenToSend(others, gazeAt(others, 0, 9), ME)).toBeNull();
    for (const mark of [{ starred: true }, { followed: true }]) {
      const follower = { ...others, membership: { ...others.membership, ...mark } };
      expect(seenToSend(follower, gazeAt(follower, 0, 9), ME)?.publicNo).toBe(3);
    }
  });
});

describe('the customer is told what was read', () => {
  const answered: Happening[] = [...taken, ...says(3), { kind: 'iSay', text: 'answer' }];

  test('also when one’s own answer has moved the counter first', () => {
    const record = read(play(answered));
    expect(missedInTab(record, 0)).toBe(0);
    const due = seenToSend(record, gazeAt(record, 0, 20), ME);
    expect([due?.origin.type, due?.publicNo]).toEqual(['CUSTOMER', 3]);
    if (due === null) throw new Error('a Seen is due');
    const said = afterSeen(record, due, ME);
    expect(seenToSend(said, gazeAt(said, 0, 20), ME)).toBeNull();
  });

  test('not of what stands above the screen', () => {
    const record = read(play(answered));
    const answerAlone = new Set(record.public.events.slice(-1).map(({ id }) => id));
    expect(seenToSend(record, gazeAt(record, 0, 0, { onScreen: answerAlone }), ME)).toBeNull();
  });

  test('also of what one saw as a follower, before one took part', () => {
    const follower = read(play([{ kind: 'conversationStarts' }, ...says(2)]));
    const starred = { ...follower, membership: { ...follower.membership, starred: true } };
    const first = seenToSend(starred, gazeAt(starred, 0, 9), ME);
    if (first === null) throw new Error('a Seen is due');
    const seen = afterSeen(starred, first, ME);
    expect(seenToSend(seen, gazeAt(seen, 0, 9), ME)).toBeNull();
    const { room } = read(play([{ kind: 'conversationStarts' }, ...says(2), { kind: 'conversationAssigned', pick: 0, toMe: true }]));
    const taking = { ...seen, room };
    expect(seenToSend(taking, gazeAt(taking, 0, 9), ME)?.publicNo).toBe(2);
  });

  test('once more with a new connection, since the word may be lost with the old one', () => {
    const record = read(play([...taken, ...says(1)]));
    const due = seenToSend(record, gazeAt(record, 0, 9), ME);
    if (due === null) throw new Error('a Seen is due');
    const state = withRecord(emptyState(ME), record.room.id, afterSeen(record, due, ME));
    expect(seenToSend(state.rooms.get(record.room.id) as RoomRecord, gazeAt(record, 0, 9), ME)).toBeNull();
    expect(seenToSend(untoldRead(state).rooms.get(record.room.id) as RoomRecord, gazeAt(record, 0, 9), ME)?.id).toBe(due.id);
  });
});
