import { expect, it } from 'vitest';
import type { MetaEventAssociation } from './entities/meta-event.ts';
import { isTagged, type TaggedOfRoom, withMetaEvent } from './tagged.ts';

const nothing: TaggedOfRoom = { roomId: 'room', conversationsWithMetaEvents: [], callsWithMetaEvents: [] };
const held = new Map([['room', nothing]]);
const told = (more: Partial<MetaEventAssociation> = {}): MetaEventAssociation => ({
  roomId: 'room',
  contextType: 'CONVERSATION',
  contextId: 'c1',
  isTagged: true,
  isUpdated: false,
  ...more,
});

it('conversations and calls are tagged apart, once each, until nothing is left of it', () => {
  const tagged = [told(), told(), told({ contextType: 'PHONE', contextId: 'p1' })].reduce(
    withMetaEvent,
    held as ReadonlyMap<string, TaggedOfRoom>,
  );
  expect(tagged.get('room')).toEqual({ roomId: 'room', conversationsWithMetaEvents: ['c1'], callsWithMetaEvents: ['p1'] });
  expect(withMetaEvent(tagged, told({ isTagged: false })).get('room')).toEqual({ ...nothing, callsWithMetaEvents: ['p1'] });
  expect(held.get('room')).toBe(nothing);
});

it('an entry that ends in -updated counts as tagged, and is no second one', () => {
  const tagged = [told(), told({ isUpdated: true })].reduce(withMetaEvent, held as ReadonlyMap<string, TaggedOfRoom>);
  const entries = tagged.get('room')?.conversationsWithMetaEvents ?? [];
  expect(entries).toEqual(['c1-updated']);
  expect([isTagged(entries, 'c1'), isTagged(entries, 'c')]).toEqual([true, false]);
});

it('a room that is not held is an error that says so', () => {
  expect(() => withMetaEvent(held, told({ roomId: 'other' }))).toThrow('Room conversations could not be found');
});
