import type { RoomEvent } from '@parley/contract';
import type { ReadAgain } from '../state/history.ts';
import type { HistoryName } from '../state/room-record.ts';
import { isMissing, LARGE_PAGE, readBeside, readNewest, withOlder } from './read-pages.ts';

/** The events from `first` to `last`, and the newest page: between them may lie a long time. Null where `last` is no longer there. */
export async function readApart(roomId: string, name: HistoryName, first: RoomEvent, last: RoomEvent): Promise<ReadAgain | null> {
  try {
    let page = await readBeside(roomId, name, 'around', last.id);
    if (!page.events.some(({ id }) => id === last.id)) return null;
    for (let [oldest] = page.events; page.older && oldest !== undefined && oldest.seq > first.seq; [oldest] = page.events) {
      const older = await readBeside(roomId, name, 'older', oldest.id, LARGE_PAGE);
      page = withOlder(page, older);
    }
    if (!page.newer) return page;
    const { page: end } = await readNewest(roomId, name);
    return { ...page, end, notes: [...(page.notes ?? []), ...(end.notes ?? [])] };
  } catch (problem) {
    if (isMissing(problem)) return null;
    throw problem;
  }
}
