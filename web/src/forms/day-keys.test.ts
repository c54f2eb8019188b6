import { expect, it } from 'vitest';
import { dayByKey, within } from './day-keys.ts';

it.each([
  ['ArrowLeft', '2026-11-01', '2026-10-31'],
  ['ArrowRight', '2026-12-31', '2027-01-01'],
  ['ArrowUp', '2026-03-03', '2026-02-24'],
  ['ArrowDown', '2028-02-26', '2028-03-04'],
  ['PageDown', '2027-01-31', '2027-02-28'],
  ['PageUp', '2028-03-31', '2028-02-29'],
  ['PageUp', '2027-01-15', '2026-12-15'],
])('%s leads from %s to %s', (key, from, to) => {
  expect(dayByKey(from, key)).toBe(to);
});

it('other keys lead nowhere', () => {
  expect(dayByKey('2026-11-03', 'Enter')).toBeNull();
});

it('a day before the first or after the last that may be chosen is that one', () => {
  expect(within('2026-11-03', '2026-11-10', undefined)).toBe('2026-11-10');
  expect(within('2026-11-30', undefined, '2026-11-20')).toBe('2026-11-20');
  expect(within('2026-11-15', '2026-11-10', '2026-11-20')).toBe('2026-11-15');
});
