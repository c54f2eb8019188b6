import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clock, dateTime, dayAfter, dayKey, daysAgo, duration, fileSize, momentOf, setTimeZone, time, weekdayDate } from './format.ts';
import { number, showLanguage, startText } from './text.ts';

const at = '2026-11-03T22:30:00.000Z';

beforeAll(() => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  return startText();
});
afterEach(async () => {
  setTimeZone(null);
  await showLanguage('en');
});

describe('days', () => {
  it('begin when the clock in the person’s zone says so, also where it is moved that day', () => {
    setTimeZone('Europe/Sofia');
    expect(momentOf('2026-11-03').toISOString()).toBe('2026-11-02T22:00:00.000Z');
    expect(momentOf('2026-03-29').toISOString()).toBe('2026-03-28T22:00:00.000Z');
    expect(momentOf('2026-03-30').toISOString()).toBe('2026-03-29T21:00:00.000Z');
    expect(momentOf('2026-03-29', '09:00').toISOString()).toBe('2026-03-29T06:00:00.000Z');
    expect(momentOf('2026-10-25', '09:00').toISOString()).toBe('2026-10-25T07:00:00.000Z');
    setTimeZone('America/New_York');
    expect(momentOf('2026-11-03').toISOString()).toBe('2026-11-03T05:00:00.000Z');
    expect(dayAfter('2026-02-28')).toBe('2026-03-01');
  });
});

describe('times', () => {
  it('stand in the person’s zone and language', async () => {
    setTimeZone('Europe/Sofia');
    expect(time(at)).toBe('00:30');
    expect(dateTime(at)).toBe('4 Nov 2026, 00:30 GMT+2');
    expect(dateTime('2026-07-03T22:30:00.000Z')).toBe('4 Jul 2026, 01:30 GMT+3');
    expect(weekdayDate(at)).toBe('Wednesday, 4 November 2026');
    await showLanguage('bg');
    expect(weekdayDate(at)).toContain('сряда');
    expect(dateTime(at)).toMatch(/00:30.* GMT\+2$/);
    expect(time(at)).toBe('00:30');
    setTimeZone('America/New_York');
    expect(time(at)).toBe('17:30');
    expect(dateTime(at)).toMatch(/17:30.* GMT-5$/);
  });

  it('fall back to the browser’s zone when the person’s is unknown here', () => {
    setTimeZone('Mars/Olympus');
    expect(time(at)).toMatch(/^\d\d:\d\d$/);
  });

  it('count calendar days, across a change of the clocks', () => {
    setTimeZone('Europe/Sofia');
    expect(dayKey(at)).toBe('2026-11-04');
    expect(daysAgo(at, '2026-11-04T10:00:00.000Z')).toBe(0);
    expect(daysAgo('2026-11-03T21:59:00.000Z', '2026-11-04T10:00:00.000Z')).toBe(1);
    // 25 October 2026 has 25 hours in Sofia.
    expect(daysAgo('2026-10-24T21:30:00.000Z', '2026-10-25T22:30:00.000Z')).toBe(1);
  });
});

describe('lengths of time', () => {
  it('run as a clock', () => {
    expect([-5, 0, 48_000, 725_000, 5_047_000].map(clock)).toEqual(['0:00', '0:00', '0:48', '12:05', '1:24:07']);
  });

  it('are one rounded unit', async () => {
    expect([48_000, 360_000, 7_300_000, 260_000_000].map(duration)).toEqual(['48 sec', '6 min', '2 hr', '3 days']);
    await showLanguage('bg');
    expect([48_000, 360_000, 7_300_000].map((length) => duration(length).replace(/\s/, ' '))).toEqual(['48 сек.', '6 мин.', '2 ч.']);
  });
});

it('numbers stand as the language writes them', async () => {
  expect(number(12_345.6)).toBe('12,345.6');
  await showLanguage('bg');
  expect(number(12_345.6)).toMatch(/^12\s345,6$/);
});

it('files weigh as much as the language says it', async () => {
  const bytes = [0, 312, 1023, 1024, 90_000, 1_048_575, 1_468_006, 25 * 1024 * 1024, 123_456_789];
  expect(bytes.map(fileSize)).toEqual(['0 B', '312 B', '1,023 B', '1 kB', '88 kB', '1 MB', '1.4 MB', '25 MB', '118 MB']);
  await showLanguage('bg');
  expect([90_000, 1_468_006].map(fileSize)).toEqual(['88 КБ', '1,4 МБ']);
});
