import fc from 'fast-check';
import { expect } from 'vitest';
import { applyReading } from './apply-reading.ts';
import type { Happening, World } from './happenings.testing.ts';
import type { History } from './history.ts';
import { notesBetween } from './noted.ts';
import { historyOfWorld, newestPage, notesIn, viewOf } from './room-readings.testing.ts';
import type { RoomRecord } from './room-record.ts';
import { happen, ME, newWorld } from './room-world.testing.ts';
import type { Reading } from './snapshot.ts';
import { type CommunicationsState, emptyState } from './state.ts';

/** Small pages, so that short stories already cross their edges. */
export const PAGE = 4;
export const NOW = 1_000;
export const ROOM = newWorld().base.id;

const text = fc.oneof(fc.string({ minLength: 1, maxLength: 8 }), fc.constant('x'.repeat(250)));
export const pick = fc.nat(50);
export const happenings: { [Kind in Happening['kind']]: fc.Arbitrary<Extract<Happening, { kind: Kind }>> } = {
  customerSays: fc.record({ kind: fc.constant('customerSays' as const), text }),
  iSay: fc.record({ kind: fc.constant('iSay' as const), text }),
  clockSays: fc.record({ kind: fc.constant('clockSays' as const), text }),
  colleagueSays: fc.record({ kind: fc.constant('colleagueSays' as const), text }),
  iNote: fc.record({ kind: fc.constant('iNote' as const), text }),
  colleagueNotes: fc.record({ kind: fc.constant('colleagueNotes' as const), text }),
  systemSays: fc.record({ kind: fc.constant('systemSays' as const), text }),
  colleagueIsDeleted: fc.record({ kind: fc.constant('colleagueIsDeleted' as const) }),
  richMediaComes: fc.record({
    kind: fc.constant('richMediaComes' as const),
    from: fc.constantFrom('customer' as const, 'me' as const),
    text,
  }),
  emailComes: fc.record({
    kind: fc.constant('emailComes' as const),
    from: fc.constantFrom('customer' as const, 'me' as const),
    text,
  }),
  callComes: fc.record({ kind: fc.constant('callComes' as const), isOver: fc.boolean() }),
  callChanges: fc.record({ kind: fc.constant('callChanges' as const), pick }),
  customerIs: fc.record({
    kind: fc.constant('customerIs' as const),
    type: fc.constantFrom('CUSTOMER_SUBSCRIBED' as const, 'CUSTOMER_UNSUBSCRIBED' as const, 'CUSTOMER_MERGED' as const),
  }),
  unsupportedMediaComes: fc.record({ kind: fc.constant('unsupportedMediaComes' as const) }),
  fileComes: fc.record({
    kind: fc.constant('fileComes' as const),
    from: fc.constantFrom('customer' as const, 'me' as const, 'colleague' as const),
    isNote: fc.boolean(),
    isPicture: fc.boolean(),
    isComing: fc.boolean(),
    text: fc.option(text),
  }),
  mediaArrives: fc.record({ kind: fc.constant('mediaArrives' as const), pick, as: fc.constantFrom('picture', 'file', null) }),
  wordsChange: fc.record({
    kind: fc.constant('wordsChange' as const),
    pick,
    how: fc.constantFrom('edited' as const, 'deleted' as const, 'reacted' as const),
    text,
  }),
  statusMoves: fc.record({
    kind: fc.constant('statusMoves' as const),
    pick,
    clientStatus: fc.constantFrom('SENT' as const, 'DELIVERED' as const, 'SEEN' as const, 'ERROR' as const),
  }),
  conversationStarts: fc.record({ kind: fc.constant('conversationStarts' as const) }),
  iStart: fc.record({ kind: fc.constant('iStart' as const) }),
  channelMade: fc.record({ kind: fc.constant('channelMade' as const) }),
  channelLeft: fc.record({ kind: fc.constant('channelLeft' as const), channel: pick, subscribed: fc.boolean() }),
  channelAdded: fc.record({ kind: fc.constant('channelAdded' as const), pick, channel: pick }),
  episodesPass: fc.record({ kind: fc.constant('episodesPass' as const), times: fc.integer({ min: 1, max: 23 }) }),
  conversationAssigned: fc.record({ kind: fc.constant('conversationAssigned' as const), pick, toMe: fc.boolean() }),
  conversationSleeps: fc.record({
    kind: fc.constant('conversationSleeps' as const),
    pick,
    snooze: fc.constantFrom(null, { until: null }, { until: '2026-11-03T07:00:00.000Z' }),
  }),
  conversationResolved: fc.record({ kind: fc.constant('conversationResolved' as const), pick }),
  ticketMoves: fc.record({ kind: fc.constant('ticketMoves' as const), pick, reference: fc.constantFrom('T-1', 'T-2') }),
  pictured: fc.record({ kind: fc.constant('pictured' as const), number: fc.option(fc.nat(9)) }),
  renamed: fc.record({ kind: fc.constant('renamed' as const), text }),
  marked: fc.record({ kind: fc.constant('marked' as const), starred: fc.boolean(), followed: fc.boolean() }),
  seen: fc.record({ kind: fc.constant('seen' as const), pick }),
};
export const happening = fc.oneof(...(Object.values(happenings) as fc.Arbitrary<Happening>[]));

export const play = (world: World, story: readonly Happening[]): World => story.reduce((so, next) => happen(so, next).world, world);

const readingOf = (world: World, membershipFrames: number): Reading => ({
  view: viewOf(world),
  public: newestPage(world, false, PAGE),
  private: newestPage(world, true, PAGE),
  membershipFrames,
});

export const readInto = (state: CommunicationsState, world: World): CommunicationsState =>
  applyReading(state, ROOM, readingOf(world, state.rooms.get(ROOM)?.membershipFrames ?? 0), NOW);

export function recordOf(state: CommunicationsState): RoomRecord {
  const record = state.rooms.get(ROOM);
  if (record === undefined) throw new Error('the room is not held');
  return record;
}

/** A history that reaches the newest end is exactly the end of what the server has. */
function expectEndOf(history: History, world: World, isPrivate: boolean): void {
  const all = historyOfWorld(world, isPrivate);
  expect(history.newer).toBe(false);
  expect(history.events).toEqual(history.events.length === 0 ? [] : all.slice(-history.events.length));
  if (!history.older) expect(history.events).toEqual(all);
}

/** Of all notes among the public events that are held it is known who wrote them, and when the last. */
export function expectNoted({ public: { events, newer }, noted, room }: RoomRecord, world: World): void {
  const ends = [...events.slice(1).map(({ privateNo }) => privateNo), ...(newer ? [] : [room.privateCount])];
  for (const [place, upTo] of ends.entries()) {
    const after = events[place]?.privateNo ?? upTo;
    const [fact] = notesIn(world, after, upTo);
    if (fact !== undefined) expect(notesBetween(noted, after, upTo)).toEqual({ names: fact.names, lastAt: fact.lastAt });
  }
}

/** The claim of this file: what was held plus what was heard equals what a fresh reading says. */
export function expectFresh(state: CommunicationsState, world: World): void {
  const record = recordOf(state);
  const fresh = recordOf(readInto(emptyState(ME), world));
  expect(record.room).toEqual(fresh.room);
  expect(record.membership).toEqual(fresh.membership);
  expect(record.gap).toBeNull();
  expect(record.early).toEqual([]);
  expectEndOf(record.public, world, false);
  expectEndOf(record.private, world, true);
  expect(record.public.events.slice(-PAGE)).toEqual(fresh.public.events);
  expect(record.private.events.slice(-PAGE)).toEqual(fresh.private.events);
  expectNoted(record, world);
}
