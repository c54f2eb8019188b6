import { dateFormat, daysAgo, time } from '../../../format.ts';
import type { useText } from '../../../text.ts';

/**
 * A moment that is near enough to need no year, as within a sentence: today at 14:00, tomorrow at 09:00, Monday 30 November at 09:00.
 *
 * @param now milliseconds since 1970
 */
export function dayTime(at: string | Date, now: number, say: ReturnType<typeof useText>): string {
  const days = daysAgo(at, now);
  if (days === 0) return say('SNOOZE_TODAY_AT', { time: time(at) });
  if (days === -1) return say('SNOOZE_TOMORROW_AT', { time: time(at) });
  return say('SNOOZE_DAY_AT', {
    day: dateFormat('weekdayDay', { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(at)),
    time: time(at),
  });
}
