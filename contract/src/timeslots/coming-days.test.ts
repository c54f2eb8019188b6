import { expect, it } from 'vitest';
import { type OpeningHours, weekdays } from '../entities/timeslot.ts';
import { comingDays } from './coming-days.ts';

const hoursIn = (timezone: string, more: Partial<OpeningHours> = {}): OpeningHours => ({
  timezone,
  workingTime: {
    always: false,
    week: Object.fromEntries(weekdays.map((day) => [day, [{ from: '20:00', to: '02:00' }]])) as OpeningHours['workingTime']['week'],
    lunch: null,
  },
  exceptions: [],
  ...more,
});
const at = (iso: string) => Date.parse(iso);

it('begins with the day that it is in the zone, cuts at its midnights, and names holidays', () => {
  const exceptions = [{ name: 'Eve', from: '2026-12-24', to: '2026-12-24', yearly: true, spans: [] }];
  // Half past eleven of the evening before in Greenwich.
  const days = comingDays(hoursIn('Europe/Sofia', { exceptions }), at('2026-12-22T23:30Z'), 3);
  expect(days.map(({ date, exception, clockChange }) => [date, exception, clockChange])).toEqual([
    ['2026-12-23', null, 0],
    ['2026-12-24', 'Eve', 0],
    ['2026-12-25', null, 0],
  ]);
  expect(days.map(({ spans }) => spans)).toEqual([
    [
      { from: at('2026-12-22T22:00Z'), until: at('2026-12-23T00:00Z') },
      { from: at('2026-12-23T18:00Z'), until: at('2026-12-23T22:00Z') },
    ],
    [],
    [{ from: at('2026-12-25T18:00Z'), until: at('2026-12-25T22:00Z') }],
  ]);
});

it.each([
  ['Europe/Sofia', '2027-03-27T12:00Z', [0, 60, 0]],
  ['Europe/Sofia', '2026-10-24T12:00Z', [0, -60, 0]],
  ['Australia/Lord_Howe', '2026-04-04T00:00Z', [0, -30, 0]],
  // At midnight, forward and back.
  ['America/Sao_Paulo', '2018-11-03T12:00Z', [0, 60, 0]],
  ['America/Sao_Paulo', '2018-02-16T12:00Z', [0, -60, 0]],
  ['America/Havana', '2026-03-07T12:00Z', [0, 60, 0]],
  ['America/Havana', '2026-10-31T12:00Z', [0, -60, 0]],
])('tells in %s from %s on which day clocks are changed', (zone, now, changes) => {
  expect(comingDays(hoursIn(zone), at(now), 3).map(({ clockChange }) => clockChange)).toEqual(changes);
});

it('has no day that its zone has left out', () => {
  const days = comingDays(hoursIn('Pacific/Apia'), at('2011-12-29T12:00Z'), 3);
  expect(days.map(({ date }) => date)).toEqual(['2011-12-29', '2011-12-31', '2012-01-01']);
});
