import { currentLanguage } from '../text.ts';

/** Is it a day of the calendar, as 2026-11-03? */
export function isDay(text: string): boolean {
  const at = /^[1-9]\d{3}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

function dayFrom(year: string, month: string, day: string): string | null {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(written) ? written : null;
}

/** What was typed as a whole date: 3.11.2026, 3/11/2026, 3-11-2026 and 2026-11-03, the day first in both languages; null where it is none. */
export function dayOf(typed: string): string | null {
  const words = typed.trim().replace(/\s*г\.?$/u, '');
  if (isDay(words)) return words;
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[./\- ]+(\d{1,2})[./\- ]+(\d{4})\.?$/.exec(words) ?? [];
  return dayFrom(year, month, day);
}

/** The same once nothing more is typed: then also 3.11 of this year and 3.11.26. @param today as 2026-11-03 */
export function finishedDayOf(typed: string, today: string): string | null {
  const whole = dayOf(typed);
  if (whole !== null) return whole;
  const [, day = '', month = '', year = today.slice(2, 4)] = /^(\d{1,2})[./\- ]+(\d{1,2})(?:[./\- ]+(\d{2}))?\.?$/.exec(typed.trim()) ?? [];
  return dayFrom(today.slice(0, 2) + year, month, day);
}

/** A day as the language writes it in figures: 03/11/2026, 03.11.2026 г.; what is no day stays as it is. */
export function writtenDay(value: string): string {
  if (!isDay(value)) return value;
  const locale = currentLanguage() === 'bg' ? 'bg-BG' : 'en-GB';
  const figures = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locale, figures).format(Date.parse(`${value}T00:00Z`));
}
