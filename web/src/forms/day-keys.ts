const DAYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const MONTHS: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 };

const written = (date: Date) => date.toISOString().slice(0, 10);

/**
 * The day to which a key leads from a day of a calendar (both as 2026-11-03): arrows by a day and a week, page keys by a month, to
 * its last day where it has none of that number. Null for every other key.
 */
export function dayByKey(day: string, key: string): string | null {
  const date = new Date(`${day}T00:00Z`);
  const days = DAYS[key];
  if (days !== undefined) {
    date.setUTCDate(date.getUTCDate() + days);
    return written(date);
  }
  const months = MONTHS[key];
  if (months === undefined) return null;
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0));
  last.setUTCDate(Math.min(date.getUTCDate(), last.getUTCDate()));
  return written(last);
}

/** The day itself, or the nearest that may be chosen. */
export function within(day: string, min: string | undefined, max: string | undefined): string {
  if (min !== undefined && day < min) return min;
  return max !== undefined && day > max ? max : day;
}
