import { type OffsetSpan, offsetsBetween } from './zone-offsets.ts';

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** A day of the calendar by its number: 0 is 1 January 1970, whatever the zone. */
export type DayNumber = number;

export const dayOfDate = (date: string): DayNumber => Date.parse(`${date}T00:00Z`) / DAY;
export const dateOfDay = (day: DayNumber): string => new Date(day * DAY).toISOString().slice(0, 10);

/** "09:30" since midnight, on a day without a change of clocks. */
const sinceMidnight = (time: string): number => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * MINUTE;

/** The clocks of one zone around a time: what they show at an instant, and when they show something. Instants are milliseconds. */
export interface WallClock {
  /** The day on which an instant falls. */
  dayOf(instant: number): DayNumber;
  /** When it opens: of a time that comes twice the first, of one that does not come the end of the gap. */
  firstAt(day: DayNumber, time: string): number;
  /** When it closes: of a time that comes twice the second, of one that does not come the end of the gap. */
  lastAt(day: DayNumber, time: string): number;
  /** By how many minutes the clocks are put forward (or back, below 0) on a day; 0 on nearly all. */
  changeOn(day: DayNumber): number;
}

/** Wide enough for whatever begins or ends around a day, also where a zone has left out a whole one. */
const AROUND = 4 * DAY;

/** The clocks of a zone for the days between two instants. */
export function wallClock(zone: string, from: number, to: number): WallClock {
  const offsets = offsetsBetween(zone, from - AROUND, to + AROUND);
  const offsetAt = (instant: number): number => {
    const span = offsets.find(({ since, until }) => since <= instant && instant < until);
    if (span === undefined) throw new RangeError('An instant outside of what the clock was made for');
    return span.offset;
  };
  const shownIn = (wall: number, { since, until, offset }: OffsetSpan): number | null => {
    const instant = wall - offset;
    return since <= instant && instant < until ? instant : null;
  };
  /** Where no clock shows it: the instant at which they jumped over it. */
  const endOfGap = (wall: number): number => {
    const after = offsets.find(({ since, offset }) => since + offset > wall);
    if (after === undefined) throw new RangeError('A time outside of what the clock was made for');
    return after.since;
  };
  const instantsOf = (day: DayNumber, time: string): number[] => {
    const wall = day * DAY + sinceMidnight(time);
    const shown = offsets.map((span) => shownIn(wall, span)).filter((instant) => instant !== null);
    return shown.length > 0 ? shown : [endOfGap(wall)];
  };
  return {
    dayOf: (instant) => Math.floor((instant + offsetAt(instant)) / DAY),
    firstAt: (day, time) => Math.min(...instantsOf(day, time)),
    lastAt: (day, time) => Math.max(...instantsOf(day, time)),
    changeOn(day) {
      const begins = Math.min(...instantsOf(day, '00:00'));
      const ends = Math.max(...instantsOf(day + 1, '00:00'));
      return Math.round((offsetAt(ends - 1) - offsetAt(begins - 1)) / MINUTE);
    },
  };
}
