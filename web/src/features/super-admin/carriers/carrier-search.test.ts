import { expect, it } from 'vitest';
import { readCarriersSearch, readServicesSearch } from './carrier-search.ts';

it('reads what a list of carriers can show, and leaves out what is usual or does not fit', () => {
  const shown = { page: 2, size: 25, search: 'danube', sort: 'name,desc', kind: 'SMPP' };
  expect(readCarriersSearch(shown)).toEqual(shown);
  expect(readCarriersSearch({ page: 0, size: 1000, search: ' ', sort: 'name,asc', kind: 'PIGEON', more: 1 })).toEqual({});
});

it('reads the same of services', () => {
  const shown = { page: 1, sort: 'username,asc', channelType: 'VIBER' };
  expect(readServicesSearch(shown)).toEqual(shown);
  expect(readServicesSearch({ sort: 'title,asc', channelType: 'EMAIL' })).toEqual({});
});
