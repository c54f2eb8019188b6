import { roomOfRow } from '../state/lists.ts';

/** Rows of a room that a list goes on showing although its filters would leave them out by now. */
export interface Staying {
  /** The list with what narrows it. */
  readonly list: string;
  readonly rows: readonly string[];
}

const isOf = (roomId: string) => (row: string) => roomOfRow(row) === roomId;

/**
 * Of the same list they stay until another room is opened, also once theirs is closed: to read it is what takes it out of an unread list, and no row
 * moves under the pointer for that. Another list begins anew.
 */
export const stayingIn = (before: Staying | null, list: string, openRoomId: string | null): Staying =>
  before?.list === list && (openRoomId === null || before.rows.every(isOf(openRoomId))) ? before : { list, rows: [] };

/** The rows of the open room stay from when the list has shown them; `shown` are its entries, `list:row`. */
export function stayingOnceShown(staying: Staying, openRoomId: string | null, shown: readonly string[]): Staying {
  if (openRoomId === null) return staying;
  const rows = shown.map((entry) => entry.slice(entry.indexOf(':') + 1)).filter(isOf(openRoomId));
  const fresh = rows.filter((row) => !staying.rows.includes(row));
  return fresh.length === 0 ? staying : { ...staying, rows: [...staying.rows, ...fresh] };
}
