import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiProblem, UNREACHABLE } from '../../../api/api-problem.ts';
import { applyReading } from '../state/apply-reading.ts';
import { dropEvents } from '../state/drop-events.ts';
import { isLoaded } from '../state/history.ts';
import { eventsSince, newestPage, roomOf, viewOf } from '../state/room-readings.testing.ts';
import { happen, id, ME, newWorld } from '../state/room-world.testing.ts';
import { play, ROOM } from '../state/stories.testing.ts';
import { changeState, historyKey, newRoomsStore, type RoomsStore, setHistoryReading, setLookUp, setOpenRoom } from '../store.ts';
import { startDelivered } from './delivered.ts';
import { digestToTell } from './in-digest.ts';
import { roomInStep } from './in-step.ts';
import type { Line } from './line.ts';
import { lookAgain } from './look-again.ts';
import { listsTold, mineBefore, Server, standInBrowser, word } from './server.testing.ts';
import { startSync } from './sync.ts';
import { tellByDigest } from './teller.ts';

let server: Server;
let store: RoomsStore;
let stop: () => void = () => undefined;
let stopDigest: () => void = () => undefined;

const record = () => {
  const held = store.getState().state.rooms.get(ROOM);
  if (held === undefined) throw new Error('the room is held');
  return held;
};
const texts = () => record().public.events.flatMap(({ eventData }) => eventData.message?.text ?? []);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const lists = () => listsTold(server);
const digests = () => server.of('RoomState').filter((payload) => 'digest' in payload);

/** What is read by HTTP takes turns of the event loop that the clock of the test does not count. */
const listsAreHere = () =>
  vi.waitFor(() =>
    expect([store.getState().lists.waiting, store.getState().lists.mine].map((list) => list?.reading.status)).toEqual(['ready', 'ready']),
  );

/** What keeps the page in step, and says what has arrived. */
function startBoth(): () => void {
  const stops = [startSync(store, server.line), startDelivered(store, server.line)];
  return () => {
    for (const one of stops) one();
  };
}

/** The page is open and in step, with the room's histories on the screen. */
async function given(): Promise<void> {
  server = new Server(play(newWorld(), mineBefore));
  store = newRoomsStore(ME);
  const { world } = server;
  const pages = { public: newestPage(world, false, 30), private: newestPage(world, true, 30) };
  stop = startBoth();
  server.open({ first: true, atOnce: false, afterError: false });
  await listsAreHere();
  await pass(200);
  changeState(store, (state) => applyReading(state, ROOM, { view: viewOf(world), ...pages, membershipFrames: 0 }, Date.now()));
  server.told.length = 0;
  server.asked.length = 0;
}

beforeEach(() => {
  standInBrowser();
  stopDigest = tellByDigest((one) => digestToTell(one, () => []));
});
afterEach(() => {
  stop();
  stopDigest();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what was tagged and which ticket was seen change nothing of the rooms, leave no hole and have nothing read', async () => {
  await given();
  const { state } = store.getState();
  const context = { contextType: 'CONVERSATION', contextId: id('tagged'), isTagged: true, isUpdated: false } as const;
  server.push({ type: 'MetaEventAssociation', payload: { roomId: ROOM, ...context } });
  // Of a room that is not held, too.
  server.push({ type: 'MetaEventAssociation', payload: { roomId: id('elsewhere'), ...context } });
  server.push({ type: 'TicketSeen', payload: { ticketId: id('ticket') } });
  await pass(1000);
  expect(store.getState().state).toBe(state);
  expect([server.asked, server.told]).toEqual([[], []]);
});

describe('what is told', () => {
  test('at first the lists are read, then what is held is told', async () => {
    server = new Server(play(newWorld(), mineBefore));
    store = newRoomsStore(ME);
    stop = startBoth();
    server.open({ first: true, atOnce: false, afterError: false });
    expect(server.told).toEqual([]);
    await listsAreHere();
    await pass(200);
    expect(lists()).toEqual([{ rooms: [expect.objectContaining({ id: ROOM, epoch: 1, change: server.world.change, starred: false })] }]);
  });

  test('lists that were read before the connection stood are not read again, and what is held is told when it stands', async () => {
    server = new Server(play(newWorld(), mineBefore));
    store = newRoomsStore(ME);
    stop = startBoth();
    await listsAreHere();
    const asked = [...server.asked];
    server.open({ first: true, atOnce: false, afterError: false });
    await pass(50);
    expect(asked).toHaveLength(3);
    expect(server.asked).toEqual(asked);
    expect(lists()).toEqual([{ rooms: [expect.objectContaining({ id: ROOM, change: server.world.change })] }]);
  });

  test('every 10 s the digest of the work, and the full list only when it is not in step', async () => {
    await given();
    await pass(30_000);
    expect([digests().length, lists().length]).toEqual([3, 0]);
    const none = { changes: [], reload: [], gone: [], memberships: [] };
    server.push({ type: 'RoomState', payload: { inStep: true, ...none } });
    await pass(20);
    expect(lists()).toHaveLength(0);
    server.push({ type: 'RoomState', payload: { inStep: false, ...none } });
    await pass(20);
    expect(lists()).toHaveLength(1);
  });

  test('on waking from a long sleep, and when the network is back, the full list', async () => {
    await given();
    vi.setSystemTime(Date.now() + 3_600_000);
    await pass(10_000);
    expect(lists()).toHaveLength(1);
    window.dispatchEvent(new Event('online'));
    expect(lists()).toHaveLength(2);
  });

  test('many rooms that are new are read by the lists, not one by one', async () => {
    await given();
    const reload = Array.from({ length: 21 }, (_, i) => id(`new${i}`));
    server.push({ type: 'RoomState', payload: { inStep: false, changes: [], reload, gone: [], memberships: [] } });
    await pass(50);
    expect(server.paths()).toEqual(['/api/rooms', '/api/rooms', '/api/rooms']);
  });
});

describe('a hole', () => {
  test('is given 300 ms, then exactly what is missing is asked for, once', async () => {
    await given();
    const since = server.world.change;
    server.happens(word('two'), false);
    server.happens(word('three'));
    await pass(16 + 290);
    expect(server.asked).toEqual([]);
    server.happens(word('four'));
    await pass(100);
    expect(server.asked).toEqual([`/api/rooms/${ROOM}/changes?epoch=1&change=${since}`]);
    expect(texts()).toEqual(['one', 'two', 'three', 'four']);
    expect(record().gap).toBeNull();
    expect(record().room).toEqual(roomOf(server.world));
  });

  test('that closes by itself asks for nothing', async () => {
    await given();
    const step = happen(server.world, word('two'));
    server.world = step.world;
    server.happens(word('three'));
    await pass(200);
    for (const frame of step.frames) server.push(frame);
    await pass(500);
    expect(server.asked).toEqual([]);
    expect(texts()).toEqual(['one', 'two', 'three']);
  });

  test('that cannot be told has the room read afresh', async () => {
    await given();
    server.changes = 'reload';
    server.happens(word('two'), false);
    server.happens(word('three'));
    await pass(400);
    expect(server.paths()).toEqual(['changes', '', 'recent-events'].map((end) => `/api/rooms/ROOM${end === '' ? '' : `/${end}`}`));
    expect(texts()).toEqual(['one', 'two', 'three']);
  });

  test('is asked for again after a failure', async () => {
    await given();
    server.changes = 'refused';
    server.happens(word('two'), false);
    server.happens(word('three'));
    await pass(400);
    expect(texts()).toEqual(['one']);
    server.changes = 'exact';
    await pass(1100);
    expect(texts()).toEqual(['one', 'two', 'three']);
  });
});

describe('frames that come', () => {
  test('one after a pause is shown at once, those that keep coming a few times a second', async () => {
    await given();
    await pass(100);
    const changes: number[] = [];
    const stopCounting = store.subscribe(() => changes.push(texts().length));
    for (let number = 0; number < 20; number += 1) {
      server.happens(word(`${number}`), true);
      await pass(10);
    }
    await pass(100);
    stopCounting();
    expect(changes[0]).toBe(3);
    expect(changes.at(-1)).toBe(21);
    expect(changes.length).toBeLessThan(7);
  });

  test('what is held is told to others while it is true: not with a hole in it, and not after the page', async () => {
    await given();
    expect(roomInStep(ROOM)).toBe(record().room);
    expect(roomInStep(id('another'))).toBeUndefined();
    server.happens(word('lost'), false);
    server.happens(word('two'), true);
    await pass(100);
    expect(roomInStep(ROOM)).toBeUndefined();
    await pass(2000);
    expect(roomInStep(ROOM)).toBe(record().room);
    stop();
    expect(roomInStep(ROOM)).toBeUndefined();
  });
});

describe('reopening the socket', () => {
  const lost = async () => {
    server.happens(word('two'), false);
    await pass(20);
  };

  test('after an error: events stay, and what was missed is taken from the answer', async () => {
    await given();
    const since = server.world.change;
    await lost();
    server.open({ first: false, atOnce: false, afterError: true });
    expect(lists()).toEqual([{ rooms: [expect.objectContaining({ id: ROOM, change: since })] }]);
    expect(texts()).toEqual(['one']);
    const changes = [{ room: roomOf(server.world), events: eventsSince(server.world, since) }];
    server.push({ type: 'RoomState', payload: { inStep: false, changes, reload: [], gone: [], memberships: [] } });
    await pass(20);
    expect(texts()).toEqual(['one', 'two']);
    expect(server.asked).toEqual([]);
  });

  test('without one: loaded events are dropped', async () => {
    await given();
    await lost();
    server.open({ first: false, atOnce: false, afterError: false });
    expect(isLoaded(record().public)).toBe(false);
    expect(lists()).toHaveLength(1);
  });

  test('without one: those on the screen stay there until they are read afresh', async () => {
    await given();
    setOpenRoom(store, ROOM, 0);
    await lost();
    server.open({ first: false, atOnce: false, afterError: false });
    expect(texts()).toEqual(['one']);
    await pass(50);
    expect(server.paths()).toContain('/api/rooms/ROOM/recent-events');
    expect(texts()).toEqual(['one', 'two']);
  });

  test('is not meant when the page comes back to a connection that stands', async () => {
    await given();
    stop();
    const onOpen: Line['onOpen'] = (callback) => {
      callback({ first: false, atOnce: false, afterError: false });
      return () => undefined;
    };
    stop = startSync(store, { ...server.line, onOpen });
    expect(texts()).toEqual(['one']);
    expect(lists()).toHaveLength(1);
  });
});

describe('what failed while the connection was away', () => {
  test('a room that could not be read is read again when it is back', async () => {
    await given();
    const other = id('elsewhere');
    setOpenRoom(store, other, 0);
    setLookUp(store, other, { status: 'failed', problem: new ApiProblem(UNREACHABLE, { message: 'FRAME_UNREACHABLE', errors: [] }, null) });
    server.open({ first: false, atOnce: false, afterError: true });
    await pass(50);
    expect(server.asked.some((url) => url.startsWith(`/api/rooms/${other}?`))).toBe(true);
    expect(store.getState().lookUps.get(other)?.status).toBe('ready');
  });

  test('so is a history; a room that may not be seen is left alone', async () => {
    await given();
    const unreachable = new ApiProblem(UNREACHABLE, { message: 'FRAME_UNREACHABLE', errors: [] }, null);
    changeState(store, (state) => dropEvents(state, null, Date.now()));
    setOpenRoom(store, ROOM, 0);
    setHistoryReading(store, historyKey(ROOM, 'public'), { status: 'failed', at: 'older', problem: unreachable });
    server.open({ first: false, atOnce: false, afterError: true });
    await pass(50);
    expect(texts()).toEqual(['one']);
    expect(store.getState().histories.get(historyKey(ROOM, 'public'))?.status).toBe('ready');

    const other = id('elsewhere');
    setOpenRoom(store, other, 0);
    setLookUp(store, other, { status: 'failed', problem: new ApiProblem(404, { message: 'ROOM_NOT_FOUND', errors: [] }, null) });
    server.asked.length = 0;
    server.open({ first: false, atOnce: false, afterError: true });
    await pass(50);
    expect(server.asked.some((url) => url.includes(other))).toBe(false);
  });
});

describe('after a refusal that shows that a room stands otherwise', () => {
  test('it is read afresh, and leaves the lists where it may not be seen any more', async () => {
    await given();
    server.happens(word('two'), false);
    lookAgain(store, ROOM);
    await pass(50);
    expect(texts()).toEqual(['one', 'two']);
    server.isHidden = true;
    lookAgain(store, ROOM);
    await pass(50);
    expect(store.getState().state.rooms.has(ROOM)).toBe(false);
  });
});

describe('Ack', () => {
  const named = () => server.of('Ack').map((payload) => ('roomEventId' in payload ? payload.roomEventId : null));
  const lastId = () => server.world.events.at(-1)?.id;

  test('names the customer’s highest message, at most once a second', async () => {
    await given();
    await pass(1000);
    server.told.length = 0;
    for (const text of ['two', 'three', 'four']) {
      server.happens(word(text));
      await pass(100);
    }
    const second = server.world.events.find(({ eventData }) => eventData.message?.text === 'two')?.id;
    expect(named()).toEqual([second]);
    await pass(1000);
    expect(named()).toEqual([second, lastId()]);
  });

  test('is said of what catching up brought, and again with a new connection while it is not seen', async () => {
    await given();
    await pass(1000);
    const since = server.world.change;
    server.happens(word('two'), false);
    server.told.length = 0;
    const changes = [{ room: roomOf(server.world), events: eventsSince(server.world, since) }];
    server.push({ type: 'RoomState', payload: { inStep: false, changes, reload: [], gone: [], memberships: [] } });
    await pass(20);
    expect(named()).toEqual([lastId()]);
    server.open({ first: false, atOnce: false, afterError: true });
    expect(named()).toEqual([lastId(), lastId()]);
  });

  test('is said of what came just before one’s own answer', async () => {
    await given();
    await pass(1000);
    server.told.length = 0;
    server.happens(word('two'));
    await pass(100);
    server.happens(word('three'));
    const third = lastId();
    await pass(100);
    server.happens({ kind: 'iSay', text: 'answer' });
    await pass(2000);
    expect(named().at(-1)).toBe(third);
  });

  test('is not said of one’s own words, nor by who only looks on', async () => {
    await given();
    await pass(1000);
    server.told.length = 0;
    server.happens({ kind: 'iSay', text: 'answer' });
    server.happens({ kind: 'colleagueNotes', text: 'note' });
    server.happens({ kind: 'conversationResolved', pick: 0 });
    server.happens(word('after'));
    await pass(2000);
    expect(named()).toEqual([]);
  });
});
