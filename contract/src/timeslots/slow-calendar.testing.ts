import { type OpeningHours, type TimeslotException, type WallSpan, weekdays } from '../entities/timeslot.ts';

// What the calendar must come to, told as simply as can be and found by walking through every minute. For tests alone.

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

interface Shown {
  instant: number;
  /** "2027-03-28T03:30": such texts order as the times do. */
  wall: string;
}

interface Walked {
  all: readonly Shown[];
  /** By what is shown: the first and the last instant. */
  firsts: ReadonlyMap<string, number>;
  lasts: ReadonlyMap<string, number>;
}
const walks = new Map<string, Walked>();

/** What a clock in the zone shows, minute by minute, as the platform's own formatter of dates says. */
function walk(zone: string, from: number, to: number): Walked {
  const key = `${zone} ${from} ${to}`;
  const kept = walks.get(key);
  if (kept !== undefined) return kept;
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  const all: Shown[] = [];
  for (let instant = from; instant < to; instant += MINUTE) all.push({ instant, wall: format.format(instant).replace(' ', 'T') });
  const pairs = all.map(({ wall, instant }) => [wall, instant] as const);
  const walked = { all, firsts: new Map(pairs.toReversed()), lasts: new Map(pairs) };
  walks.set(key, walked);
  return walked;
}

const dayAfter = (date: string, days = 1) => new Date(Date.parse(`${date}T00:00Z`) + days * DAY).toISOString().slice(0, 10);

function holdsOn(exception: TimeslotException, date: string): boolean {
  const { from, to, yearly } = exception;
  if (!yearly) return date >= from && date <= to;
  const crosses = to.slice(0, 4) !== from.slice(0, 4) ? 1 : 0;
  const year = Number(date.slice(0, 4));
  return [year - 1, year].some((begin) => date >= `${begin}${from.slice(4)}` && date <= `${begin + crosses}${to.slice(4)}`);
}

function exceptionOf(hours: OpeningHours, date: string): TimeslotException | undefined {
  const holding = hours.exceptions.filter((one) => holdsOn(one, date));
  return holding.find(({ yearly }) => !yearly) ?? holding.find(({ yearly }) => yearly);
}

/** When it is open, by the minute; `from` and `to` are whole minutes. */
export function openByMinutes(hours: OpeningHours, from: number, to: number): { from: number; until: number }[] {
  const walked = walk(hours.timezone, from - 4 * DAY, to + 4 * DAY);
  const first = (wall: string) =>
    walked.firsts.get(wall) ?? walked.all.find((one) => one.wall >= wall)?.instant ?? Number.POSITIVE_INFINITY;
  const last = (wall: string) => walked.lasts.get(wall) ?? first(wall);
  const span = (date: string, { from: begins, to: ends }: WallSpan) => ({
    begin: first(`${date}T${begins}`),
    end: last(`${ends <= begins ? dayAfter(date) : date}T${ends}`),
  });
  const begun = walked.all[0]?.wall.slice(0, 10) ?? '';
  const dates = Array.from({ length: Math.round((to - from) / DAY) + 7 }, (_, at) => dayAfter(begun, at + 1));
  const isWeek = (date: string) => exceptionOf(hours, date) === undefined;
  const { always, week, lunch } = hours.workingTime;
  const pauses = lunch === null || always ? [] : dates.filter(isWeek).map((date) => span(date, lunch));
  const open = new Set<number>();
  for (const date of dates) {
    const exception = exceptionOf(hours, date);
    const weekday = weekdays[(new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7] ?? 'monday';
    const spans = exception ? exception.spans : always ? [{ from: '00:00', to: '00:00' }] : week[weekday];
    const after = exceptionOf(hours, dayAfter(date));
    for (const one of spans) {
      const { begin, end } = span(date, one);
      const limit = after !== undefined && after !== exception ? Math.min(end, first(`${dayAfter(date)}T00:00`)) : end;
      for (let minute = Math.max(begin, from); minute < Math.min(limit, to); minute += MINUTE) {
        const isPause = exception === undefined && pauses.some((pause) => pause.begin <= minute && minute < pause.end);
        if (!isPause) open.add(minute);
      }
    }
  }
  const spans: { from: number; until: number }[] = [];
  for (const minute of [...open].toSorted((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last?.until === minute) last.until = minute + MINUTE;
    else spans.push({ from: minute, until: minute + MINUTE });
  }
  return spans;
}
