import { expect, it } from 'vitest';
import { faultOf } from '../../../forms/field-fault.ts';
import { atOnce, capacityRules } from './capacity-values.ts';

it('a weight says how many an agent has at once', () => {
  expect(['100', '51', '50', '20', '10', '1'].map(atOnce)).toEqual([1, 1, 2, 5, 10, 100]);
});

it.each([
  ['', { key: 'FORM_REQUIRED' }],
  [' ', { key: 'FORM_BELOW', params: { n: 1 } }],
  ['0', { key: 'FORM_BELOW', params: { n: 1 } }],
  ['101', { key: 'FORM_ABOVE', params: { n: 100 } }],
  ['2.5', { key: 'FORM_WRONG_TYPE', type: 'FORM_TYPE_NUMBER' }],
  ['x', { key: 'FORM_WRONG_TYPE', type: 'FORM_TYPE_NUMBER' }],
])('what is no whole number from 1 to 100 says nothing, and is complained of: %j', (typed, fault) => {
  expect([atOnce(typed), faultOf(capacityRules.EMAIL, typed)]).toEqual([null, fault]);
});
