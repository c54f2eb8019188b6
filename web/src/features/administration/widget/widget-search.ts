import { Id } from '@parley/contract';
import * as z from 'zod/mini';

const WidgetSearch = z.object({ id: z.catch(z.optional(Id), undefined) });

/** Which of several chats is shown; the first where none is named. */
export type WidgetSearch = { id?: string };

/** Reads the part of the address behind the question mark; what does not fit is left out. */
export function readWidgetSearch(search: Record<string, unknown>): WidgetSearch {
  const { id } = WidgetSearch.parse(search);
  return id === undefined ? {} : { id };
}
