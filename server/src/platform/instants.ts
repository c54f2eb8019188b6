/** A time as PostgreSQL tells it, in ISO form with milliseconds. In UTC, as nearly always, by its characters alone: lists hold thousands. */
export function isoInstant(text: string): string {
  const { length } = text;
  if (text[10] !== ' ' || !text.endsWith('+00')) return new Date(text).toISOString();
  const fraction =
    length === 22 ? '.000' : text[19] === '.' && length <= 29 ? text.slice(19, Math.min(length - 3, 23)).padEnd(4, '0') : null;
  return fraction === null ? new Date(text).toISOString() : `${text.slice(0, 10)}T${text.slice(11, 19)}${fraction}Z`;
}
