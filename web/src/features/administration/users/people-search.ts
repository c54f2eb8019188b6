import { type AccountRole, accountRoles, type PeopleQuery, peopleSorts, type UserStatus, userStatuses } from '@parley/contract';
import { oneOf, searchWords, wholeNumber } from '../../../address-parts.ts';

export const USUAL_SORT = 'name,asc';
/** Rows on a page (administration, section 9). */
export const USUAL_SIZE = 10;

/** What the list of people shows, as its address says; what is usual is not written down. */
export interface PeopleSearch {
  page?: number;
  size?: number;
  sort?: PeopleQuery['sort'];
  search?: string;
  role?: AccountRole;
  status?: UserStatus;
}

/** Reads the part of the address behind the question mark; what does not fit is left out. */
export function readPeopleSearch(search: Record<string, unknown>): PeopleSearch {
  const read = {
    page: wholeNumber(search.page, 1, Number.MAX_SAFE_INTEGER),
    size: wholeNumber(search.size, 1, 100),
    sort: oneOf(peopleSorts, search.sort),
    search: searchWords(search.search),
    role: oneOf(accountRoles, search.role),
    status: oneOf(userStatuses, search.status),
  };
  return Object.fromEntries(
    Object.entries(read).filter(([part, value]) => value !== undefined && !(part === 'sort' && value === USUAL_SORT)),
  );
}
