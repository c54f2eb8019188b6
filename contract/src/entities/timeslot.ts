import * as z from 'zod/mini';
import { formText, Id, Instant, requiredText, TimeZone } from './primitives.ts';
import { Use } from './use.ts';

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

export const SPANS_OF_DAY_LIMIT = 8;
export const EXCEPTIONS_LIMIT = 200;

/** What clocks on the wall show, of 24 hours: "09:00". Never an offset: that is another one in summer. */
export const WallTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/** From one time to another; to an earlier one it runs past midnight, and from 00:00 to 00:00 it is the whole day. */
export const WallSpan = z
  .object({ from: WallTime, to: WallTime })
  .check(z.refine(({ from, to }) => from !== to || from === '00:00', { error: 'SPAN_EMPTY' }));
export type WallSpan = z.infer<typeof WallSpan>;

/** Whether it ends on the day after the one on which it begins. */
export const runsPastMidnight = ({ from, to }: WallSpan): boolean => to <= from;

/** Of sorted spans: the one that runs past midnight can only be the last. */
const areApart = (spans: readonly WallSpan[]) =>
  spans.every((span, at) => {
    const next = spans[at + 1];
    return next === undefined || (!runsPastMidnight(span) && span.to <= next.from);
  });

/** When it is open of what begins on one day, in its order; none: closed. */
export const DaySpans = z.array(WallSpan).check(
  z.maxLength(SPANS_OF_DAY_LIMIT),
  z.overwrite((spans) => spans.toSorted((a, b) => (a.from < b.from ? -1 : Number(a.from > b.from)))),
  z.refine(areApart, { error: 'SPANS_OVERLAP' }),
);

export const Week = z.object(Object.fromEntries(weekdays.map((day) => [day, DaySpans])) as Record<Weekday, typeof DaySpans>);

/** The working time of a timeslot (administration, section 3). */
export const WorkingTime = z.object({
  /** 24x7. The week and the break are kept, and not looked at. */
  always: z.boolean(),
  week: Week,
  /** Closed then, on each day of the week. */
  lunch: z.nullable(WallSpan),
});
export type Week = z.infer<typeof Week>;
export type WorkingTime = z.infer<typeof WorkingTime>;

const CalendarDate = z.iso.date();

/** The 29 February of a date's year plus one is none, which orders strings all the same. */
const yearAfter = (date: string) => `${String(Number(date.slice(0, 4)) + 1).padStart(4, '0')}${date.slice(4)}`;

/** Days on which it is otherwise: a holiday, a longer evening. */
export const TimeslotException = z
  .object({
    name: requiredText(100),
    /** First and last day. */
    from: CalendarDate,
    to: CalendarDate,
    /** Every year on these days; the year of the two dates then says nothing. */
    yearly: z.boolean(),
    /** When it is open on each of them; none: closed. */
    spans: DaySpans,
  })
  .check(
    z.refine(({ from, to }) => from <= to, { error: 'DATES_REVERSED', path: ['to'] }),
    z.refine(({ from, to, yearly }) => !yearly || to < yearAfter(from), { error: 'LONGER_THAN_A_YEAR', path: ['to'] }),
  );
export type TimeslotException = z.infer<typeof TimeslotException>;

/** What an administrator fills in of a timeslot (administration, section 3, "Timeslot"). */
export const timeslotFields = {
  /** Unique in the account, in any case of its letters. */
  name: requiredText(100),
  description: formText(500),
  /** Where several could be meant, the one with the smallest number is looked at first. */
  priority: z.int().check(z.minimum(1), z.maximum(100)),
  timezone: TimeZone,
  workingTime: WorkingTime,
  exceptions: z.array(TimeslotException).check(z.maxLength(EXCEPTIONS_LIMIT)),
};

/** When it is open, and nothing else of a timeslot. */
export const OpeningHours = z.object({
  timezone: timeslotFields.timezone,
  workingTime: timeslotFields.workingTime,
  exceptions: timeslotFields.exceptions,
});
export type OpeningHours = z.infer<typeof OpeningHours>;

export const Timeslot = z.object({
  id: Id,
  accountId: Id,
  ...timeslotFields,
  /** What cannot do without it: while there is anything, it is not deleted. */
  usedBy: z.array(Use),
  createdAt: Instant,
});
export type Timeslot = z.infer<typeof Timeslot>;
