import type { Conversation, Room } from '@parley/contract';
import { rowId } from '../state/lists.ts';
import { openConversations, toldConversation } from './room-words.ts';

/**
 * The conversation of an open room that its row, its head, its composer and all that is done there speak of: the chosen one for as long as it is
 * open. Where none is chosen, or it has ended, the first for which the list beside it has a row, and of a row that stands for the room the one of
 * which that tells; else the first: of mine, of what colleagues hold, of what waits the longest.
 *
 * @param chosen its id, from the address or from where the reader stood in this room
 * @param me the reader
 * @param rowsInList ids of the rows that the list has of this room (`state/lists.ts`); asked only where nothing is chosen
 * @param showsWait the list is about what waits, so that the room's row tells of that first
 * @returns undefined where none is open
 */
export function chosenConversation(
  room: Room,
  chosen: string | null | undefined,
  me: string,
  rowsInList: () => readonly string[],
  showsWait: boolean,
): Conversation | undefined {
  const open = openConversations(room, me);
  const found = open.length > 1 ? open.find(({ id }) => id === chosen) : open[0];
  if (found !== undefined || open.length === 0) return found;
  const rows = rowsInList();
  if (rows.includes(room.id)) return toldConversation(room, me, showsWait);
  return open.find(({ id }) => rows.includes(rowId(room.id, id))) ?? open[0];
}
