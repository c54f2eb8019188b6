import { useMemo } from 'react';
import { currentLanguage, number, type TextKey, text, useShownText } from './text.ts';

type When = string | number | Date;

let zone: string | undefined;

/** The zone in which times are shown: the signed-in person's; the browser's until it is known or when it is unknown here. */
export function setTimeZone(timeZone: string | null): void {
  zone = timeZone !== null && isZone(timeZone) ? timeZone : undefined;
  made.clear();
}

function isZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const made = new Map<string, Intl.DateTimeFormat>();
/** A format of the language and the zone of the screen, made once for each name. */
export function dateFormat(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${currentLanguage()} ${name}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  // British order and 24 hours: what people in Bulgaria who read English expect.
  const locale = currentLanguage() === 'bg' ? 'bg-BG' : 'en-GB';
  const format = new Intl.DateTimeFormat(locale, { ...options, ...(zone === undefined ? {} : { timeZone: zone }) });
  made.set(key, format);
  return format;
}

/** 10:52 */
export const time = (at: When) => dateFormat('time', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(at));
/** 10:52, as the clocks of another zone show it. */
export const timeIn = (timeZone: string, at: When) =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(new Date(at));
/** 3 Nov */
export const shortDate = (at: When) => dateFormat('shortDate', { day: 'numeric', month: 'short' }).format(new Date(at));
/** 3 November 2026 */
export const longDate = (at: When) => dateFormat('longDate', { day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(at));
/** Tuesday, 3 November 2026 */
export const weekdayDate = (at: When) =>
  dateFormat('weekdayDate', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(at));
/** How far the zone of the times is from Greenwich at `at`: GMT+2. One way in every language, for the zones' own names differ by it. */
function zoneSign(at: When): string {
  const options: Intl.DateTimeFormatOptions = { timeZoneName: 'shortOffset', ...(zone === undefined ? {} : { timeZone: zone }) };
  const format = made.get('zone') ?? new Intl.DateTimeFormat('en-GB', options);
  made.set('zone', format);
  return format.formatToParts(new Date(at)).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

const fullDate = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const satisfies Intl.DateTimeFormatOptions;
/** 3 Nov 2026, 10:52 GMT+2: the one form that says in which zone times are told. */
export const dateTime = (at: When) => `${dateFormat('dateTime', fullDate).format(new Date(at))} ${zoneSign(at)}`;

/** The day as a key for grouping, 2026-11-03, in the zone in which times are shown. */
export function dayKey(at: When): string {
  const parts = dateFormat('dayKey', { year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(new Date(at));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((p) => p.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** How far the zone of the times is ahead of Greenwich at `at`, in milliseconds. */
function zoneAhead(at: number): number {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const parts = dateFormat('zoneAhead', options).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((p) => p.type === type)?.value ?? 0);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute')) - Math.floor(at / 60_000) * 60_000;
}

/** The moment at which the clocks of a day (2026-11-03) show a time, in the zone in which times are shown: its beginning, unless said. */
export function momentOf(day: string, at = '00:00'): Date {
  const asIfGreenwich = Date.parse(`${day}T${at}:00Z`);
  // Asked twice: the clock may have been moved between the two moments.
  return new Date(asIfGreenwich - zoneAhead(asIfGreenwich - zoneAhead(asIfGreenwich)));
}

/** The day after a day: 2026-11-04 of 2026-11-03. */
export const dayAfter = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** How many calendar days `at` lies before `now`: 0 today, 1 yesterday; in the zone in which times are shown. */
export function daysAgo(at: When, now: When): number {
  return Math.round((Date.parse(dayKey(now)) - Date.parse(dayKey(at))) / 86_400_000);
}

const KILOBYTE = 1024;
const sizes: readonly [limit: number, unit: number, key: TextKey][] = [
  [KILOBYTE, 1, 'COMMUNICATIONS_SIZE_BYTES'],
  [KILOBYTE ** 2, KILOBYTE, 'COMMUNICATIONS_SIZE_KILOBYTES'],
  [Number.POSITIVE_INFINITY, KILOBYTE ** 2, 'COMMUNICATIONS_SIZE_MEGABYTES'],
];

/** What a file weighs: 312 B, 88 kB, 1.4 MB. Bytes in; counted in steps of 1024, as the limit of an upload is. */
export function fileSize(bytes: number): string {
  const [, unit, key] = sizes.find(([limit, one]) => Math.round(bytes / one) * one < limit) ?? [0, 1, 'COMMUNICATIONS_SIZE_BYTES'];
  const size = bytes / unit;
  const isFine = unit === KILOBYTE ** 2 && size < 10;
  return text(key, { size: number(isFine ? Math.round(size * 10) / 10 : Math.round(size)) });
}

/** A running clock: 0:48, 12:05, 1:24:07. Milliseconds in; what lies in the future counts as 0. */
export function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const two = (n: number) => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Making one costs more than using it a hundred times, and lists show many. */
const unitFormats = new Map<string, Intl.NumberFormat>();
function unitFormat(unit: string): Intl.NumberFormat {
  const key = `${currentLanguage()} ${unit}`;
  const format = unitFormats.get(key) ?? new Intl.NumberFormat(currentLanguage(), { style: 'unit', unit, unitDisplay: 'short' });
  unitFormats.set(key, format);
  return format;
}

/** A length of time in one rounded unit: 48 sec, 6 min, 2 hr, 3 days. Milliseconds in. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const unit = seconds < 60 ? 'second' : seconds < 3600 ? 'minute' : seconds < 86_400 ? 'hour' : 'day';
  const size = { second: 1, minute: 60, hour: 3600, day: 86_400 }[unit];
  const words = unitFormat(unit).format(Math.floor(seconds / size));
  // Bulgarian writes the point of an abbreviation, the browser leaves it out.
  return currentLanguage() === 'bg' ? `${words}.` : words;
}

const formats = { time, timeIn, shortDate, longDate, weekdayDate, dateTime, dayKey, daysAgo, number, fileSize, clock, duration };

/** All formats of this file; the component renders anew when the language changes. */
export function useFormat(): typeof formats {
  const words = useShownText();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object per language, so that memoised children notice.
  return useMemo(() => ({ ...formats }), [words]);
}
