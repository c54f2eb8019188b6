import { ROOM_LIST_SIZE, type RoomView } from '@parley/contract';
import { api } from '../../../api/client.ts';
import { applyRooms, membershipFrames } from '../state/apply-reading.ts';
import type { ListName } from '../state/lists.ts';
import { changeState, type RoomsStore, setListReading } from '../store.ts';

/** Resolved rooms go back to the first day: they come by pages, newest first. */
export const RESOLVED_PAGE = 50;

type Query = Parameters<typeof api.rooms.list>[0]['query'];

const include = 'PARTICIPANTS,CONVERSATIONS';
const newestFirst = 'lastEventTimestamp,desc' as const;

const queries: Record<Exclude<ListName, 'resolved'>, readonly Query[]> = {
  // Together all of one's work, internal rooms included: what the server compares (contract: RoomState).
  mine: [{ view: 'mine', include, sort: newestFirst }],
  waiting: [{ view: 'waiting', include, sort: newestFirst }],
  all: [
    { room_state: 'ASSIGNED', include, sort: newestFirst, type: 'EXTERNAL' },
    { room_state: 'UNASSIGNED', include, sort: newestFirst, type: 'EXTERNAL' },
  ],
};

async function takePage(store: RoomsStore, query: Query): Promise<{ content: readonly RoomView[]; last: boolean }> {
  const asked = membershipFrames(store.getState().state);
  const { content, last } = await api.rooms.list({ query }, { context: { outlivesNavigation: true } });
  changeState(store, (state) => applyRooms(state, content, asked, Date.now()));
  return { content, last };
}

async function takeWhole(store: RoomsStore, query: Query): Promise<void> {
  for (let page = 0; ; page += 1) {
    const { last } = await takePage(store, { ...query, page, size: ROOM_LIST_SIZE });
    if (last) return;
  }
}

/** Reads a list whole. What is shown of it before stays on the screen meanwhile. */
export async function readList(store: RoomsStore, name: Exclude<ListName, 'resolved'>): Promise<void> {
  const before = store.getState().lists[name];
  if (before?.reading.status !== 'ready') setListReading(store, name, { reading: { status: 'loading' }, since: null, more: false });
  try {
    for (const query of queries[name]) await takeWhole(store, query);
    setListReading(store, name, { reading: { status: 'ready' }, since: null, more: false });
  } catch (problem) {
    setListReading(store, name, { reading: { status: 'failed', problem }, since: null, more: false });
  }
}

const lastAt = (room: RoomView): string => room.lastEventTimestamp ?? room.createdAt;

/**
 * Reads the next page of resolved rooms. Pages are counted by the rooms held down to the oldest one read, so that a
 * room which left the list meanwhile does not make one be skipped. `anew` begins again at the newest: others may have come
 * between those that are held.
 */
export async function readResolved(store: RoomsStore, anew = false): Promise<void> {
  const { lists, state } = store.getState();
  const before = lists.resolved;
  if (before?.reading.status === 'loading') return;
  const since = anew ? null : (before?.since ?? null);
  setListReading(store, 'resolved', { reading: { status: 'loading' }, since, more: before?.more ?? true });
  const held = [...state.rooms.values()].filter(
    ({ room }) => since !== null && room.state === 'RESOLVED' && (room.lastEventTimestamp ?? room.createdAt) >= since,
  ).length;
  try {
    const query: Query = { room_state: 'RESOLVED', include, sort: newestFirst, type: 'EXTERNAL' };
    const page = Math.floor(held / RESOLVED_PAGE);
    const { content, last } = await takePage(store, { ...query, page, size: RESOLVED_PAGE });
    const oldest = content.at(-1);
    setListReading(store, 'resolved', { reading: { status: 'ready' }, since: oldest === undefined ? since : lastAt(oldest), more: !last });
  } catch (problem) {
    setListReading(store, 'resolved', { reading: { status: 'failed', problem }, since, more: before?.more ?? true });
  }
}
