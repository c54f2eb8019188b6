import { expect, it } from 'vitest';
import { listPlaces } from './list-place.ts';

const places = listPlaces(['name,asc', 'name,desc'], 'name,asc');

it('reads what fits, and leaves out what does not', () => {
  expect(places.read({ search: 'lumen', status: 'inactive', sort: 'name,desc', page: 2, size: 25 })).toEqual({
    search: 'lumen',
    status: 'inactive',
    sort: 'name,desc',
    page: 2,
    size: 25,
  });
  expect(places.read({ search: '', status: 'gone', sort: 'id,asc', page: -1, size: 1000, more: 'x' })).toEqual({});
  expect(places.read({ search: 365 })).toEqual({ search: '365' });
  expect(places.placeOf({})).toEqual({ sort: 'name,asc', page: 0, size: 10 });
});

it('goes back to the first page when the list is narrowed or sorted, and not when it is turned', () => {
  const from = places.read({ page: 3, sort: 'name,desc' });
  expect(places.moved(from, { status: 'active' })).toEqual({ status: 'active', sort: 'name,desc' });
  expect(places.moved(from, { page: 4 })).toEqual({ page: 4, sort: 'name,desc' });
  expect(places.moved(from, { page: 0 })).toEqual({ sort: 'name,desc' });
});

it('writes nothing usual into the address', () => {
  expect(places.moved({ status: 'active', search: 'x', size: 25 }, { status: undefined, search: '', sort: 'name,asc', size: 10 })).toEqual(
    {},
  );
});
