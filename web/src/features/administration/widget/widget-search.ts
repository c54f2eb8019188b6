import { isId } from '../../../api/incoming.ts';

/** Which of several chats is shown; the first where none is named. */
export type WidgetSearch = { id?: string };

/** Reads the part of the address behind the question mark; what does not fit is left out. */
export function readWidgetSearch({ id }: Record<string, unknown>): WidgetSearch {
  return isId(id) ? { id: id.toLowerCase() } : {};
}
