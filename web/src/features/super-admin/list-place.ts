import { type UserStatus, userStatuses } from '@parley/contract';
import { oneOf, wholeNumber } from '../../address-parts.ts';

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

function words(value: unknown): string | undefined {
  // A number that was searched for comes as one.
  const said = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  return said !== undefined && said.length <= 120 ? said : undefined;
}

/** Of one list: how its place is read from the address, and how the address of another place is made. */
export function listPlaces<const Sort extends string>(sorts: readonly Sort[], usualSort: NoInfer<Sort>) {
  const read = (search: Record<string, unknown>) => ({
    search: words(search.search),
    status: oneOf(userStatuses, search.status),
    sort: oneOf(sorts, search.sort),
    page: wholeNumber(search.page, 0, 10_000),
    size: wholeNumber(search.size, 1, 100),
  });
  return {
    /** Reads the part of the address behind the question mark; what does not fit is left out. */
    read: (search: Record<string, unknown>): ListSearch<Sort> => written(read(search)),
    placeOf: (search: ListSearch<Sort>): ListPlace<Sort> => ({ sort: usualSort, ...USUAL, ...search }),
    /**
     * Another place of the same list: whatever narrows or sorts it begins with its first page again. What does not fit, and what is
     * usual, is not written down.
     */
    moved: (from: ListSearch<Sort>, to: { [Part in keyof ListSearch<string>]: ListSearch<string>[Part] | undefined }): ListSearch<Sort> => {
      const { page, size, sort, ...narrowing } = read({ ...from, page: undefined, ...to });
      return written({
        ...narrowing,
        page: page === USUAL.page ? undefined : page,
        size: size === USUAL.size ? undefined : size,
        sort: sort === usualSort ? undefined : sort,
      });
    },
  };
}
