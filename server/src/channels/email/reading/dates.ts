const EARLIEST = Date.UTC(1990, 0, 1);
/** A clock may be wrong by so much, in milliseconds. */
const WRONG_BY = 24 * 60 * 60_000;
const LONGEST = 100;

/**
 * The instant of a `Date` field, ISO 8601; null where it is missing or absurd: no date, before 1990, more than a day after `now`, in a zone that does not
 * exist. One that lies less than a day ahead is `now`.
 */
export function mailDate(value: string | null, now: Date): string | null {
  if (value === null || value.length > LONGEST) return null;
  const plain = value
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const zone = /([+-])(\d{2}):?(\d{2})$/.exec(plain);
  if (zone !== null && (Number(zone[2]) > 14 || Number(zone[3]) > 59)) return null;
  const hasZone = zone !== null || /(?:\b(?:[A-Z]{1,4}|UTC|GMT)|Z)$/i.test(plain);
  const at = Date.parse(/\d/.test(plain) ? (hasZone ? plain : `${plain} +0000`) : '');
  if (Number.isNaN(at) || at < EARLIEST || at > now.getTime() + WRONG_BY) return null;
  return new Date(Math.min(at, now.getTime())).toISOString();
}
