import { dayAfter, dayKey, momentOf } from '../../../format.ts';
import type { TextKey } from '../../../text.ts';

const MINUTE = 60_000;
const MORNING = '09:00';
const AFTERNOON = '14:00';
/** Nearer than this the afternoon is no time of its own. */
const NEAR = 30 * MINUTE;

export interface SnoozeTime {
  name: TextKey;
  /** Milliseconds since 1970. */
  at: number;
}

/** The day after `day` that is a Monday. */
export function mondayAfter(day: string): string {
  const next = dayAfter(day);
  return new Date(`${next}T00:00:00Z`).getUTCDay() === 1 ? next : mondayAfter(next);
}

/** The times that are offered at `now`, soonest first, by the clocks of the zone in which times are shown; none of them twice. */
export function snoozeTimes(now: number): SnoozeTime[] {
  const today = dayKey(now);
  const tomorrow = dayAfter(today);
  const monday = mondayAfter(today);
  const afternoon = momentOf(today, AFTERNOON).getTime();
  return [
    { name: 'SNOOZE_IN_AN_HOUR', at: now + 60 * MINUTE },
    ...(afternoon - now > NEAR ? [{ name: 'SNOOZE_THIS_AFTERNOON', at: afternoon } as const] : []),
    { name: 'SNOOZE_TOMORROW', at: momentOf(tomorrow, MORNING).getTime() },
    ...(monday === tomorrow ? [] : [{ name: 'SNOOZE_MONDAY', at: momentOf(monday, MORNING).getTime() } as const]),
  ].toSorted((a, b) => a.at - b.at) as SnoozeTime[];
}
