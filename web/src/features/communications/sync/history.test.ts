import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { applyReading } from '../state/apply-reading.ts';
import type { Happening, World } from '../state/happenings.testing.ts';
import { historyOfWorld, newestPage, pageAround, pageBeside, viewOf } from '../state/room-readings.testing.ts';
import { happen, ME, newWorld } from '../state/room-world.testing.ts';
import { play, ROOM } from '../state/stories.testing.ts';
import { changeState, historyKey, newRoomsStore, type RoomsStore } from '../store.ts';
import { loadAround } from './around.ts';
import { loadAgain, loadEnd, loadMore } from './history.ts';
import { readRoom } from './read-room.ts';

const KEY = historyKey(ROOM, 'public');

let world: World;
let store: RoomsStore;
let asked: string[];
/** Answers instead of what the world has, for as long as it says something. */
let instead: (() => Response | null) | null;
/** Requests that are to wait until they are let go on. */
let held: (() => void)[] | null;

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

function answer({ pathname, searchParams }: URL): Response {
  const isPrivate = searchParams.get('private_messages') === 'true';
  if (pathname.endsWith('/recent-events')) {
    const { events } = newestPage(world, isPrivate, 30);
    return json({ roomId: ROOM, epoch: 1, change: world.change, recentEvents: events });
  }
  if (!pathname.endsWith('/by-event')) return json(viewOf(world));
  const eventId = searchParams.get('event_id') ?? '';
  if (!world.events.some(({ id }) => id === eventId)) return json({ message: 'EVENT_NOT_FOUND', errors: [] }, 404);
  const position = searchParams.get('position');
  const size = Number(searchParams.get('size'));
  const isHere = historyOfWorld(world, isPrivate).some(({ id }) => id === eventId);
  const page = !isHere
    ? { events: [], older: false, newer: false }
    : position === 'AROUND'
      ? pageAround(world, isPrivate, eventId, 15)
      : pageBeside(world, isPrivate, position === 'OLDER' ? 'older' : 'newer', eventId, size);
  const { events, older, newer } = page;
  return json({ roomId: ROOM, content: events, older, newer, last: !older && !newer });
}

const record = () => {
  const one = store.getState().state.rooms.get(ROOM);
  if (one === undefined) throw new Error('the room is held');
  return one;
};
const status = () => store.getState().histories.get(KEY)?.status;
const texts = () => record().public.events.map(({ eventData }) => eventData.message?.text);
const eventOf = (text: string) => world.events.find(({ eventData }) => eventData.message?.text === text)?.id ?? '';
const positions = () => asked.map((url) => new URL(url).searchParams.get('position') ?? new URL(url).pathname.split('/').at(-1));
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `${from + i}`);

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:8080' });
  asked = [];
  instead = null;
  held = null;
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(request.url);
    const now = instead?.() ?? answer(new URL(request.url));
    if (held !== null) await new Promise<void>((resolve) => held?.push(resolve));
    return now;
  });
  const says: Happening[] = numbers(1, 400).map((text) => ({ kind: 'customerSays', text }));
  world = play(newWorld(), [...says, { kind: 'colleagueNotes', text: 'a note' }]);
  store = newRoomsStore(ME);
  const reading = { view: viewOf(world), membershipFrames: 0, public: newestPage(world, false, 30) };
  changeState(store, (state) => applyReading(state, ROOM, reading, 0));
});
afterEach(() => vi.unstubAllGlobals());

describe('what stands around an event', () => {
  test('takes the place of what is held, 15 a side', async () => {
    expect(await loadAround(store, ROOM, 'public', eventOf('100'))).toBe('here');
    expect(texts()).toEqual(numbers(85, 115));
    expect(record().public).toMatchObject({ older: true, newer: true });
    expect(status()).toBe('ready');
  });

  test('of an event that is not there, or is in the other history, leaves all as it was and says so', async () => {
    const before = record();
    expect(await loadAround(store, ROOM, 'public', '01990000-0000-7000-8000-000000000000')).toBe('missing');
    expect(asked).toHaveLength(1);
    expect(await loadAround(store, ROOM, 'public', eventOf('a note'))).toBe('elsewhere');
    expect(asked).toHaveLength(2);
    expect(record()).toBe(before);
    expect(status()).toBe('ready');
  });

  test('that cannot be had shows as failed, and is asked for again when somebody says so', async () => {
    instead = () => json({ message: 'ERROR_DEFAULT_MESSAGE', errors: [] }, 500);
    expect(await loadAround(store, ROOM, 'public', eventOf('100'))).toBeNull();
    expect(store.getState().histories.get(KEY)).toMatchObject({ status: 'failed', at: 'around' });
    loadAgain(store, ROOM, 'public');
    expect(status()).toBe('ready');
  });

  test('waits for what is being read of the history, which is not read twice at a time', async () => {
    held = [];
    const [older, again] = [loadMore(store, ROOM, 'public', 'older'), loadMore(store, ROOM, 'public', 'older')];
    const around = loadAround(store, ROOM, 'public', eventOf('100'));
    await vi.waitFor(() => expect(held).toHaveLength(1));
    expect(positions()).toEqual(['OLDER']);
    for (const go of held.splice(0)) go();
    await Promise.all([older, again]);
    await vi.waitFor(() => expect(held).toHaveLength(1));
    expect(positions()).toEqual(['OLDER', 'AROUND']);
    for (const go of held.splice(0)) go();
    expect(await around).toBe('here');
    expect(texts()).toEqual(numbers(85, 115));
  });
});

describe('far from the newest end', () => {
  beforeEach(async () => {
    await loadAround(store, ROOM, 'public', eventOf('100'));
    asked.length = 0;
  });

  test('one request leads back to it', async () => {
    await loadEnd(store, ROOM, 'public');
    expect(texts()).toEqual(numbers(371, 400));
    expect(record().public.newer).toBe(false);
    expect(asked).toHaveLength(1);
    await loadEnd(store, ROOM, 'public');
    expect(asked).toHaveLength(1);
  });

  test('a room of which changes were lost is read again around what stands on the screen, with its newest end', async () => {
    const step = happen(world, { kind: 'statusMoves', pick: 0, clientStatus: 'SEEN' });
    world = play(step.world, [{ kind: 'customerSays', text: '401' }]);
    const reading = await readRoom(ROOM, record());
    changeState(store, (state) => applyReading(state, ROOM, reading, 0));
    expect(texts()).toEqual(numbers(Number(texts()[0]), Number(texts().at(-1))));
    expect(texts()).toEqual(expect.arrayContaining(numbers(85, 115)));
    expect(texts()).not.toContain('400');
    expect(record().public.newer).toBe(true);
    expect(record().room.change).toBe(world.change);
    await loadEnd(store, ROOM, 'public');
    expect(texts().at(-1)).toBe('401');
  });

  test('a room whose events there are gone is read from its newest end', async () => {
    const { events } = world;
    world = { ...world, change: world.change + 1, events: events.slice(200) };
    const reading = await readRoom(ROOM, record());
    expect(reading.public?.newer).toBe(false);
  });
});
