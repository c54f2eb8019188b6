import { type ChannelEndsQuery, channelEndSorts, type UserStatus, userStatuses } from '@parley/contract';
import { oneOf, searchWords, wholeNumber } from '../../../address-parts.ts';

export const USUAL_SORT = 'name,asc';
/** Rows on a page (administration, section 9). */
export const USUAL_SIZE = 10;

/** What a list of ends shows, as its address says; what is usual is not written down. */
export interface EndsSearch {
  page?: number;
  size?: number;
  sort?: ChannelEndsQuery['sort'];
  search?: string;
  status?: UserStatus;
}

/** Reads the part of the address behind the question mark; what does not fit is left out. */
export function readEndsSearch({ page, size, sort, search, status }: Record<string, unknown>): EndsSearch {
  const read = {
    page: wholeNumber(page, 1, 10_000),
    size: wholeNumber(size, 1, 100),
    sort: sort === USUAL_SORT ? undefined : oneOf(channelEndSorts, sort),
    search: searchWords(search),
    status: oneOf(userStatuses, status),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
