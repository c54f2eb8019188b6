import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { applyReading } from '../state/apply-reading.ts';
import type { World } from '../state/happenings.testing.ts';
import { newestPage, viewOf } from '../state/room-readings.testing.ts';
import { ME, newWorld } from '../state/room-world.testing.ts';
import { play, ROOM } from '../state/stories.testing.ts';
import { changeState, newRoomsStore, type RoomsStore } from '../store.ts';
import { loadMore } from './history.ts';
import { readNewest } from './read-pages.ts';

const asked: URL[] = [];

/** The server answers with what the world has. */
function serve(world: World): void {
  vi.stubGlobal('fetch', async (request: Request) => {
    const url = new URL(request.url);
    asked.push(url);
    const { events } = newestPage(world, url.searchParams.get('private_messages') === 'true', 30);
    const recent = { roomId: ROOM, epoch: 1, change: world.change, recentEvents: events };
    const beside = { roomId: ROOM, content: [], last: true, older: false, newer: true };
    return new Response(JSON.stringify(url.pathname.endsWith('/recent-events') ? recent : beside), {
      headers: { 'content-type': 'application/json' },
    });
  });
}

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:8080' });
});
afterEach(() => vi.unstubAllGlobals());

const worldOf = (count: number, kind: 'customerSays' | 'colleagueNotes') =>
  play(
    newWorld(),
    Array.from({ length: count }, (_, i) => ({ kind, text: `${i}` })),
  );

test.each([
  [29, false],
  [30, true],
  [31, true],
])('of %i events the recent ones say that there are older ones: %s', async (count, older) => {
  serve(worldOf(count, 'customerSays'));
  const { page } = await readNewest(ROOM, 'public');
  expect([page.events.length, page.older, page.newer]).toEqual([Math.min(count, 30), older, false]);
});

test.each(['public', 'private'] as const)('%s history goes on by 30 a page', async (name) => {
  const isPrivate = name === 'private';
  const world = worldOf(40, isPrivate ? 'colleagueNotes' : 'customerSays');
  serve(world);
  const store: RoomsStore = newRoomsStore(ME);
  const page = { ...newestPage(world, isPrivate, 30), older: true };
  const reading = { view: viewOf(world), membershipFrames: 0, [name]: page };
  changeState(store, (state) => applyReading(state, ROOM, reading, Date.now()));
  await loadMore(store, ROOM, name, 'older');
  const query = Object.fromEntries(asked[0]?.searchParams ?? []);
  expect(query).toEqual({ event_id: page.events[0]?.id, size: '30', position: 'OLDER', private_messages: String(isPrivate) });
});
