import { WallTime } from '@parley/contract';

/** What was typed as a time: 9, 930, 9.30 and 09:30; null where it is none. Midnight may be 24. */
export function timeOf(typed: string): string | null {
  const parts = /^(\d{1,2})(?:[:.,h ]?(\d{2}))?[:.,h ]?$/.exec(typed.trim());
  if (parts === null) return null;
  const [, hours = '', minutes = '00'] = parts;
  const time = `${(hours === '24' ? '0' : hours).padStart(2, '0')}:${minutes}`;
  return (hours !== '24' || minutes === '00') && WallTime.safeParse(time).success ? time : null;
}
