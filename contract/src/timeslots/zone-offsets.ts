import { Temporal } from 'temporal-polyfill';

/** While it lasts, the clocks of a zone are `offset` ahead of UTC. Milliseconds, `until` not included. */
export interface OffsetSpan {
  since: number;
  until: number;
  offset: number;
}

const yearsKept = new Map<string, readonly OffsetSpan[]>();
const MOST_YEARS_KEPT = 2000;

/** The offsets of a zone during a year of UTC, one after another. Years are what is looked up, so that each is asked for once. */
function offsetsOfYear(zone: string, year: number): readonly OffsetSpan[] {
  const key = `${zone} ${year}`;
  const kept = yearsKept.get(key);
  if (kept !== undefined) return kept;
  const end = Date.UTC(year + 1, 0, 1);
  const spans: OffsetSpan[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds(Date.UTC(year, 0, 1)).toZonedDateTimeISO(zone);
  while (at.epochMilliseconds < end) {
    const next = at.getTimeZoneTransition('next');
    const until = next === null || next.epochMilliseconds > end ? end : next.epochMilliseconds;
    spans.push({ since: at.epochMilliseconds, until, offset: at.offsetNanoseconds / 1e6 });
    if (next === null || until === end) break;
    at = next;
  }
  if (yearsKept.size >= MOST_YEARS_KEPT) yearsKept.clear();
  yearsKept.set(key, spans);
  return spans;
}

/**
 * The offsets that a zone has between two instants, one after another, from its own rules of each date: also where clocks are
 * changed, and where the rules themselves were. Neighbours may have the same offset, at the turn of a year.
 * @param zone a name of the IANA time zone database
 */
export function offsetsBetween(zone: string, from: number, to: number): OffsetSpan[] {
  const first = new Date(from).getUTCFullYear();
  const last = new Date(to).getUTCFullYear();
  const years = Array.from({ length: last - first + 1 }, (_, at) => offsetsOfYear(zone, first + at));
  return years.flat().filter(({ since, until }) => until > from && since <= to);
}
