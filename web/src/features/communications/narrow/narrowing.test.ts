import { fitsFilters, placeOfRoom, ROOM_SEARCH_LIMIT } from '@parley/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyFrame } from '../state/apply-frame.ts';
import { roomOfRow } from '../state/lists.ts';
import { viewOf } from '../state/room-readings.testing.ts';
import { newRecord } from '../state/room-record.ts';
import { COLLEAGUE, happen, id, ME, newWorld } from '../state/room-world.testing.ts';
import { partsOf } from '../state/snapshot.ts';
import { emptyState } from '../state/state.ts';
import { happening, NOW, ROOM, readInto } from '../state/stories.testing.ts';
import { canSort, chosenOf, filterOf, narrowingOf, sameFilter, sortsOf } from './narrowing.ts';

const queue = '0193a1de-0000-7000-8000-0000000000b1';

describe('the filter part of an address', () => {
  test('is read and written the same, and what does not fit is left out', () => {
    const filter = `search.d%2E%20maria%7E~state.ASSIGNED.UNASSIGNED~channel.SMS~unread~queue.${queue}~sort.oldest`;
    expect(filterOf(chosenOf(filter))).toBe(filter);
    expect(chosenOf(filter)).toEqual({
      filters: { search: 'd. maria~', state: ['ASSIGNED', 'UNASSIGNED'], channel: ['SMS'], unread: true, queue: [queue] },
      sort: 'oldest',
    });
    const wrong = 'search.%~state.OPEN.RESOLVED~channel.PIGEON~read~starred=~queue.q..~agent~sort.name~';
    expect(chosenOf(wrong)).toEqual({ filters: { state: ['RESOLVED'] }, sort: null });
    expect(chosenOf('')).toEqual({ filters: {}, sort: null });
  });

  test('keeps the tags that it names, is asked of the server with them, and finds nothing while nobody keeps any', () => {
    const filter = `tag.${queue}`;
    expect([filterOf(chosenOf(filter)), chosenOf(`tag.urgent.${queue}`).filters]).toEqual([filter, { tag: [queue] }]);
    expect(narrowingOf(filter).pagesOf('all').queries).toContainEqual(expect.objectContaining({ tag: queue }));
    const { room, membership } = partsOf(viewOf(newWorld()));
    expect(narrowingOf(filter).listOf([newRecord(room, membership)], 'all', ME, null)).toEqual([]);
  });

  test('is cut between letters, and bears no half of one', () => {
    const search = `${'a'.repeat(ROOM_SEARCH_LIMIT - 1)}😀`;
    const { filters } = chosenOf(`search.${encodeURIComponent(search)}`);
    expect(filters.search).toBe('a'.repeat(ROOM_SEARCH_LIMIT - 1));
    expect(filterOf({ filters: { search: `b${'😀'.slice(0, 1)}` }, sort: null })).toBe('search.b');
  });

  test('says the same in another order of its words', () => {
    expect(sameFilter('channel.SMS.EMAIL~unread', 'unread~channel.EMAIL.SMS')).toBe(true);
    expect(sameFilter('channel.SMS~unread', 'channel.SMS')).toBe(false);
    expect(sameFilter('sort.oldest', '')).toBe(false);
  });

  test('asks the server for its filters, and for the oldest first where that is the order', () => {
    const { keyOf, pagesOf } = narrowingOf('state.UNASSIGNED~channel.SMS.EMAIL~sort.oldest');
    const asked = { state: 'UNASSIGNED', channel: 'SMS,EMAIL', sort: 'lastEventTimestamp,asc' };
    // Beside a conversation that is held another may wait.
    expect(pagesOf('all').queries).toEqual(
      ['ASSIGNED', 'UNASSIGNED'].map((room_state) => expect.objectContaining({ ...asked, room_state })),
    );
    const { pagesOf: held } = narrowingOf('state.ASSIGNED');
    expect(held('all').queries).toEqual([expect.objectContaining({ state: 'ASSIGNED', room_state: 'ASSIGNED' })]);
    expect([held('resolved').queries, pagesOf('resolved').queries]).toEqual([[], []]);
    expect([keyOf('mine'), keyOf('internal')]).toEqual(['mine', 'mine']);
    expect(keyOf('all')).not.toBe(narrowingOf('channel.SMS.EMAIL~sort.oldest').keyOf('all'));
    expect(narrowingOf('sort.waited').keyOf('all')).toBe('all');
    expect([canSort('all', 'waited'), canSort('waiting', 'waited'), canSort('resolved', 'oldest')]).toEqual([false, true, true]);
  });

  test('holds no order that what is shown cannot have', () => {
    for (const show of ['work', 'mine', 'waiting', 'snoozed'] as const) expect(sortsOf(show)).toEqual(['newest', 'oldest', 'waited']);
    for (const show of ['all', 'resolved', 'internal'] as const) expect(sortsOf(show)).toEqual(['newest', 'oldest']);
  });
});

describe('a list that is narrowed', () => {
  const filters = [
    'unread',
    'starred',
    'channel.LIVECHAT',
    'channel.SMS',
    'state.UNASSIGNED',
    'state.RESOLVED',
    `agent.${ME}`,
    `agent.${COLLEAGUE}`,
    'search.maria%20dim',
    'search.ria',
  ];

  test('gains and loses a room with each frame, as one that is read afresh would', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 25, size: 'max' }), (story) => {
        let world = newWorld();
        let state = readInto(emptyState(ME), world);
        for (const next of story) {
          const step = happen(world, next);
          world = step.world;
          for (const frame of step.frames) state = applyFrame(state, frame, NOW);
          const { room, membership } = partsOf(viewOf(world));
          const name = room.state === 'RESOLVED' ? 'resolved' : 'all';
          for (const filter of filters) {
            const isIn = narrowingOf(filter).listOf(state.rooms.values(), name, ME, null).map(roomOfRow).includes(ROOM);
            expect(isIn, filter).toBe(fitsFilters(chosenOf(filter).filters, room, membership, ME));
            seen.add(`${filter} ${isIn}`);
          }
        }
      }),
      { numRuns: 150 },
    );
    for (const filter of filters.slice(0, 3))
      expect([seen.has(`${filter} true`), seen.has(`${filter} false`)], filter).toEqual([true, true]);
    expect([...seen].filter((one) => one.startsWith('search.ria') && one.endsWith('true'))).toEqual([]);
  });

  test('stands in the order chosen, and shows nothing beyond what was read from either end', () => {
    const records = [1, 2, 3].map((day) => {
      const { room, membership } = partsOf(viewOf(newWorld()));
      return newRecord({ ...room, id: id(`room${day}`), lastEventTimestamp: `2026-11-0${day}T08:00:00.000Z` }, membership);
    });
    const days = (filter: string, since: string | null = null) =>
      narrowingOf(filter)
        .listOf(records, 'resolved', ME, since)
        .map((roomId) => records.findIndex(({ room }) => room.id === roomId) + 1);
    expect(days('sort.newest')).toEqual([3, 2, 1]);
    expect(days('sort.oldest')).toEqual([1, 2, 3]);
    const [, second] = records.map(({ room }) => placeOfRoom(room));
    expect(days('sort.newest', second)).toEqual([3, 2]);
    expect(days('sort.oldest', second)).toEqual([1, 2]);
    expect(days('unread')).toEqual([]);
  });

  test('keeps in its place the room that stays, though it does not fit, and none that was not read', () => {
    const { room, membership } = partsOf(viewOf(newWorld()));
    const at = (day: number) => ({ ...room, id: id(`room${day}`), lastEventTimestamp: `2026-11-0${day}T08:00:00.000Z` });
    const records = [1, 2, 3].map((day) => newRecord(at(day), { ...membership, starred: day !== 2 }));
    const left = (stays: string | null, since: string | null = null) =>
      narrowingOf('starred').listOf(records, 'resolved', ME, since, stays === null ? [] : [stays]);
    expect(left(null)).toEqual([id('room3'), id('room1')]);
    expect(left(id('room2'))).toEqual([id('room3'), id('room2'), id('room1')]);
    expect(left(id('room2'), '2026-11-03T08:00:00.000Z')).toEqual([id('room3')]);
  });
});
