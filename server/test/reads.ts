import type { NotesBetween, RoomEvent, RoomView } from '@parley/contract';
import { newId } from '../src/platform/clock.ts';
import type { Reader } from '../src/platform/database.ts';
import * as history from '../src/rooms/reading/history.ts';
import * as list from '../src/rooms/reading/list.ts';

type Parsed<Read> = Omit<Read, 'content' | 'notes'> & { content: RoomEvent[]; notes: NotesBetween[] };

function parsed<Read extends { content: string[]; notes: string[] }>({ content, notes, ...rest }: Read): Parsed<Read> {
  const each = <Told>(all: string[]) => all.map((json) => JSON.parse(json) as Told);
  return { ...rest, content: each<RoomEvent>(content), notes: each<NotesBetween>(notes) };
}

function readAsOneWhoSees(read: typeof history.newestEvents) {
  return async (on: Reader, roomId: string, privateMessages: boolean, size: number, page = 0, privateCount = 0) => {
    const access = await on.selectFrom('room_access').select(['account_id', 'subject_id']).where('room_id', '=', roomId).executeTakeFirst();
    const actor = {
      userId: access?.subject_id ?? newId(),
      accountId: access?.account_id ?? '',
      role: 'supervisor',
      name: '',
      features: {},
    } as const;
    return parsed(await read(on, actor, { roomId, privateMessages, size, page, privateCount }));
  };
}

/** What `rooms/reading/history.ts` and `rooms/reading/list.ts` write as JSON, as objects. */
export const newestEvents = readAsOneWhoSees(history.newestEvents);
export const oldestEvents = readAsOneWhoSees(history.oldestEvents);
export const eventsBeside = async (...asked: Parameters<typeof history.eventsBeside>) => parsed(await history.eventsBeside(...asked));
export const listRooms = async (...asked: Parameters<typeof list.listRooms>) =>
  JSON.parse(await list.listRooms(...asked)) as { content: RoomView[]; totalElements: number; last: boolean; next: string | null };
