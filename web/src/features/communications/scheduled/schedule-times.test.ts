import { afterEach, beforeEach, expect, test } from 'vitest';
import { setTimeZone } from '../../../format.ts';
import { scheduleTimes } from './schedule-times.ts';

beforeEach(() => setTimeZone('Europe/Sofia'));
afterEach(() => setTimeZone(null));

const offered = (now: string) => scheduleTimes(Date.parse(now)).map(({ name, at }) => [name, new Date(at).toISOString()]);

test('an hour, this evening, tomorrow and Monday are offered, by the clocks of the person', () => {
  // A Wednesday in Sofia, two hours ahead.
  expect(offered('2026-12-02T10:00:00Z')).toEqual([
    ['SCHEDULE_IN_AN_HOUR', '2026-12-02T11:00:00.000Z'],
    ['SCHEDULE_THIS_EVENING', '2026-12-02T16:00:00.000Z'],
    ['SCHEDULE_TOMORROW', '2026-12-03T07:00:00.000Z'],
    ['SCHEDULE_MONDAY', '2026-12-07T07:00:00.000Z'],
  ]);
});

test('in the evening there is none left, and on a Sunday tomorrow is Monday', () => {
  expect(offered('2026-12-06T15:45:00Z')).toEqual([
    ['SCHEDULE_IN_AN_HOUR', '2026-12-06T16:45:00.000Z'],
    ['SCHEDULE_TOMORROW', '2026-12-07T07:00:00.000Z'],
  ]);
});
