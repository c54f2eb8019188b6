import type { RoomEvent } from '@parley/contract';
import type { TextKey, useText } from '../../../text.ts';
import { byOf } from '../timeline/event-words.ts';
import { dayTime } from './day-time.ts';

const wokenBy: Readonly<Record<string, TextKey>> = {
  WAKE_REASON_TIME: 'SNOOZE_EVENT_WOKEN_IN_TIME',
  WAKE_REASON_CUSTOMER: 'SNOOZE_EVENT_WOKEN_BY_CUSTOMER',
};

/** That a conversation was snoozed, and until when, or why it woke; as a sentence for the reader `me`, who is "you" in it, at `now`; null for whatever else. */
export function snoozeEventWords(
  { eventData, origin }: Pick<RoomEvent, 'eventData' | 'origin'>,
  me: string,
  say: ReturnType<typeof useText>,
  now: number,
): string | null {
  const { type, modifiedValue, reason } = eventData;
  if (type !== 'WOKEN' && type !== 'SNOOZED') return null;
  const isOwn = origin.id === me;
  const by = byOf({ origin }, say);
  if (type === 'WOKEN') return say(wokenBy[reason ?? ''] ?? (isOwn ? 'SNOOZE_EVENT_YOU_WOKEN' : 'SNOOZE_EVENT_WOKEN'), { by });
  if (modifiedValue === null) return say(isOwn ? 'SNOOZE_EVENT_YOU_SNOOZED' : 'SNOOZE_EVENT_SNOOZED', { by });
  return say(isOwn ? 'SNOOZE_EVENT_YOU_SNOOZED_UNTIL' : 'SNOOZE_EVENT_SNOOZED_UNTIL', { by, time: dayTime(modifiedValue, now, say) });
}
