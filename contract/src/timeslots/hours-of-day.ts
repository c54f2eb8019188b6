import { type OpeningHours, type TimeslotException, type WallSpan, weekdays } from '../entities/timeslot.ts';
import { type DayNumber, dateOfDay } from './wall-clock.ts';

/** What holds on one day of the calendar: the week, or an exception to it. */
export interface HoursOfDay {
  /** Null: the week holds. */
  exception: TimeslotException | null;
  /** What begins on this day. */
  spans: readonly WallSpan[];
  lunch: WallSpan | null;
}

const WHOLE_DAY: readonly WallSpan[] = [{ from: '00:00', to: '00:00' }];

function isOn({ from, to, yearly }: TimeslotException, date: string): boolean {
  if (!yearly) return from <= date && date <= to;
  const [first, last, day] = [from.slice(5), to.slice(5), date.slice(5)];
  // From December into January it holds at both ends of the year.
  return first <= last ? first <= day && day <= last : first <= day || day <= last;
}

/** The exception that holds on a date: one of that year goes before those of every year, and then the one that is named first. */
export function exceptionOn(exceptions: readonly TimeslotException[], date: string): TimeslotException | null {
  const all = exceptions.filter((exception) => isOn(exception, date));
  return all.find(({ yearly }) => !yearly) ?? all[0] ?? null;
}

/** 1 January 1970 was a Thursday. */
export const weekdayOf = (day: DayNumber) => weekdays[(((day + 3) % 7) + 7) % 7] as (typeof weekdays)[number];

/** When a timeslot is open of what begins on a day. The break is one of the week alone: exceptions say all of their hours. */
export function hoursOf({ workingTime, exceptions }: OpeningHours, day: DayNumber): HoursOfDay {
  const exception = exceptionOn(exceptions, dateOfDay(day));
  if (exception !== null) return { exception, spans: exception.spans, lunch: null };
  if (workingTime.always) return { exception, spans: WHOLE_DAY, lunch: null };
  return { exception, spans: workingTime.week[weekdayOf(day)], lunch: workingTime.lunch };
}
