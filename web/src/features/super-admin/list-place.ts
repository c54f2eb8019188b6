import { UserStatus } from '@parley/contract';
import * as z from 'zod/mini';

/** What a list shows, as far as it is not the usual: it stands in the address, so that a link reproduces it. */
export interface ListSearch<Sort extends string> {
  search?: string;
  status?: UserStatus;
  sort?: Sort;
  page?: number;
  size?: number;
}

/** The same with everything said, for the server. */
export interface ListPlace<Sort extends string> {
  search?: string;
  status?: UserStatus;
  sort: Sort;
  page: number;
  size: number;
}

const USUAL = { page: 0, size: 10 };

const written = <Sort extends string>(search: { [Key in keyof ListSearch<Sort>]: ListSearch<Sort>[Key] | undefined }) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== '')) as ListSearch<Sort>;

/** Of one list: how its place is read from the address, and how the address of another place is made. */
export function listPlaces<const Sort extends string>(sorts: readonly Sort[], usualSort: NoInfer<Sort>) {
  const Search = z.object({
    // A number that was searched for comes as one.
    search: z.catch(z.optional(z.coerce.string().check(z.maxLength(120))), undefined),
    status: z.catch(z.optional(UserStatus), undefined),
    sort: z.catch(z.optional(z.literal(sorts)), undefined),
    page: z.catch(z.optional(z.int().check(z.minimum(0), z.maximum(10_000))), undefined),
    size: z.catch(z.optional(z.int().check(z.minimum(1), z.maximum(100))), undefined),
  });
  return {
    /** Reads the part of the address behind the question mark; what does not fit is left out. */
    read: (search: Record<string, unknown>): ListSearch<Sort> => written(Search.parse(search)),
    placeOf: (search: ListSearch<Sort>): ListPlace<Sort> => ({ sort: usualSort, ...USUAL, ...search }),
    /**
     * Another place of the same list: whatever narrows or sorts it begins with its first page again. What does not fit, and what is
     * usual, is not written down.
     */
    moved: (from: ListSearch<Sort>, to: { [Part in keyof ListSearch<string>]: ListSearch<string>[Part] | undefined }): ListSearch<Sort> => {
      const { page, size, sort, ...narrowing } = Search.parse({ ...from, page: undefined, ...to });
      return written({
        ...narrowing,
        page: page === USUAL.page ? undefined : page,
        size: size === USUAL.size ? undefined : size,
        sort: sort === usualSort ? undefined : sort,
      });
    },
  };
}
