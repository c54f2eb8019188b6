import { carriedChannels, carrierKinds, carrierServiceSorts, carrierSorts } from '@parley/contract';
import { oneOf, searchWords, wholeNumber } from '../../../address-parts.ts';

export const CARRIERS_SORT = 'name,asc';
export const SERVICES_SORT = 'title,asc';
/** Rows on a page (administration, section 9). */
export const USUAL_SIZE = 10;

type Search = Record<string, unknown>;
const pageOf = ({ page, size, search }: Search) => ({
  page: wholeNumber(page, 1, 10_000),
  size: wholeNumber(size, 1, 100),
  search: searchWords(search),
});
type Written<Read> = { [Part in keyof Read]?: Exclude<Read[Part], undefined> };
const written = <Read extends object>(read: Read) =>
  Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as Written<Read>;

/** What the list of carriers shows, from the part of the address behind the question mark; what is usual or does not fit is left out. */
export const readCarriersSearch = (search: Search) =>
  written({
    ...pageOf(search),
    sort: search.sort === CARRIERS_SORT ? undefined : oneOf(carrierSorts, search.sort),
    kind: oneOf(carrierKinds, search.kind),
  });

/** The same of the list of a carrier's services. */
export const readServicesSearch = (search: Search) =>
  written({
    ...pageOf(search),
    sort: search.sort === SERVICES_SORT ? undefined : oneOf(carrierServiceSorts, search.sort),
    channelType: oneOf(carriedChannels, search.channelType),
  });
