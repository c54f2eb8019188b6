import { afterEach, beforeAll, expect, it } from 'vitest';
import { setTimeZone } from '../../../format.ts';
import { startText } from '../../../text.ts';
import { snoozeTimes } from './snooze-times.ts';

beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  await startText();
});
afterEach(() => setTimeZone(null));

const offered = (now: string) => snoozeTimes(Date.parse(now)).map(({ name, at }) => [name, new Date(at).toISOString()]);

it('offers an hour, the afternoon, tomorrow and Monday, by the clocks of the person', () => {
  setTimeZone('Europe/Sofia');
  // A Wednesday, 10:15 in Sofia.
  expect(offered('2026-12-02T08:15:00.000Z')).toEqual([
    ['SNOOZE_IN_AN_HOUR', '2026-12-02T09:15:00.000Z'],
    ['SNOOZE_THIS_AFTERNOON', '2026-12-02T12:00:00.000Z'],
    ['SNOOZE_TOMORROW', '2026-12-03T07:00:00.000Z'],
    ['SNOOZE_MONDAY', '2026-12-07T07:00:00.000Z'],
  ]);
});

it('offers no afternoon that is as good as here, and Monday once', () => {
  setTimeZone('Europe/Sofia');
  // A Sunday, 13:45 in Sofia.
  expect(offered('2026-12-06T11:45:00.000Z')).toEqual([
    ['SNOOZE_IN_AN_HOUR', '2026-12-06T12:45:00.000Z'],
    ['SNOOZE_TOMORROW', '2026-12-07T07:00:00.000Z'],
  ]);
  // On a Monday the next one.
  expect(offered('2026-12-07T11:45:00.000Z').at(-1)).toEqual(['SNOOZE_MONDAY', '2026-12-14T07:00:00.000Z']);
});

it('keeps to the clocks where they are moved in between', () => {
  setTimeZone('Europe/Sofia');
  // The Saturday before the clocks go back.
  expect(offered('2026-10-24T15:00:00.000Z').slice(1)).toEqual([
    ['SNOOZE_TOMORROW', '2026-10-25T07:00:00.000Z'],
    ['SNOOZE_MONDAY', '2026-10-26T07:00:00.000Z'],
  ]);
});
