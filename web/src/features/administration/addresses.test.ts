import { expect, it } from 'vitest';
import { readAuditSearch } from './audit/audit-search.ts';
import { readPeopleSearch } from './users/people-search.ts';

it('reads of the list’s address what fits, and leaves out what is usual or does not', () => {
  expect(readPeopleSearch({})).toEqual({});
  expect(readPeopleSearch({ sort: 'name,asc', page: 0, search: '  ', role: 'owner', status: 7 })).toEqual({});
  const whole = { sort: 'role,desc', page: 2, size: 50, search: 'lamp', role: 'agent', status: 'inactive' };
  expect(readPeopleSearch(whole)).toEqual(whole);
  // The router reads digits as a number.
  expect(readPeopleSearch({ search: 12, size: 1000 })).toEqual({ search: '12' });
});

it('reads of the trail’s address what fits', () => {
  const person = '0193a1de-0000-7000-8000-000000000001';
  const whole = { person, kind: 'USER_LOCKED', from: '2026-11-03', to: '2026-11-04' };
  expect(readAuditSearch(whole)).toEqual(whole);
  expect(readAuditSearch({ person: 'Ana', kind: 'USER_ADORED', from: '3 November', to: '2026-02-30' })).toEqual({});
});
