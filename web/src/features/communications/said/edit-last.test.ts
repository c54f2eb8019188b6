import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Happening, World } from '../state/happenings.testing.ts';
import { type History, unloadedHistory } from '../state/history.ts';
import { historyOfWorld } from '../state/room-readings.testing.ts';
import { ME, newWorld } from '../state/room-world.testing.ts';
import { play, ROOM } from '../state/stories.testing.ts';
import { lastOwn } from './edit-last.ts';

let asked: string[];
let world: World;

beforeEach(() => {
  asked = [];
  vi.stubGlobal('location', new URL('http://parley.test/'));
  vi.stubGlobal('fetch', async (request: Request) => {
    const { searchParams } = new URL(request.url);
    const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('size'))];
    asked.push(`${page} of ${size}`);
    const newestFirst = historyOfWorld(world, searchParams.get('private_messages') === 'true').toReversed();
    const content = newestFirst.slice(page * size, (page + 1) * size).toReversed();
    const body = { roomId: ROOM, content, last: newestFirst.length <= (page + 1) * size };
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => vi.unstubAllGlobals());

const note = (text: string): Happening => ({ kind: 'iNote', text });
const others = (count: number): Happening[] => Array.from({ length: count }, (_, i) => ({ kind: 'colleagueNotes', text: `other ${i}` }));
const stretch = (from: number, to: number, more: Partial<History> = {}): History => ({
  ...unloadedHistory,
  events: historyOfWorld(world, true).slice(from, to),
  ...more,
});
const found = async (history: History) => (await lastOwn(ROOM, 'private', history, ME))?.eventData.message?.text ?? null;

test('the last of one’s own is found at the newest end, not in the stretch that is being read', async () => {
  world = play(newWorld(), [note('old'), ...others(3), note('last'), ...others(2)]);
  expect(await found(stretch(0, 3, { older: false }))).toBe('last');
  expect(asked).toEqual(['0 of 100']);
  asked = [];
  // What has arrived meanwhile, or stands at the end, needs no look.
  const arrived = historyOfWorld(world, true).slice(4);
  expect(await found(stretch(0, 3, { arrived }))).toBe('last');
  expect(await found(stretch(3, 7, { newer: false }))).toBe('last');
  expect(asked).toEqual([]);
});

test('what lies further back than what is held is looked for page by page, a few hundred events far', async () => {
  world = play(newWorld(), [note('mine'), ...others(120)]);
  expect(await found(stretch(100, 121, { newer: false }))).toBe('mine');
  expect(asked).toEqual(['0 of 100', '1 of 100']);
  world = play(newWorld(), [note('mine'), ...others(520)]);
  asked = [];
  expect(await found(stretch(500, 521, { newer: false }))).toBeNull();
  expect(asked).toHaveLength(5);
});

test('nothing is asked where all of it is held, and what was deleted is not edited', async () => {
  world = play(newWorld(), [note('first'), note('gone')]);
  world = play(world, [{ kind: 'wordsChange', pick: 1, how: 'deleted', text: '' }]);
  expect(await found(stretch(0, 2, { older: false, newer: false }))).toBe('first');
  world = play(newWorld(), others(2));
  expect(await found(stretch(0, 2, { older: false, newer: false }))).toBeNull();
  expect(asked).toEqual([]);
});
