import { expect, test } from 'vitest';
import { pathOfEvent, readSearch, searchOf } from './place.ts';
import { historyOfWorld } from './state/room-readings.testing.ts';
import { newWorld } from './state/room-world.testing.ts';
import { play, ROOM } from './state/stories.testing.ts';

test('the address names tab, list, conversation and event, and what does not fit is left out', () => {
  const search = { tab: 2, show: 'all', filter: 'unread', scrollToRoomEventId: 'e1' } as const;
  expect(readSearch(search)).toEqual(search);
  expect(searchOf(2, 'all', 'unread', 'e1')).toEqual(search);
  const none = { tab: undefined, show: undefined, filter: undefined, conversation: undefined, scrollToRoomEventId: undefined };
  // Named all the same, so that nothing of it stays in the address that the router keeps.
  expect(readSearch({ tab: 7, show: 'none', filter: 7, scrollToRoomEventId: '' })).toStrictEqual(none);
  expect(readSearch({ show: 5, filter: [1], scrollToRoomEventId: ['e1'] })).toStrictEqual(none);
  expect(searchOf(0, undefined, '', null, 'c1')).toEqual({ conversation: 'c1' });
  expect(searchOf(0, undefined, '')).toEqual({});
  expect(searchOf(0, 'work', '')).toEqual({});
});

test('a link to a note leads to the notes, one to a message to the conversation', () => {
  const world = play(newWorld(), [
    { kind: 'customerSays', text: 'one' },
    { kind: 'colleagueNotes', text: 'two' },
  ]);
  const paths = [false, true].flatMap((isPrivate) => historyOfWorld(world, isPrivate)).map(pathOfEvent);
  const [message, note] = world.events.map(({ id }) => id);
  expect(paths).toEqual([
    `/communications/${ROOM}?scrollToRoomEventId=${message}`,
    `/communications/${ROOM}?tab=2&scrollToRoomEventId=${note}`,
  ]);
});
