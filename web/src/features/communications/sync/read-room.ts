import type { RoomEvent } from '@parley/contract';
import { api } from '../../../api/client.ts';
import type { Page, ReadAgain } from '../state/history.ts';
import type { HistoryName, RoomRecord } from '../state/room-record.ts';
import type { Reading } from '../state/snapshot.ts';
import { readApart } from './read-apart.ts';
import { LARGE_PAGE, readBeside, readNewest, withOlder } from './read-pages.ts';

/** Pages that a reading goes back at most: beyond, the older part is dropped and read again when somebody scrolls there. */
const PAGES_BACK = 10;

const outlives = { context: { outlivesNavigation: true } };

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
    page = withOlder(page, older);
  }
  return { page, epoch: newest.epoch };
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
