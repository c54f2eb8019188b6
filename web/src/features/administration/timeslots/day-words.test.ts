import { type WorkingTime, weekdays } from '@parley/contract';
import { beforeAll, expect, it } from 'vitest';
import { everyText, startText } from '../../../text.ts';
import { dayLine, weekWords } from './day-words.ts';

beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  await startText();
  await everyText();
});

const office = [{ from: '09:00', to: '18:00' }];
const weekOf = (of: (at: number) => WorkingTime['week']['monday']): WorkingTime => ({
  always: false,
  week: Object.fromEntries(weekdays.map((day, at) => [day, of(at)])) as WorkingTime['week'],
  lunch: null,
});

it('says a week in one line, days with the same hours together', () => {
  expect(weekWords(weekOf((at) => (at < 5 ? office : [])))).toBe('Mon–Fri 09:00–18:00');
  const shop = weekOf((at) => (at === 6 ? [] : at === 2 ? [{ from: '22:00', to: '04:00' }] : office));
  expect(weekWords(shop)).toBe('Mon–Tue 09:00–18:00; Wed 22:00–04:00 next day; Thu–Sat 09:00–18:00');
  expect(weekWords(weekOf(() => [{ from: '00:00', to: '00:00' }]))).toBe('Mon–Sun 00:00–24:00');
  expect(weekWords({ ...weekOf(() => []), always: true })).toBe('24x7');
  expect(weekWords(weekOf(() => []))).toBe('Never');
});

it('names a day of the calendar as that day, whatever the zone of the browser', () => {
  expect(dayLine('2026-12-24')).toBe('Thu 24 Dec');
});
