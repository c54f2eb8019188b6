import { expect, test } from 'vitest';
import { dropHistories } from './drop-events.ts';
import type { Happening } from './happenings.testing.ts';
import { isLoaded, unloadedHistory, withEvent, withNewestPage } from './history.ts';
import { newestPage, viewOf } from './room-readings.testing.ts';
import { happen, ME, newWorld } from './room-world.testing.ts';
import { withReading } from './snapshot.ts';
import { emptyState, newStranger, withRecord } from './state.ts';

const started: Happening[] = [{ kind: 'conversationStarts' }, { kind: 'conversationAssigned', pick: 0, toMe: true }];
const says = (count: number): Happening[] => Array.from({ length: count }, (_, i) => ({ kind: 'customerSays', text: `${i}` }));
const play = (story: readonly Happening[]) => story.reduce((world, next) => happen(world, next).world, newWorld());

test('a room that was left long ago holds no events, and takes them in again as they stand now', () => {
  const before = play([...started, ...says(5)]);
  const reading = { view: viewOf(before), public: newestPage(before, false, 30), membershipFrames: 0 };
  const record = withReading(newStranger, reading, { me: ME, now: 0 });
  const { id } = record.room;
  const dropped = dropHistories(withRecord(emptyState(ME), id, record), id).rooms.get(id);
  if (dropped === undefined) throw new Error('the room is still there');
  expect(dropped.public.events).toEqual([]);
  expect(isLoaded(dropped.public)).toBe(false);
  expect(dropped.room).toBe(record.room);
  // A page that was asked for before what was held came is older than it, and does not count as the newest.
  const old = play([...started, ...says(3)]);
  expect(withNewestPage(dropped.public, newestPage(old, false, 30)).newer).toBe(true);
  expect(withNewestPage(dropped.public, newestPage(before, false, 30)).events).toHaveLength(record.public.events.length);
});

test('a room that holds nothing stays the same', () => {
  const state = emptyState(ME);
  expect(dropHistories(state, 'unknown')).toBe(state);
});

test('of a history that nobody has read, only the last arrivals are kept, and a page that does not reach them is told so', () => {
  const world = play([...started, ...says(40)]);
  const { events } = newestPage(world, false, 40);
  const held = events.reduce((history, event) => withEvent(history, event, true), unloadedHistory);
  expect(held.arrived).toEqual(events.slice(-5));
  expect(withNewestPage(held, { events: events.slice(0, 20), older: false, newer: false }).newer).toBe(true);
  expect(withNewestPage(held, { events: events.slice(0, 37), older: false, newer: false })).toMatchObject({ events, newer: false });
});

test('what comes again after it was let go stands nowhere until a page brings it, so that no hole is taken for the whole', () => {
  const world = play([...started, ...says(20)]);
  const { events } = newestPage(world, false, 20);
  const held = events.reduce((history, event) => withEvent(history, event, true), unloadedHistory);
  const again = events.slice(0, 3).reduce((history, event) => withEvent(history, event, true), held);
  expect(again.arrived).toEqual(held.arrived);
  const page = { events: events.slice(-6), older: true, newer: false };
  expect(withNewestPage(again, page).events).toEqual(events.slice(-6));
});
