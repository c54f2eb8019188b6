import { placeOfRoom, ROOM_LIST_SIZE } from '@parley/contract';
import { api } from '../../../api/client.ts';
import { applyRooms, membershipFrames } from '../state/apply-reading.ts';
import type { ListName } from '../state/lists.ts';
import { changeState, type ListReading, type ReadSoFar, type RoomsStore, setListReading } from '../store.ts';

/** So many resolved rooms come at a time: few go far back among them. */
export const RESOLVED_PAGE = 50;

export type Query = Parameters<typeof api.rooms.list>[0]['query'];

const include = 'PARTICIPANTS,CONVERSATIONS';
const usual = { include, sort: 'lastEventTimestamp,desc' } as const;

/** One's own work is held whole, internal rooms included: it is what the server compares (contract: RoomState). */
type WholeList = Extract<ListName, 'mine' | 'waiting' | 'snoozed'>;
/** A list that is read by itself. */
type ReadList = Exclude<ListName, 'internal'>;
/** By which reading a list comes: chats of colleagues are part of mine. */
export const readWith = (name: ListName): ReadList => (name === 'internal' ? 'mine' : name);
/** What goes back to the first day, or holds the whole account, comes by pages, newest first. */
type PagedList = Exclude<ReadList, WholeList>;

interface Pages {
  readonly size: number;
  /** Each is a list of the server's. */
  readonly queries: readonly Query[];
  readonly isOldestFirst?: boolean;
}

/** What comes by pages, by the key of its reading; what is narrowed is added while it is looked at. */
export const paged: Record<string, Pages> & Record<PagedList, Pages> = {
  all: {
    size: ROOM_LIST_SIZE,
    queries: (['ASSIGNED', 'UNASSIGNED'] as const).map((room_state) => ({ ...usual, room_state, type: 'EXTERNAL' })),
  },
  resolved: { size: RESOLVED_PAGE, queries: [{ ...usual, room_state: 'RESOLVED', type: 'EXTERNAL' }] },
};

export const isPaged = (key: string): boolean => paged[key] !== undefined;

/** Takes in the page behind a cursor, or the first. A room that has moved up meanwhile is told by a frame, and not missed. */
async function takePage(store: RoomsStore, query: Query, size: number, after: string | null): Promise<ReadSoFar> {
  const asked = membershipFrames(store.getState().state);
  const whole = { ...query, size, ...(after === null ? {} : { after }) };
  const { content, next } = await api.rooms.list({ query: whole }, { context: { outlivesNavigation: true } });
  changeState(store, (state) => applyRooms(state, content, asked, Date.now()));
  const end = content.at(-1);
  return { next, last: end === undefined ? null : placeOfRoom(end) };
}

/** Reads a list whole. What is shown of it before stays on the screen meanwhile. */
export async function readList(store: RoomsStore, name: WholeList): Promise<void> {
  const before = store.getState().lists[name];
  if (before?.reading.status !== 'ready') setListReading(store, name, { reading: { status: 'loading' }, since: null, more: false });
  try {
    let next: string | null = null;
    do ({ next } = await takePage(store, { ...usual, view: name }, ROOM_LIST_SIZE, next));
    while (next !== null);
    setListReading(store, name, { reading: { status: 'ready' }, since: null, more: false });
  } catch (problem) {
    setListReading(store, name, { reading: { status: 'failed', problem }, since: null, more: false });
  }
}

/** To where nothing is missing: of the lists that go on, the one that was read least far says it. */
function without(read: readonly ReadSoFar[], isOldestFirst = false): Omit<ListReading, 'reading'> {
  const open = read.filter(({ next }) => next !== null);
  const ends = open.flatMap(({ last }) => last ?? []).toSorted();
  return { since: ends.at(isOldestFirst ? 0 : -1) ?? null, more: open.length > 0, read, at: Date.now() };
}

const isReady = (store: RoomsStore, key: string): boolean => store.getState().lists[key]?.reading.status === 'ready';

/**
 * Takes in what is newest in the lists of one's work and in those that were opened, while no frame tells of it. What is on the screen
 * stays there when that fails: the loss of the connection is told already. A list that was never read is read as always.
 */
export async function readNewest(store: RoomsStore): Promise<void> {
  const newest = (query: Query, size: number) => takePage(store, query, size, null);
  const whole = (['waiting', 'mine', 'snoozed'] as const).map((name) =>
    isReady(store, name) ? newest({ ...usual, view: name }, ROOM_LIST_SIZE) : readList(store, name),
  );
  const pages = Object.entries(paged)
    .filter(([key]) => isReady(store, key))
    .flatMap(([, { size, queries }]) => queries.map((query) => newest(query, size)));
  await Promise.allSettled<unknown>([...whole, ...pages]);
}

/** Lists that are to begin again once the page that is on its way has come. */
const readAgain = new WeakMap<RoomsStore, readonly string[]>();

/**
 * Reads the next page of what comes by pages and is held under a key: of the server's lists in it the one whose last page ended first, since nothing
 * beyond that can be shown yet. `anew` begins again at the newest: others may have come between those that are held. `quietly`: what is held stands until that
 * has come, and stays where it is read further meanwhile.
 */
export async function readPage(store: RoomsStore, key: string, anew = false, quietly = false): Promise<void> {
  const before = store.getState().lists[key];
  const pages = paged[key];
  // Nobody looks at it any more.
  if (pages === undefined) return;
  if (before?.reading.status === 'loading') {
    if (anew) readAgain.set(store, [...(readAgain.get(store) ?? []), key]);
    return;
  }
  const { size, queries, isOldestFirst } = pages;
  const set = (list: ListReading) =>
    paged[key] === pages && (!quietly || store.getState().lists[key] === before) ? setListReading(store, key, list) : undefined;
  const held = { since: before?.since ?? null, more: before?.more ?? true, ...(before?.read && !anew && { read: before.read }) };
  if (!quietly) set({ ...held, reading: { status: 'loading' } });
  try {
    const known = anew ? undefined : before?.read;
    const read = known
      ? await Promise.all(
          known.map((one, at) => (one.next !== null && one.last === held.since ? takePage(store, queries[at] ?? {}, size, one.next) : one)),
        )
      : await Promise.all(queries.map((query) => takePage(store, query, size, null)));
    set({ reading: { status: 'ready' }, ...without(read, isOldestFirst) });
  } catch (problem) {
    set({ ...held, reading: { status: 'failed', problem } });
  }
  const again = readAgain.get(store) ?? [];
  if (!again.includes(key)) return;
  readAgain.set(
    store,
    again.filter((one) => one !== key),
  );
  await readPage(store, key, true);
}

/** A list that is chosen again so soon after it was read has nothing new. */
const SOON_MS = 3000;

/**
 * Somebody turns to what comes by pages: it begins again at the newest, since nobody is told of what others resolve out of their sight
 * (docs/decisions: sight of queues). What was never read, or not to where it was wanted, is read as always.
 */
export async function turnTo(store: RoomsStore, key: string): Promise<void> {
  const list = store.getState().lists[key];
  const isHeld = isReady(store, key);
  if (list?.reading.status === 'loading' || (isHeld && Date.now() - (list?.at ?? 0) < SOON_MS)) return;
  await readPage(store, key, isHeld, isHeld);
}
