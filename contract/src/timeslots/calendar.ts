import { type OpeningHours, runsPastMidnight, type WallSpan } from '../entities/timeslot.ts';
import { hoursOf } from './hours-of-day.ts';
import { DAY, type DayNumber, type WallClock, wallClock } from './wall-clock.ts';

/** Open from one instant to another, in milliseconds since 1970; `until` not included. */
export interface OpenSpan {
  from: number;
  until: number;
}

/** What opens later than this after the moment that is asked about counts as never. */
const LOOKS_AHEAD = 731 * DAY;
const WINDOW = 32 * DAY;

const spanOn = (clock: WallClock, day: DayNumber, span: WallSpan): OpenSpan => ({
  from: clock.firstAt(day, span.from),
  until: clock.lastAt(runsPastMidnight(span) ? day + 1 : day, span.to),
});

/** What is left of a span when others are taken out of it. */
function without(span: OpenSpan, taken: readonly OpenSpan[]): OpenSpan[] {
  return taken.reduce<OpenSpan[]>(
    (left, { from, until }) =>
      left.flatMap((piece) =>
        [
          { from: piece.from, until: Math.min(piece.until, from) },
          { from: Math.max(piece.from, until), until: piece.until },
        ].filter((rest) => rest.from < rest.until),
      ),
    [span],
  );
}

/** What begins on one day, as instants: without breaks, and not beyond a midnight after which another exception says what holds. */
function openFromDay(hours: OpeningHours, clock: WallClock, day: DayNumber): OpenSpan[] {
  const today = hoursOf(hours, day);
  if (today.spans.length === 0) return [];
  const next = hoursOf(hours, day + 1).exception;
  const mustEnd = next !== null && next !== today.exception ? clock.firstAt(day + 1, '00:00') : Number.POSITIVE_INFINITY;
  // A night's break may have begun the day before, or begin on the next one.
  const nights = today.lunch === null ? [] : [day - 1, day, day + 1];
  const breaks = nights.flatMap((on) => {
    const { lunch } = hoursOf(hours, on);
    return lunch === null ? [] : [spanOn(clock, on, lunch)];
  });
  return today.spans.flatMap((span) => {
    const { from, until } = spanOn(clock, day, span);
    return without({ from, until: Math.min(until, mustEnd) }, breaks);
  });
}

/** In their order, those that touch as one. */
function joined(spans: readonly OpenSpan[]): OpenSpan[] {
  const all: OpenSpan[] = [];
  for (const span of spans.filter(({ from, until }) => from < until).toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last !== undefined && span.from <= last.until) last.until = Math.max(last.until, span.until);
    else all.push({ ...span });
  }
  return all;
}

/**
 * When a timeslot is open between two instants, in order and apart from each other. Times are those of clocks on the wall, so that
 * it opens at nine in summer and in winter; what they are as instants is reckoned for each date (domain: invariant 9). Of a time
 * that comes twice when clocks are put back, it opens at the first and closes at the second; where a time is left out when they are
 * put forward, it opens or closes at the end of the gap.
 * @param from,to milliseconds since 1970
 */
export function openSpans(hours: OpeningHours, from: number, to: number): OpenSpan[] {
  const clock = wallClock(hours.timezone, from, to);
  // What was begun up to two days before may still run, should the zone have left out a day in between; and the day after may have begun
  // already where clocks are put back over midnight.
  const [first, last] = [clock.dayOf(from) - 2, clock.dayOf(to) + 1];
  const days = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const spans = joined(days.flatMap((day) => openFromDay(hours, clock, day)));
  return joined(spans.map((span) => ({ from: Math.max(span.from, from), until: Math.min(span.until, to) })));
}

export const isOpen = (hours: OpeningHours, instant: number): boolean => openSpans(hours, instant, instant + 1).length > 0;

/** Since when it has been open at an instant, and at the earliest since `earliest`; null while it is closed. */
export function openSince(hours: OpeningHours, instant: number, earliest: number): number | null {
  const last = openSpans(hours, earliest, instant + 1).at(-1);
  return last !== undefined && last.until > instant ? last.from : null;
}

/** The first that is found in windows which each begin with the last instant of the one before. */
function firstAfter(hours: OpeningHours, instant: number, find: (spans: OpenSpan[], from: number, to: number) => number | undefined) {
  for (let from = instant; from < instant + LOOKS_AHEAD; from += WINDOW - 1) {
    const to = Math.min(from + WINDOW, instant + LOOKS_AHEAD);
    const found = find(openSpans(hours, from, to), from, to);
    if (found !== undefined) return found;
  }
  return null;
}

/** When it opens the next time, after an instant; null when it does not within two years. While it is open, that is after it has closed. */
export const nextOpening = (hours: OpeningHours, instant: number): number | null =>
  firstAfter(hours, instant, (spans, begin) => spans.find(({ from }) => from > begin)?.from);

/** When it closes the next time, after an instant; null when it does not within two years. */
export const nextClosing = (hours: OpeningHours, instant: number): number | null =>
  firstAfter(hours, instant, (spans, _begin, end) => spans.find(({ until }) => until < end)?.until);
