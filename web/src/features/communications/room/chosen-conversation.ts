import type { Conversation, Room } from '@parley/contract';
import { rowId } from '../state/lists.ts';
import { openConversations, toldConversation } from './room-words.ts';

/**
 * The conversation of an open room that its row, its head, its composer and all that is done there speak of: the chosen one for as long as it is
 * open. Where none is chosen, or it has ended, the first for which the list beside it has a row, and of a row that stands for the room the one of
 * which that tells; else the first: of mine, of what colleagues hold, of what waits the longest.
 *
 * @param chosen ids, the first of them that is open counts: what the address names, that of the event to which it leads, where the reader stood in this room
 * @param me the reader
 * @param rowsInList ids of the rows that the list has of this room (`state/lists.ts`); asked only where nothing is chosen
 * @param showsWait the list is about what waits, so that the room's row tells of that first
 * @returns undefined where none is open
 */
export function chosenConversation(
  room: Room,
  chosen: ReadonlyArray<string | null | undefined>,
  me: string,
  rowsInList: () => readonly string[],
  showsWait: boolean,
): Conversation | undefined {
  const open = openConversations(room, me);
  if (open.length < 2) return open[0];
  for (const wanted of chosen) {
    const found = open.find(({ id }) => id === wanted);
    if (found !== undefined) return found;
  }
  const rows = rowsInList();
  if (rows.includes(room.id)) return toldConversation(room, me, showsWait);
  return open.find(({ id }) => rows.includes(rowId(room.id, id))) ?? open[0];
}
