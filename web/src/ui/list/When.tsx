import { serverNow } from '../../api/server-clock.ts';
import { dateTime, dayKey, longDate, shortDate, time } from '../../format.ts';
import { useShownText } from '../../text.ts';

/** A moment as a file says it, in the reader's zone: 2026-11-03 10:52. Every spreadsheet knows it for what it is. */
export const stamp = (at: string): string => `${dayKey(at)} ${time(at)}`;

/** A moment in a row, as short as it can be without doubt; in full, with the zone, under the pointer. */
export function When({ at }: { at: string }) {
  useShownText();
  const isThisYear = dayKey(at).slice(0, 4) === dayKey(serverNow()).slice(0, 4);
  return (
    <time dateTime={at} title={dateTime(at)}>
      {isThisYear ? shortDate(at) : longDate(at)}, {time(at)}
    </time>
  );
}
