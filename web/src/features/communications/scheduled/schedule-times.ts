import { dayAfter, dayKey, momentOf } from '../../../format.ts';
import type { TextKey } from '../../../text.ts';
import { mondayAfter } from '../snooze/snooze-times.ts';

const HOUR = 3_600_000;
const MORNING = '09:00';
const EVENING = '18:00';
/** Nearer than this the evening is no time of its own. */
const NEAR = HOUR / 2;

export interface ScheduleTime {
  name: TextKey;
  /** Milliseconds since 1970. */
  at: number;
}

/** The times that are offered at `now`, soonest first, by the clocks of the zone in which times are shown; none of them twice. */
export function scheduleTimes(now: number): ScheduleTime[] {
  const today = dayKey(now);
  const tomorrow = dayAfter(today);
  const monday = mondayAfter(today);
  const evening = momentOf(today, EVENING).getTime();
  const times: ScheduleTime[] = [
    { name: 'SCHEDULE_IN_AN_HOUR', at: now + HOUR },
    ...(evening - now > NEAR ? [{ name: 'SCHEDULE_THIS_EVENING', at: evening } as const] : []),
    { name: 'SCHEDULE_TOMORROW', at: momentOf(tomorrow, MORNING).getTime() },
    ...(monday === tomorrow ? [] : [{ name: 'SCHEDULE_MONDAY', at: momentOf(monday, MORNING).getTime() } as const]),
  ];
  return times.toSorted((a, b) => a.at - b.at);
}
