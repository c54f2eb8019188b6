import { type TimeslotQuery, timeslotSorts } from '@parley/contract';
import { oneOf, searchWords, wholeNumber } from '../../../address-parts.ts';

export const USUAL_SORT = 'priority,asc';
/** Rows on a page (administration, section 9). */
export const USUAL_SIZE = 10;

/** What the list of timeslots shows, as its address says; what is usual is not written down. */
export interface TimeslotSearch {
  page?: number;
  size?: number;
  sort?: TimeslotQuery['sort'];
  search?: string;
}

/** Reads the part of the address behind the question mark; what does not fit is left out. */
export function readTimeslotSearch(search: Record<string, unknown>): TimeslotSearch {
  const read = {
    page: wholeNumber(search.page, 1, 10_000),
    size: wholeNumber(search.size, 1, 100),
    sort: oneOf(timeslotSorts, search.sort),
    search: searchWords(search.search),
  };
  return Object.fromEntries(
    Object.entries(read).filter(([part, value]) => value !== undefined && !(part === 'sort' && value === USUAL_SORT)),
  );
}
