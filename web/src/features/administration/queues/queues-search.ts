import { type QueueStrategy, type QueuesQuery, queueSorts, queueStrategies } from '@parley/contract';
import { oneOf, searchWords, wholeNumber } from '../../../address-parts.ts';

export const USUAL_SORT = 'name,asc';
/** Rows on a page (administration, section 9). */
export const USUAL_SIZE = 10;

/** What the list of queues shows, as its address says; what is usual is not written down. */
export interface QueuesSearch {
  page?: number;
  size?: number;
  sort?: QueuesQuery['sort'];
  search?: string;
  strategy?: QueueStrategy;
}

/** Reads the part of the address behind the question mark; what does not fit is left out. */
export function readQueuesSearch({ page, size, sort, search, strategy }: Record<string, unknown>): QueuesSearch {
  const read = {
    page: wholeNumber(page, 1, Number.MAX_SAFE_INTEGER),
    size: wholeNumber(size, 1, 100),
    sort: sort === USUAL_SORT ? undefined : oneOf(queueSorts, sort),
    search: searchWords(search),
    strategy: oneOf(queueStrategies, strategy),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
