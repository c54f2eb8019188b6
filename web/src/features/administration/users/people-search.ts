import { AccountRole, PeopleQuery, UserStatus } from '@parley/contract';
import * as z from 'zod/mini';

const PeopleSearch = z.object({
  page: z.catch(z.optional(z.int().check(z.positive())), undefined),
  size: z.catch(z.optional(z.int().check(z.minimum(1), z.maximum(100))), undefined),
  sort: z.catch(z.optional(PeopleQuery.shape.sort), undefined),
  search: z.catch(z.optional(z.coerce.string().check(z.trim(), z.minLength(1), z.maxLength(120))), undefined),
  role: z.catch(z.optional(AccountRole), undefined),
  status: z.catch(z.optional(UserStatus), undefined),
});
export const USUAL_SORT = 'name,asc';
type Read = z.infer<typeof PeopleSearch>;

/** What the list of people shows, as its address says; what is usual is not written down. */
export type PeopleSearch = { [Part in keyof Read]?: Exclude<Read[Part], undefined> };

/** Reads the part of the address behind the question mark; what does not fit is left out. */
export function readPeopleSearch(search: Record<string, unknown>): PeopleSearch {
  // What is not there is no text "undefined".
  const { search: words, ...others } = search;
  const read = PeopleSearch.parse(words === undefined ? others : search);
  return Object.fromEntries(
    Object.entries(read).filter(([part, value]) => value !== undefined && !(part === 'sort' && value === USUAL_SORT)),
  );
}
