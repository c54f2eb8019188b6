import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DaySpans, type OpeningHours, type TimeslotException, type WallSpan, type WorkingTime, weekdays } from '../entities/timeslot.ts';
import { isOpen, nextClosing, nextOpening, openSince, openSpans } from './calendar.ts';
import { openByMinutes } from './slow-calendar.testing.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

const at = (iso: string) => Date.parse(iso);
const iso = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString().replace(':00.000Z', 'Z'));
const told = (spans: ReturnType<typeof openSpans>) => spans.map(({ from, until }) => `${iso(from)} ${iso(until)}`);

const everyDay = (...spans: WallSpan[]): WorkingTime['week'] =>
  Object.fromEntries(weekdays.map((day) => [day, spans])) as WorkingTime['week'];
const span = (from: string, to: string): WallSpan => ({ from, to });
const hoursOf = (
  timezone: string,
  week: WorkingTime['week'],
  more: { lunch?: WallSpan; exceptions?: TimeslotException[]; always?: boolean } = {},
): OpeningHours => ({
  timezone,
  workingTime: { always: more.always ?? false, week, lunch: more.lunch ?? null },
  exceptions: more.exceptions ?? [],
});
const closed = (name: string, from: string, to = from, yearly = false): TimeslotException => ({ name, from, to, yearly, spans: [] });

const OFFICE = hoursOf(
  'Europe/Sofia',
  { ...everyDay(span('09:00', '18:00')), saturday: [], sunday: [] },
  { lunch: span('12:30', '13:15') },
);

describe('a week by clocks on the wall', () => {
  it('opens and closes at the same wall time before and after each change of clocks (BUG-090)', () => {
    // Friday in summer time, and Monday after the night of 25 October 2026, in winter time.
    expect(told(openSpans(OFFICE, at('2026-10-23T00:00Z'), at('2026-10-27T00:00Z')))).toEqual([
      '2026-10-23T06:00Z 2026-10-23T09:30Z',
      '2026-10-23T10:15Z 2026-10-23T15:00Z',
      '2026-10-26T07:00Z 2026-10-26T10:30Z',
      '2026-10-26T11:15Z 2026-10-26T16:00Z',
    ]);
    expect(iso(nextOpening(OFFICE, at('2027-03-26T20:00Z')))).toBe('2027-03-29T06:00Z');
    expect(iso(nextClosing(OFFICE, at('2027-03-29T06:00Z')))).toBe('2027-03-29T09:30Z');
  });

  it('keeps what is written of a slot whatever the offset was when it was made, also in a zone that has given up summer time', () => {
    const istanbul = hoursOf('Europe/Istanbul', everyDay(span('09:00', '10:00')));
    expect(iso(nextOpening(istanbul, at('2015-12-01T00:00Z')))).toBe('2015-12-01T07:00Z');
    expect(iso(nextOpening(istanbul, at('2016-12-01T00:00Z')))).toBe('2016-12-01T06:00Z');
  });

  it('is as long as its instants are apart on the night with the repeated hour (BUG-092)', () => {
    const night = hoursOf('Europe/Sofia', everyDay(span('02:30', '04:30')));
    const [open] = openSpans(night, at('2026-10-24T20:00Z'), at('2026-10-25T12:00Z'));
    expect(told(open === undefined ? [] : [open])).toEqual(['2026-10-24T23:30Z 2026-10-25T02:30Z']);
    // One hour after 03:30 of summer time it is 03:30 again, and still open.
    expect(isOpen(night, at('2026-10-25T00:30Z'))).toBe(true);
    expect(isOpen(night, at('2026-10-25T00:30Z') + 60 * MINUTE)).toBe(true);
    expect(iso(nextClosing(night, at('2026-10-25T00:30Z')))).toBe('2026-10-25T02:30Z');
  });

  it('opens at the first of a time that comes twice and closes at the second', () => {
    const inFold = hoursOf('Europe/Sofia', everyDay(span('03:15', '03:45')));
    expect(told(openSpans(inFold, at('2026-10-24T21:00Z'), at('2026-10-25T21:00Z')))).toEqual(['2026-10-25T00:15Z 2026-10-25T01:45Z']);
  });

  it('stays open where clocks are put back over midnight, into the day before', () => {
    // At 00:01 of Sunday it is 23:01 of Saturday again, on which nobody is there.
    const closed = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [] };
    const sunday = hoursOf('America/St_Johns', { ...closed, sunday: [span('00:00', '00:00')] });
    const again = at('2010-11-07T02:31Z');
    for (const minutes of [-1, 0, 30, 120]) expect([minutes, isOpen(sunday, again + minutes * MINUTE)]).toEqual([minutes, true]);
    expect(iso(nextClosing(sunday, again))).toBe('2010-11-08T03:30Z');
  });

  it('begins and ends at the end of the gap where a time is left out', () => {
    const from = at('2027-03-27T22:00Z');
    const to = at('2027-03-28T21:00Z');
    const night = (begins: string, ends: string) => told(openSpans(hoursOf('Europe/Sofia', everyDay(span(begins, ends))), from, to));
    expect(night('03:30', '05:00')).toEqual(['2027-03-28T01:00Z 2027-03-28T02:00Z']);
    expect(night('02:00', '03:30')).toEqual(['2027-03-28T00:00Z 2027-03-28T01:00Z']);
    expect(night('03:10', '03:50')).toEqual([]);
  });

  it('runs past midnight into a closed day, with the break of the night', () => {
    const week = { ...everyDay(), friday: [span('22:00', '06:00')] };
    const guard = hoursOf('Europe/London', week, { lunch: span('23:45', '00:15') });
    expect(told(openSpans(guard, at('2026-12-04T00:00Z'), at('2026-12-06T00:00Z')))).toEqual([
      '2026-12-04T22:00Z 2026-12-04T23:45Z',
      '2026-12-05T00:15Z 2026-12-05T06:00Z',
    ]);
  });
});

describe('holidays and exceptions', () => {
  it('closes every year on the days of one, over the turn of the year, and ends what ran into them at midnight', () => {
    const exceptions = [closed('Christmas and New Year', '2020-12-24', '2021-01-02', true)];
    const nights = hoursOf('UTC', everyDay(span('20:00', '04:00')), { exceptions });
    expect(told(openSpans(nights, at('2026-12-23T12:00Z'), at('2027-01-04T00:00Z')))).toEqual([
      '2026-12-23T20:00Z 2026-12-24T00:00Z',
      '2027-01-03T20:00Z 2027-01-04T00:00Z',
    ]);
    expect(iso(nextOpening(nights, at('2026-12-24T12:00Z')))).toBe('2027-01-03T20:00Z');
  });

  it('has hours of its own for the days of an exception, without the break; one of that year goes before a yearly one', () => {
    const exceptions = [
      closed('Eve', '2025-12-24', '2025-12-24', true),
      { ...closed('Eve with a sale', '2026-12-24'), spans: [span('10:00', '16:00')] },
    ];
    const shop = hoursOf('UTC', everyDay(span('09:00', '18:00')), { lunch: span('12:00', '13:00'), exceptions });
    expect(told(openSpans(shop, at('2026-12-24T00:00Z'), at('2026-12-25T00:00Z')))).toEqual(['2026-12-24T10:00Z 2026-12-24T16:00Z']);
    expect(openSpans(shop, at('2027-12-24T00:00Z'), at('2027-12-25T00:00Z'))).toEqual([]);
  });

  it('says since when it has been open: after the night, after the break, and no earlier than is asked', () => {
    const since = (hours: OpeningHours, instant: string, days = 1) => iso(openSince(hours, at(instant), at(instant) - days * DAY));
    expect(since(OFFICE, '2026-10-26T07:00Z')).toBe('2026-10-26T07:00Z');
    expect(since(OFFICE, '2026-10-26T10:29Z')).toBe('2026-10-26T07:00Z');
    expect(since(OFFICE, '2026-10-26T10:30Z')).toBeNull();
    expect(since(OFFICE, '2026-10-26T15:59Z')).toBe('2026-10-26T11:15Z');
    const always = hoursOf('America/St_Johns', everyDay(), { always: true, exceptions: [closed('Moving house', '2026-07-01')] });
    expect(since(always, '2026-07-05T00:00Z', 30)).toBe('2026-07-02T02:30Z');
    expect(since(always, '2026-07-05T00:00Z')).toBe('2026-07-04T00:00Z');
    expect(since(always, '2026-07-01T12:00Z')).toBeNull();
  });

  it('holds on a 29 February in leap years alone', () => {
    const shop = hoursOf('UTC', everyDay(span('09:00', '18:00')), { exceptions: [closed('Leap', '2024-02-29', '2024-02-29', true)] });
    expect(openSpans(shop, at('2028-02-29T00:00Z'), at('2028-03-01T00:00Z'))).toEqual([]);
    expect(openSpans(shop, at('2027-02-28T00:00Z'), at('2027-03-02T00:00Z'))).toHaveLength(2);
  });

  it('never closes where it is open always, but for an exception, and never opens where nothing is', () => {
    const always = hoursOf('America/St_Johns', everyDay(), { always: true });
    expect(nextClosing(always, at('2026-11-28T00:00Z'))).toBeNull();
    expect(nextOpening(always, at('2026-11-28T00:00Z'))).toBeNull();
    const once = { ...always, exceptions: [closed('Moving house', '2028-07-01')] };
    expect(iso(nextClosing(once, at('2026-11-28T00:00Z')))).toBe('2028-07-01T02:30Z');
    expect(iso(nextOpening(once, at('2026-11-28T00:00Z')))).toBe('2028-07-02T02:30Z');
    expect(nextOpening(hoursOf('UTC', everyDay()), at('2026-11-28T00:00Z'))).toBeNull();
  });
});

/** Zones, and a moment near which something happens to their clocks. */
const happenings: [zone: string, around: string][] = [
  ['Europe/Sofia', '2027-03-28T01:00Z'],
  ['Europe/Sofia', '2026-10-25T01:00Z'],
  ['America/New_York', '2026-11-01T06:00Z'],
  // Half an hour forward and back.
  ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
  // Clocks that are changed at midnight, or a minute after it.
  ['America/Havana', '2026-03-08T05:00Z'],
  ['America/Havana', '2026-11-01T05:00Z'],
  ['America/Sao_Paulo', '2018-02-18T02:00Z'],
  ['America/Sao_Paulo', '2018-11-04T03:00Z'],
  ['America/St_Johns', '2010-11-07T02:31Z'],
  ['Asia/Beirut', '2026-03-28T22:00Z'],
  // Two hours at a time.
  ['Antarctica/Troll', '2026-03-29T01:00Z'],
  // Rules that were changed: a day left out, summer time given up, half an hour to and fro.
  ['Pacific/Apia', '2011-12-30T10:00Z'],
  ['Europe/Istanbul', '2016-09-07T21:00Z'],
  ['Asia/Pyongyang', '2015-08-14T15:00Z'],
  ['Asia/Pyongyang', '2018-05-04T15:00Z'],
  // Quarters of an hour, and nothing happens.
  ['Asia/Kathmandu', '2026-06-01T00:00Z'],
];

const time = fc
  .oneof({ weight: 2, arbitrary: fc.integer({ min: 0, max: 95 }).map((n) => n * 15) }, { weight: 1, arbitrary: fc.nat(1439) })
  .map((minutes) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`);
const wallSpan = fc.record({ from: time, to: time }).filter(({ from, to }) => from !== to || from === '00:00');
const daySpans = fc
  .array(wallSpan, { maxLength: 3 })
  .map((spans) => DaySpans.safeParse(spans).data)
  .filter((spans) => spans !== undefined);
const week = fc.record(Object.fromEntries(weekdays.map((day) => [day, daySpans]))) as fc.Arbitrary<WorkingTime['week']>;
/** Days near `around`, and often in other years. */
const exceptionsNear = (around: number) =>
  fc.array(
    fc
      .record({
        first: fc.integer({ min: -4, max: 3 }),
        length: fc.nat(3),
        yearly: fc.boolean(),
        years: fc.integer({ min: -3, max: 3 }),
        spans: daySpans,
      })
      .map(({ first, length, yearly, years, spans }) => {
        const from = new Date(around + first * DAY);
        if (yearly) from.setUTCFullYear(from.getUTCFullYear() + years);
        const date = (days: number) => new Date(from.getTime() + days * DAY).toISOString().slice(0, 10);
        return { name: 'Exception', from: date(0), to: date(length), yearly, spans };
      }),
    { maxLength: 3 },
  );

describe('against a walk through every minute', () => {
  it.each(happenings)(
    'is open at the same minutes in %s around %s',
    (timezone, around) => {
      const moment = at(around);
      const slots = fc.record({
        timezone: fc.constant(timezone),
        workingTime: fc.record({ always: fc.boolean(), week, lunch: fc.option(wallSpan) }),
        exceptions: exceptionsNear(moment),
      });
      fc.assert(
        fc.property(slots, (hours) => {
          const [from, to] = [moment - 2 * DAY, moment + 2 * DAY];
          expect(openSpans(hours, from, to)).toEqual(openByMinutes(hours, from, to));
        }),
        { numRuns: 40 },
      );
    },
    20_000,
  );

  it('says of any instant what the spans around it say', () => {
    const moments = fc.constantFrom(...happenings).chain(([timezone, around]) =>
      fc.record({
        instant: fc.integer({ min: -3 * 1440, max: 3 * 1440 }).map((minutes) => at(around) + minutes * MINUTE),
        hours: fc.record({
          timezone: fc.constant(timezone),
          workingTime: fc.record({ always: fc.boolean(), week, lunch: fc.option(wallSpan) }),
          exceptions: exceptionsNear(at(around)),
        }),
      }),
    );
    fc.assert(
      fc.property(moments, ({ hours, instant }) => {
        const opening = nextOpening(hours, instant);
        const closing = nextClosing(hours, instant);
        if (opening !== null) {
          expect([isOpen(hours, opening - 1), isOpen(hours, opening)]).toEqual([false, true]);
          expect(openSpans(hours, instant, opening).filter(({ from }) => from > instant)).toEqual([]);
        }
        if (closing !== null) {
          expect([isOpen(hours, closing - 1), isOpen(hours, closing)]).toEqual([true, false]);
          expect(openSpans(hours, instant, closing).length).toBe(1);
        }
        expect(isOpen(hours, instant)).toBe(
          closing === null ? opening === null && isOpen(hours, instant) : opening === null || closing < opening,
        );
      }),
      { numRuns: 150 },
    );
  }, 20_000);
});
