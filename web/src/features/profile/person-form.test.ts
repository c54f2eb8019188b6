import { expect, it } from 'vitest';
import { faultOf } from '../../forms/field-fault.ts';
import { personRules } from './person-form.ts';

it('asks for a first name, for none that is too long, and for a zone that there is', () => {
  const fault = (field: keyof typeof personRules, value: string) => faultOf(personRules[field], value);
  expect(fault('firstName', ' Elena ')).toBeNull();
  expect(fault('firstName', ' \u200b ')).toEqual({ key: 'FORM_REQUIRED' });
  expect(fault('firstName', 'x'.repeat(101))).toEqual({ key: 'FORM_TOO_LONG', params: { count: 101 } });
  expect(fault('lastName', '')).toBeNull();
  expect(fault('jobTitle', 'x'.repeat(120))).toBeNull();
  expect(fault('jobTitle', 'x'.repeat(121))).toEqual({ key: 'FORM_TOO_LONG', params: { count: 121 } });
  expect(fault('timezone', 'Mars/Base')).toEqual({ key: 'FORM_NOT_A_TIME_ZONE' });
});
