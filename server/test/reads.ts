import type { RoomEvent, RoomView } from '@parley/contract';
import * as history from '../src/rooms/history.ts';
import * as list from '../src/rooms/list.ts';

function parsed<Read extends { content: string[] }>({ content, ...rest }: Read): Omit<Read, 'content'> & { content: RoomEvent[] } {
  return { ...rest, content: content.map((json) => JSON.parse(json) as RoomEvent) };
}

/** What `rooms/history.ts` and `rooms/list.ts` write as JSON, as objects. */
export const newestEvents = async (...asked: Parameters<typeof history.newestEvents>) => parsed(await history.newestEvents(...asked));
export const oldestEvents = async (...asked: Parameters<typeof history.oldestEvents>) => parsed(await history.oldestEvents(...asked));
export const eventsBeside = async (...asked: Parameters<typeof history.eventsBeside>) => parsed(await history.eventsBeside(...asked));
export const listRooms = async (...asked: Parameters<typeof list.listRooms>) =>
  JSON.parse(await list.listRooms(...asked)) as { content: RoomView[]; totalElements: number; last: boolean };
