import * as z from 'zod/mini';
import { SAVED_VIEW_NAME_LIMIT, SAVED_VIEWS_LIMIT } from '../limits.ts';
import { Count, Id, requiredText } from './primitives.ts';
import { RoomFilters } from './room-filters.ts';

/** Lists of the Communications page: work is what waits together with what is mine. */
const RoomListName = z.enum(['work', 'mine', 'waiting', 'snoozed', 'all', 'resolved', 'internal']);

/** Another order than a list's own. */
const RoomSort = z.enum(['newest', 'oldest', 'waited']);

/** The fields of a view that are written. */
export const savedViewFields = {
  name: requiredText(SAVED_VIEW_NAME_LIMIT),
  list: RoomListName,
  filters: RoomFilters,
  sort: z.nullable(RoomSort),
};

/** Its place among those of the same owner, from 0. */
export const savedViewPlace = z.int().check(z.minimum(0), z.maximum(SAVED_VIEWS_LIMIT - 1));

/** A list of rooms that is narrowed, ordered and named: one's own, or everybody's. */
export const SavedView = z.object({
  id: Id,
  /** Everybody of the account has it; otherwise nobody but me. */
  shared: z.boolean(),
  ...savedViewFields,
  /** How many rows it has for me, counted up to SAVED_VIEW_COUNTED; null where that took longer than a number is worth. */
  count: z.nullable(Count),
});
export type SavedView = z.infer<typeof SavedView>;
