import { runsPastMidnight, type TimeslotException, type WallSpan, type Weekday, type WorkingTime, weekdays } from '@parley/contract';
import { currentLanguage, text } from '../../../text.ts';

/** Dates of the calendar are those of no zone. */
const dayFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(currentLanguage() === 'bg' ? 'bg-BG' : 'en-GB', { ...options, timeZone: 'UTC' });

/** The first Monday of 1970. */
const aMonday = Date.UTC(1970, 0, 5);

/** Monday, or Mon. */
export const weekdayName = (day: Weekday, length: 'long' | 'short'): string =>
  dayFormat({ weekday: length }).format(aMonday + weekdays.indexOf(day) * 86_400_000);

/** Thu 24 Dec */
export const dayLine = (date: string): string =>
  dayFormat({ weekday: 'short', day: 'numeric', month: 'short' }).format(Date.parse(`${date}T00:00Z`));

/** 24 December 2026, or without the year of what is every year. */
const dateWords = (date: string, withYear: boolean): string =>
  dayFormat({ day: 'numeric', month: 'long', ...(withYear ? { year: 'numeric' } : {}) }).format(Date.parse(`${date}T00:00Z`));

/** 24 December to 26 December, every year */
export function daysWords({ from, to, yearly }: TimeslotException): string {
  const first = dateWords(from, !yearly);
  const days = from === to ? first : text('TIMESLOTS_DATES', { from: first, to: dateWords(to, !yearly) });
  return yearly ? `${days}, ${text('TIMESLOTS_EVERY_YEAR')}` : days;
}

/** 09:00–18:00 */
export const spanWords = (span: WallSpan): string =>
  `${span.from}–${span.to === '00:00' ? '24:00' : span.to}${runsPastMidnight(span) && span.to !== '00:00' ? ` ${text('TIMESLOTS_NEXT_DAY')}` : ''}`;

/** Closed, or 10:00–14:00, 16:00–18:00 */
export const hoursOfException = ({ spans }: TimeslotException): string =>
  spans.length === 0 ? text('TIMESLOTS_CLOSED') : spansWords(spans);

/** Christmas (24 December to 26 December, every year): Closed */
export const exceptionWords = (exception: TimeslotException): string =>
  `${exception.name} (${daysWords(exception)}): ${hoursOfException(exception)}`;

const spansWords = (spans: readonly WallSpan[]) => spans.map(spanWords).join(', ');

/** A week in one line: 24x7, or the days that have the same hours together: Mon–Fri 09:00–18:00; Sat 10:00–14:00. */
export function weekWords({ always, week }: WorkingTime): string {
  if (always) return text('TIMESLOTS_ALWAYS_SHORT');
  const groups: { first: Weekday; last: Weekday; words: string }[] = [];
  for (const day of weekdays) {
    const words = spansWords(week[day]);
    const before = groups.at(-1);
    if (before?.words === words) before.last = day;
    else groups.push({ first: day, last: day, words });
  }
  const open = groups.filter(({ words }) => words !== '');
  if (open.length === 0) return text('TIMESLOTS_NEVER');
  const name = (day: Weekday) => weekdayName(day, 'short');
  return open.map(({ first, last, words }) => `${first === last ? name(first) : `${name(first)}–${name(last)}`} ${words}`).join('; ');
}
