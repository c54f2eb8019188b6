import type { OpeningHours } from '../entities/timeslot.ts';
import { type OpenSpan, openSpans } from './calendar.ts';
import { hoursOf } from './hours-of-day.ts';
import { DAY, dateOfDay, wallClock } from './wall-clock.ts';

export interface ComingDay {
  /** In the zone of the timeslot: 2026-12-24. */
  date: string;
  /** What of the day is open, as instants; none beyond its midnights. */
  spans: OpenSpan[];
  /** When the day ends, an instant. */
  end: number;
  /** Name of the exception that holds; null for the week's hours. */
  exception: string | null;
  /** By how many minutes the clocks are put forward on this day, or back below 0. */
  clockChange: number;
}

/**
 * The days from the one on which `now` falls, as a timeslot's own zone counts them; days that a zone leaves out are none.
 * @param now milliseconds since 1970
 */
export function comingDays(hours: OpeningHours, now: number, count: number): ComingDay[] {
  const until = now + (count + 2) * DAY;
  const clock = wallClock(hours.timezone, now, until);
  const first = clock.dayOf(now);
  const bounds = (day: number) => ({ day, begin: clock.firstAt(day, '00:00'), end: clock.firstAt(day + 1, '00:00') });
  const days = Array.from({ length: count + 1 }, (_, at) => bounds(first + at)).filter(({ begin, end }) => begin < end);
  const open = openSpans(hours, days[0]?.begin ?? now, days.at(-1)?.end ?? now);
  return days.slice(0, count).map(({ day, begin, end }) => ({
    date: dateOfDay(day),
    spans: open
      .map((span) => ({ from: Math.max(span.from, begin), until: Math.min(span.until, end) }))
      .filter(({ from, until: ends }) => from < ends),
    end,
    exception: hoursOf(hours, day).exception?.name ?? null,
    clockChange: clock.changeOn(day),
  }));
}
