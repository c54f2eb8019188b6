import { EVENT_PAGE_SIZE, type RoomEvent } from '@parley/contract';
import { ApiProblem } from '../../../api/api-problem.ts';
import { api } from '../../../api/client.ts';
import type { Page, ReadAgain } from '../state/history.ts';
import type { HistoryName, RoomRecord } from '../state/room-record.ts';
import type { Reading } from '../state/snapshot.ts';

/** One larger page closes most distances. */
const LARGE_PAGE = 100;
/** Pages that a reading goes back at most: beyond, the older part is dropped and read again when somebody scrolls there. */
const PAGES_BACK = 10;

const outlives = { context: { outlivesNavigation: true } };

const isPrivate = (name: HistoryName) => name === 'private';

/** The newest page of a history, and the room's epoch when it was read. */
export async function readNewest(roomId: string, name: HistoryName): Promise<{ page: Page; epoch: number }> {
  const { recentEvents, epoch } = await api.rooms.recentEvents(
    { params: { roomId }, query: { private_messages: isPrivate(name) } },
    outlives,
  );
  return { page: { events: recentEvents, older: recentEvents.length === EVENT_PAGE_SIZE, newer: false }, epoch };
}

/** A page beside or around an event. */
export async function readBeside(
  roomId: string,
  name: HistoryName,
  at: 'older' | 'newer' | 'around',
  eventId: string,
  size: number = EVENT_PAGE_SIZE,
): Promise<Page> {
  const position = ({ older: 'OLDER', newer: 'NEWER', around: 'AROUND' } as const)[at];
  const query = { event_id: eventId, size, position, private_messages: isPrivate(name) };
  const { content, older, newer } = await api.rooms.historyByEvent({ params: { roomId }, query }, outlives);
  return { events: content, older, newer };
}

/** The newest page, and older ones until `isEnough`, as one. */
export async function readBack(
  roomId: string,
  name: HistoryName,
  isEnough: (oldest: RoomEvent) => boolean,
): Promise<{ page: Page; epoch: number }> {
  const newest = await readNewest(roomId, name);
  let { page } = newest;
  for (let back = 0; back < PAGES_BACK && page.older; back += 1) {
    const oldest = page.events[0];
    if (oldest === undefined || isEnough(oldest)) break;
    const older = await readBeside(roomId, name, 'older', oldest.id, LARGE_PAGE);
    page = { events: [...older.events, ...page.events], older: older.older, newer: false };
  }
  return { page, epoch: newest.epoch };
}

/** What is asked beside an event that is not there, or not for this reader. */
export const isMissing = (problem: unknown): boolean => problem instanceof ApiProblem && [400, 404].includes(problem.status);

/** The events from `first` to `last`, and the newest page: between them may lie a long time. Null where `last` is no longer there. */
async function readApart(roomId: string, name: HistoryName, first: RoomEvent, last: RoomEvent): Promise<ReadAgain | null> {
  try {
    let page = await readBeside(roomId, name, 'around', last.id);
    if (!page.events.some(({ id }) => id === last.id)) return null;
    for (let [oldest] = page.events; page.older && oldest !== undefined && oldest.seq > first.seq; [oldest] = page.events) {
      const older = await readBeside(roomId, name, 'older', oldest.id, LARGE_PAGE);
      page = { events: [...older.events, ...page.events], older: older.older, newer: page.newer };
    }
    return page.newer ? { ...page, end: (await readNewest(roomId, name)).page } : page;
  } catch (problem) {
    if (isMissing(problem)) return null;
    throw problem;
  }
}

/** Reads as much of a history as is held of it, so that nothing the reader has before their eyes goes away. */
async function readAgain(record: RoomRecord, name: HistoryName): Promise<ReadAgain | undefined> {
  const { events, newer } = record[name];
  const [first, last] = [events[0], events.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const apart = newer ? await readApart(record.room.id, name, first, last) : null;
  if (apart !== null) return apart;
  const { page } = await readBack(record.room.id, name, (oldest) => oldest.seq <= first.seq);
  return page;
}

/**
 * Reads a room: its own line first, then what is held of its histories, so that these are never older than it. A room
 * that is not held is read without histories.
 */
export async function readRoom(roomId: string, record: RoomRecord | undefined): Promise<Reading> {
  const view = await api.rooms.one({ params: { roomId }, query: { include: 'PARTICIPANTS,CONVERSATIONS' } }, outlives);
  const membershipFrames = record?.membershipFrames ?? 0;
  if (record === undefined) return { view, membershipFrames };
  const [publicPage, privatePage] = [await readAgain(record, 'public'), await readAgain(record, 'private')];
  return {
    view,
    membershipFrames,
    ...(publicPage === undefined ? {} : { public: publicPage }),
    ...(privatePage === undefined ? {} : { private: privatePage }),
  };
}
