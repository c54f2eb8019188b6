import { lastSaidAt, placeOfRoom, type RoomView } from '@parley/contract';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { narrowingOf } from '../narrow/narrowing.ts';
import { listRows, roomOfRow } from '../state/lists.ts';
import { viewOf } from '../state/room-readings.testing.ts';
import { happen, id, ME, newWorld } from '../state/room-world.testing.ts';
import { newRoomsStore, type RoomsStore, setListReading } from '../store.ts';
import { isPaged, paged, RESOLVED_PAGE, readList, readPage, turnTo } from './lists.ts';

/** The server's rooms; it answers as many at a time as it is asked for, at most `most`. */
class Server {
  rooms: RoomView[] = [];
  readonly asked: string[] = [];
  fails = false;
  /** Runs before each answer. */
  meanwhile: () => void = () => undefined;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
    vi.stubGlobal('fetch', async (request: Request) => this.#answer(new URL(request.url)));
  }

  say(roomId: string, seconds: number): void {
    this.rooms = this.rooms.map((room) => (room.id === roomId ? { ...room, lastEventTimestamp: at(seconds) } : room));
  }

  #answer({ search, searchParams }: URL): Response {
    this.asked.push(search);
    this.meanwhile();
    if (this.fails) return Response.json({ message: 'ERROR_DEFAULT_MESSAGE', errors: [] }, { status: 500 });
    const after = searchParams.get('after');
    const size = Math.min(this.#most, Number(searchParams.get('size')));
    const channel = searchParams.get('channel');
    const isHeard = (room: RoomView) =>
      channel === null ||
      room.roomConversations.some((one) => one.channels.some(({ channelType }) => channel.split(',').includes(channelType)));
    const fits = (room: RoomView) => (searchParams.get('view') !== null || room.state === searchParams.get('room_state')) && isHeard(room);
    const isAscending = searchParams.get('sort') === 'lastEventTimestamp,asc';
    const place = (one: RoomView) => `${Date.parse(lastSaidAt(one))}000.${one.id}`;
    const listed = this.rooms.filter(fits).toSorted((a, b) => (place(a) < place(b) === isAscending ? -1 : 1));
    const behind = listed.filter((room) => after === null || (isAscending ? place(room) > after : place(room) < after));
    const content = behind.slice(0, size);
    const end = content.at(-1);
    const last = behind.length <= size;
    const totals = { page: 0, size, totalElements: content.length, totalPages: 1, last };
    return Response.json({ content, ...totals, next: last || end === undefined ? null : place(end) });
  }
}

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 2, 8) + seconds * 1000).toISOString();
const room = (number: number, seconds: number, state: RoomView['state']): RoomView => ({
  ...viewOf(newWorld()),
  id: id(`room${String(number).padStart(4, '0')}`),
  state,
  lastEventTimestamp: at(seconds),
});

/** The one conversation of a room. */
const spokenOver = (channelType: 'SMS' | 'EMAIL', state: RoomView['state']) => {
  const [started] = viewOf(happen(newWorld(), { kind: 'conversationStarts' }).world).roomConversations;
  if (started === undefined) throw new Error('it was started');
  return { ...started, state, channels: started.channels.map((one) => ({ ...one, channelType })) };
};

let store: RoomsStore;
beforeEach(() => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:8080' });
  store = newRoomsStore(ME);
});
afterEach(() => vi.unstubAllGlobals());

const shown = (name: 'all' | 'resolved') => {
  const { state, lists } = store.getState();
  return listRows(state.rooms.values(), name, ME, lists[name]?.since ?? null).map(roomOfRow);
};
const newestFirst = (rooms: readonly RoomView[]) =>
  rooms.toSorted((a, b) => (placeOfRoom(a) < placeOfRoom(b) ? 1 : -1)).map((one) => one.id);

async function toTheEnd(name: 'all' | 'resolved'): Promise<void> {
  for (let page = 0; page < 500; page++) {
    await readPage(store, name);
    if (store.getState().lists[name]?.more === false) return;
  }
  throw new Error('the list does not end');
}

describe('a list that comes by pages', () => {
  test('reaches every room by going on, and what is shown of it has no gap at any moment', async () => {
    const states = fc.array(fc.constantFrom('ASSIGNED' as const, 'UNASSIGNED' as const), { maxLength: 40, size: 'max' });
    await fc.assert(
      fc.asyncProperty(states, fc.integer({ min: 1, max: 7 }), async (all, most) => {
        store = newRoomsStore(ME);
        const server = new Server(most);
        server.rooms = all.map((state, number) => room(number, number * 3, state));
        const whole = newestFirst(server.rooms);
        for (let page = 0; page <= all.length && store.getState().lists.all?.more !== false; page++) {
          await readPage(store, 'all');
          expect(store.getState().lists.all?.reading).toEqual({ status: 'ready' });
          expect(shown('all')).toEqual(whole.slice(0, shown('all').length));
        }
        expect(shown('all')).toEqual(whole);
        // Of the two lists it consists of, neither is read further than what is shown needs.
        expect(new Set(server.asked).size).toBe(server.asked.length);
      }),
      { numRuns: 40 },
    );
  });

  test('stands as the server has it, whatever has the same time and where nothing was said yet', async () => {
    const times = fc.array(fc.record({ made: fc.nat(4), said: fc.option(fc.nat(4)) }), { maxLength: 30, size: 'max' });
    await fc.assert(
      fc.asyncProperty(times, fc.integer({ min: 1, max: 7 }), fc.boolean(), async (all, most, isOldestFirst) => {
        store = newRoomsStore(ME);
        const server = new Server(most);
        server.rooms = all.map(({ made, said }, number) => ({
          ...room((number * 7) % 31, 0, 'RESOLVED'),
          createdAt: at(made),
          lastEventTimestamp: said === null ? null : at(said),
        }));
        const newest = newestFirst(server.rooms);
        const whole = isOldestFirst ? newest.toReversed() : newest;
        const narrowing = narrowingOf(isOldestFirst ? 'sort.oldest' : '');
        const key = narrowing.keyOf('resolved');
        if (key !== 'resolved') paged[key] = narrowing.pagesOf('resolved');
        for (let page = 0; page <= all.length && store.getState().lists[key]?.more !== false; page++) {
          await readPage(store, key);
          const { state, lists } = store.getState();
          const listed = narrowing.listOf(state.rooms.values(), 'resolved', ME, lists[key]?.since ?? null);
          expect(listed).toEqual(whole.slice(0, (page + 1) * most));
        }
      }),
      { numRuns: 60 },
    );
  });

  test('reads on behind what it holds, however many rooms have come above or gone meanwhile', async () => {
    const server = new Server(1000);
    server.rooms = Array.from({ length: 3 * RESOLVED_PAGE }, (_, number) => room(number, number, 'RESOLVED'));
    const before = server.rooms.map((one) => one.id);
    await readPage(store, 'resolved');
    // A third of those that were read is written to again, and resolved rooms come on top.
    server.rooms = server.rooms.map((one, index) => (index > 130 ? { ...one, state: 'ASSIGNED' as const } : one));
    server.rooms.push(...Array.from({ length: 70 }, (_, number) => room(1000 + number, 1000 + number, 'RESOLVED')));
    await toTheEnd('resolved');
    expect(new Set(shown('resolved'))).toEqual(new Set(before));
  });

  test('that could not be read further keeps what it shows, and goes on from there', async () => {
    const server = new Server(2);
    server.rooms = [0, 1, 2, 3, 4].map((number) => room(number, number, 'RESOLVED'));
    await readPage(store, 'resolved');
    const first = shown('resolved');
    server.fails = true;
    await readPage(store, 'resolved');
    expect(store.getState().lists.resolved).toMatchObject({ reading: { status: 'failed' }, more: true });
    expect(shown('resolved')).toEqual(first);
    server.fails = false;
    await toTheEnd('resolved');
    expect(shown('resolved')).toEqual(newestFirst(server.rooms));
  });

  test('begins again at the newest when it is told to while it reads: others may have come', async () => {
    const server = new Server(1000);
    server.rooms = [room(0, 0, 'RESOLVED')];
    server.meanwhile = () => {
      server.meanwhile = () => undefined;
      void readPage(store, 'resolved', true);
    };
    await readPage(store, 'resolved');
    expect(server.asked).toHaveLength(2);
  });
});

describe('a list that is chosen again', () => {
  const seconds = (count: number) => vi.setSystemTime(Date.UTC(2026, 10, 2, 9) + count * 1000);
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    seconds(0);
    return () => void vi.useRealTimers();
  });
  const statuses = () => store.getState().lists.resolved?.reading.status;

  test('shows what came into it out of one’s sight, without a moment in which it is being read', async () => {
    const server = new Server(1000);
    server.rooms = [0, 1, 2].map((number) => room(number, number * 10, 'RESOLVED'));
    await turnTo(store, 'resolved');
    const before = shown('resolved');
    expect(before).toEqual(newestFirst(server.rooms));
    // Others resolved these: one was heard of before the others, one after them.
    server.rooms.push(room(3, 5, 'RESOLVED'), room(4, 50, 'RESOLVED'));
    await turnTo(store, 'resolved');
    expect([shown('resolved'), server.asked.length]).toEqual([before, 1]);
    seconds(10);
    server.meanwhile = () => expect([statuses(), shown('resolved')]).toEqual(['ready', before]);
    await turnTo(store, 'resolved');
    expect(shown('resolved')).toEqual(newestFirst(server.rooms));
    expect([statuses(), server.asked.length]).toEqual(['ready', 2]);
  });

  test('begins again at the newest, so that going on reads anew what was read below; not where it is read on meanwhile', async () => {
    const server = new Server(2);
    server.rooms = Array.from({ length: 7 }, (_, number) => room(number, number * 10, 'RESOLVED'));
    await toTheEnd('resolved');
    server.rooms.push(room(8, 15, 'RESOLVED'));
    seconds(10);
    await turnTo(store, 'resolved');
    expect(shown('resolved')).toEqual(newestFirst(server.rooms).slice(0, 2));
    server.rooms.push(room(9, 55, 'RESOLVED'));
    seconds(20);
    const turned = turnTo(store, 'resolved');
    await readPage(store, 'resolved');
    await turned;
    expect(shown('resolved')).toEqual(newestFirst(server.rooms).slice(0, 5));
    await toTheEnd('resolved');
    expect(shown('resolved')).toEqual(newestFirst(server.rooms));
  });

  test('keeps what it shows where it cannot be read, says so, and begins at the newest when it is tried again', async () => {
    const server = new Server(1000);
    server.rooms = [room(0, 0, 'RESOLVED')];
    await turnTo(store, 'resolved');
    server.rooms.push(room(1, 10, 'RESOLVED'));
    server.fails = true;
    seconds(10);
    await turnTo(store, 'resolved');
    expect([statuses(), shown('resolved')]).toEqual(['failed', [server.rooms[0]?.id]]);
    server.fails = false;
    await readPage(store, 'resolved');
    expect([statuses(), shown('resolved')]).toEqual(['ready', newestFirst(server.rooms)]);
  });
});

describe('a list that is narrowed and comes by pages', () => {
  test('is read apart from the whole one, from either end, without a gap and to its last room', async () => {
    const given = fc.array(
      fc.record({
        state: fc.constantFrom('ASSIGNED' as const, 'UNASSIGNED' as const),
        channel: fc.constantFrom('SMS' as const, 'EMAIL' as const),
      }),
      { maxLength: 30, size: 'max' },
    );
    const filter = fc.constantFrom('channel.SMS', 'channel.SMS~sort.oldest', 'sort.oldest', 'state.UNASSIGNED');
    await fc.assert(
      fc.asyncProperty(given, filter, fc.integer({ min: 1, max: 7 }), async (all, chosen, most) => {
        store = newRoomsStore(ME);
        const server = new Server(most);
        server.rooms = all.map(({ state, channel }, number) => ({
          ...room(number, number * 3, state),
          roomConversations: [spokenOver(channel, state)],
        }));
        const narrowing = narrowingOf(chosen);
        const key = narrowing.keyOf('all');
        if (key !== 'all') paged[key] = narrowing.pagesOf('all');
        const isFitting = ({ state, roomConversations: [one] }: RoomView) =>
          (!chosen.includes('SMS') || one?.channels[0]?.channelType === 'SMS') &&
          (!chosen.includes('UNASSIGNED') || state === 'UNASSIGNED');
        const newest = newestFirst(server.rooms.filter(isFitting));
        const whole = chosen.includes('oldest') ? newest.toReversed() : newest;
        const listed = () => {
          const { state, lists } = store.getState();
          return narrowing.listOf(state.rooms.values(), 'all', ME, lists[key]?.since ?? null);
        };
        for (let page = 0; page <= all.length && store.getState().lists[key]?.more !== false; page++) {
          await readPage(store, key);
          expect(store.getState().lists[key]?.reading).toEqual({ status: 'ready' });
          expect(listed()).toEqual(whole.slice(0, listed().length));
        }
        expect(listed()).toEqual(whole);
        expect(store.getState().lists.all).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });

  test('that nobody looks at any more when its page comes is not held', async () => {
    const server = new Server(10);
    server.rooms = [room(0, 0, 'RESOLVED')];
    const { keyOf, pagesOf } = narrowingOf('unread');
    const key = keyOf('resolved');
    paged[key] = pagesOf('resolved');
    server.meanwhile = () => {
      delete paged[key];
      setListReading(store, key, undefined);
    };
    await readPage(store, key);
    expect(store.getState().lists).toEqual({});
  });
});

test('one’s own work is read whole, page behind page', async () => {
  const server = new Server(3);
  server.rooms = Array.from({ length: 10 }, (_, number) => room(number, number, 'ASSIGNED'));
  server.meanwhile = () => server.say(id('room0002'), 100);
  await readList(store, 'mine');
  expect(store.getState().state.rooms.size).toBe(10);
  expect(server.asked).toHaveLength(4);
  expect((['mine', 'waiting', 'all', 'resolved'] as const).filter(isPaged)).toEqual(['all', 'resolved']);
});
