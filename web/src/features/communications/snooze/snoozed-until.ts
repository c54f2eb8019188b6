import { serverNow } from '../../../api/server-clock.ts';
import { text } from '../../../text.ts';
import type { Sentence } from '../bulk/offer.ts';
import { dayTime } from './day-time.ts';

/**
 * Until when a conversation sleeps.
 *
 * @param until null: until the customer writes
 * @param channel what it is talked over, where that is to be said
 */
export function snoozedUntil(until: string | Date | null, channel: string | null): Sentence {
  const on = channel === null ? {} : { channel };
  if (until === null) return { key: channel === null ? 'SNOOZE_STANDS_OPEN' : 'SNOOZE_STANDS_OPEN_ON', params: on };
  const params = { time: dayTime(until, serverNow(), text), ...on };
  return { key: channel === null ? 'SNOOZE_STANDS_UNTIL' : 'SNOOZE_STANDS_UNTIL_ON', params };
}
