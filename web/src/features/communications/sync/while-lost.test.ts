import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { applyReading } from '../state/apply-reading.ts';
import { newestPage, viewOf } from '../state/room-readings.testing.ts';
import { ME, newWorld } from '../state/room-world.testing.ts';
import { play, ROOM } from '../state/stories.testing.ts';
import { changeState, newRoomsStore, type RoomsStore, setListReading, setOpenRoom } from '../store.ts';
import { mineBefore, Server, word } from './server.testing.ts';
import { startSync } from './sync.ts';
import { readWhileLost } from './while-lost.ts';

let server: Server;
let store: RoomsStore;
const stops: (() => void)[] = [];

const listIs = (status: 'ready' | 'failed') => vi.waitFor(() => expect(store.getState().lists.mine?.reading.status).toBe(status));

/** The page was opened, its lists were read, and no socket stands. */
async function given(): Promise<void> {
  server = new Server(play(newWorld(), mineBefore));
  store = newRoomsStore(ME);
  stops.push(startSync(store, { ...server.line, tell: () => false }));
  await listIs('ready');
  server.asked.length = 0;
  stops.push(readWhileLost(store));
}

function held(): void {
  const { world } = server;
  const pages = { public: newestPage(world, false, 30), private: newestPage(world, true, 30) };
  changeState(store, (state) => applyReading(state, ROOM, { view: viewOf(world), ...pages, membershipFrames: 0 }, Date.now()));
  for (const name of ['waiting', 'mine', 'snoozed'] as const)
    setListReading(store, name, { reading: { status: 'ready' }, since: null, more: false });
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const texts = () =>
  store
    .getState()
    .state.rooms.get(ROOM)
    ?.public.events.flatMap(({ eventData }) => eventData.message?.text ?? []);
const listsAsked = () => server.asked.filter((url) => url.startsWith('/api/rooms?')).length;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 2, 9) });
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:8080' });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('without a socket the lists come all the same', async () => {
  await given();
  expect(store.getState().state.rooms.has(ROOM)).toBe(true);
});

test('without a socket lists that did not come are asked for again after 5 s', async () => {
  server = new Server(play(newWorld(), mineBefore));
  store = newRoomsStore(ME);
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  stops.push(startSync(store, { ...server.line, tell: () => false }), readWhileLost(store));
  await listIs('failed');
  vi.stubGlobal('fetch', fetch);
  await pass(4500);
  expect(server.asked).toEqual([]);
  await pass(600);
  await listIs('ready');
  expect(store.getState().state.rooms.has(ROOM)).toBe(true);
});

test('without a socket what is new in the open room is read, at a growing pace', async () => {
  await given();
  held();
  setOpenRoom(store, ROOM, 0);
  server.happens(word('two'), false);
  await pass(5100);
  await vi.waitFor(() => expect(texts()).toEqual(['one', 'two']));
  const asked = [listsAsked()];
  for (const ms of [9000, 1100, 19_000, 1100, 29_000, 1100, 29_000, 1100]) {
    await pass(ms);
    asked.push(listsAsked());
  }
  expect(asked).toEqual([3, 3, 6, 6, 9, 9, 12, 12, 15]);
});

test('without a socket what is new in a room that is not open is read too', async () => {
  await given();
  held();
  server.happens(word('two'), false);
  await pass(5100);
  await vi.waitFor(() => expect(texts()).toEqual(['one', 'two']));
});

test('without a server what is on the screen stays there', async () => {
  await given();
  held();
  setOpenRoom(store, ROOM, 0);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await pass(40_000);
  expect(store.getState().lists.mine?.reading).toEqual({ status: 'ready' });
  expect(texts()).toEqual(['one']);
});

test('ends with the loss', async () => {
  await given();
  for (const stop of stops.splice(0)) stop();
  await pass(60_000);
  expect(server.asked).toEqual([]);
});
