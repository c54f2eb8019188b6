import { dateFormat, time } from '../../../format.ts';

/** Monday 30 November, 09:00: a moment that is near enough to need no year. */
export const dayTime = (at: string | Date): string =>
  `${dateFormat('weekdayDay', { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(at))}, ${time(at)}`;
