import { expect, it } from 'vitest';
import { changedFields, faultOf, type PersonFields } from './person-form.ts';

const stored: PersonFields = { firstName: 'Elena', lastName: '', jobTitle: 'Agent', locale: 'en', timezone: 'UTC' };

it('tells what differs from what is stored', () => {
  expect(changedFields(stored, { ...stored })).toEqual([]);
  expect(changedFields(stored, { ...stored, lastName: 'Marinova', locale: 'bg' })).toEqual(['lastName', 'locale']);
});

it('asks for a first name, and for none that is too long', () => {
  expect(faultOf('firstName', ' Elena ')).toBeNull();
  expect(faultOf('firstName', ' \u200b ')).toEqual({ key: 'PROFILE_FIRST_NAME_MISSING', params: {} });
  expect(faultOf('firstName', 'x'.repeat(101))).toEqual({ key: 'PROFILE_TOO_LONG', params: { most: 100 } });
  expect(faultOf('lastName', '')).toBeNull();
  expect(faultOf('jobTitle', 'x'.repeat(120))).toBeNull();
  expect(faultOf('jobTitle', 'x'.repeat(121))).toEqual({ key: 'PROFILE_TOO_LONG', params: { most: 120 } });
});
