import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { id, ME, newWorld } from '../state/room-world.testing.ts';
import { play, ROOM } from '../state/stories.testing.ts';
import { changeState, newRoomsStore, type RoomsStore, setListReading, setOpenRoom } from '../store.ts';
import { digestToTell } from './in-digest.ts';
import { listsTold, mineBefore, Server, standInBrowser } from './server.testing.ts';
import { startSync } from './sync.ts';
import { tellByDigest } from './teller.ts';

let server: Server;
let store: RoomsStore;
let stop: () => void;
let stopDigest: () => void;
/** Rooms whose rows are drawn. */
let drawn: readonly string[];

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const lists = () => listsTold(server);
const digests = () => server.of('RoomState').filter((payload) => 'digest' in payload);

/** The page is open, and its lists are here. */
async function given(): Promise<void> {
  server = new Server(play(newWorld(), mineBefore));
  store = newRoomsStore(ME);
  stop = startSync(store, server.line);
  server.open({ first: true, atOnce: false, afterError: false });
  await vi.waitFor(() =>
    expect((['waiting', 'mine', 'snoozed'] as const).map((name) => store.getState().lists[name]?.reading.status)).toEqual(
      Array(3).fill('ready'),
    ),
  );
  await pass(200);
  server.told.length = 0;
  server.asked.length = 0;
}

beforeEach(() => {
  drawn = [];
  standInBrowser();
  stopDigest = tellByDigest((one) => digestToTell(one, () => drawn));
});
afterEach(() => {
  stop();
  stopDigest();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('how the open room and the drawn ones are held that are no work; what they missed is taken in', async () => {
  await given();
  const other = id('other');
  const mine = store.getState().state.rooms.get(ROOM);
  if (mine === undefined) throw new Error('the room is held');
  const { room, ...rest } = mine;
  const theirs = { ...rest, room: { ...room, id: other, roomParticipants: [], roomConversations: [] } };
  changeState(store, (state) => ({ ...state, rooms: new Map(state.rooms).set(other, theirs) }));
  drawn = [ROOM, other];
  await pass(10_000);
  expect(digests().at(-1)).toMatchObject({ count: 1, lookedAt: [{ id: other, epoch: 1, change: room.change }] });
  drawn = [];
  await pass(10_000);
  expect(digests().at(-1)).not.toHaveProperty('lookedAt');
  setOpenRoom(store, other, 0);
  await pass(10_000);
  expect(digests().at(-1)).toMatchObject({ lookedAt: [{ id: other }] });
  const since = { ...theirs.room, change: theirs.room.change + 3, name: 'As it is now' };
  const none = { reload: [], gone: [], memberships: [] };
  server.push({ type: 'RoomState', payload: { inStep: true, changes: [{ room: since, events: [] }], ...none } });
  await pass(20);
  expect(store.getState().state.rooms.get(other)?.room.name).toBe('As it is now');
  server.push({ type: 'RoomState', payload: { inStep: true, changes: [], ...none, gone: [other] } });
  await pass(20);
  expect(store.getState().state.rooms.has(other)).toBe(false);
  expect(lists()).toEqual([]);
});

test('which lists beyond the work were opened, whatever narrows them; where many of their newest are others they are read', async () => {
  await given();
  const ready = { reading: { status: 'ready' }, since: null, more: false } as const;
  setListReading(store, 'all?unread', ready);
  await pass(10_000);
  expect(digests().at(-1)).toMatchObject({ lists: ['all'] });
  setListReading(store, 'all?unread', undefined);
  setListReading(store, 'resolved', ready);
  await pass(10_000);
  expect(digests().at(-1)).toMatchObject({ lists: ['resolved'] });
  window.dispatchEvent(new Event('online'));
  expect(lists().at(-1)).toMatchObject({ rooms: [{ id: ROOM }], lists: ['resolved'] });
  server.asked.length = 0;
  const told = (reload: string[]) =>
    server.push({ type: 'RoomState', payload: { inStep: true, changes: [], reload, gone: [], memberships: [] } });
  told([id('new')]);
  await pass(200);
  expect(server.paths().filter((path) => path === '/api/rooms')).toEqual([]);
  expect(server.asked.length).toBeGreaterThan(0);
  server.asked.length = 0;
  // Known ones among them: more may have come beyond what was compared.
  told([ROOM, ...Array.from({ length: 20 }, (_, i) => id(`new${i}`))]);
  await pass(200);
  expect(server.paths().filter((path) => path === '/api/rooms')).toHaveLength(4);
});

test('all that is held every 10 s, as long as what makes the digest has not come', async () => {
  await given();
  stopDigest();
  await pass(10_000);
  expect([digests(), lists()]).toEqual([[], [{ rooms: [expect.objectContaining({ id: ROOM })] }]]);
});
