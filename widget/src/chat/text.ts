import type { widget as en } from '@parley/contract/text/en/widget';
import { createContext, use } from 'react';

const MEGABYTE = 1024 * 1024;

type Key = keyof typeof en | 'WIDGET_CLOSED';
/** Keys to call with; those with plural forms go by their bare name. */
export type WidgetKey = Exclude<Key, `${string}_one` | `${string}_other`> | 'WIDGET_NEW_BELOW' | 'WIDGET_WAIT_USUAL';

export interface Words {
  (key: WidgetKey, params?: Readonly<Record<string, string | number>>): string;
  /** The time of day of a moment that the server gave. */
  time(instant: string): string;
  /** The day of a moment, by words when it is near `now`. */
  day(instant: string, now: string): string;
  /** A moment to come: the day of the week, the date and the time. */
  moment(instant: string): string;
  /** So many bytes, in the unit that suits them. */
  size(bytes: number): string;
}

/** Texts and times of the widget's language. @param texts the catalogue's texts for it, complete, as the page brought them */
export function wordsOf(language: 'en' | 'bg', texts: Readonly<Record<string, string>>): Words {
  const locale = language === 'bg' ? 'bg-BG' : 'en-GB';
  const plural = new Intl.PluralRules(locale);
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
  const calendar = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' });
  const textOf = (key: Key) => texts[key] ?? key;

  const say = (key: WidgetKey, params: Readonly<Record<string, string | number>> = {}): string => {
    const form = typeof params.count === 'number' ? texts[`${key}_${plural.select(params.count)}`] : undefined;
    return (form ?? textOf(key as Key)).replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = params[name];
      return typeof value === 'number' ? value.toLocaleString(locale) : (value ?? whole);
    });
  };
  const dayOf = (instant: string | number) => calendar.format(new Date(instant));
  return Object.assign(say, {
    moment: (instant: string) =>
      new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' }).format(
        new Date(instant),
      ),
    time: (instant: string) => clock.format(new Date(instant)),
    size(bytes: number) {
      const [unit, divisor] = bytes < MEGABYTE ? (['kilobyte', 1024] as const) : (['megabyte', MEGABYTE] as const);
      // Nothing weighs nothing.
      const said = Math.max(bytes / divisor, 0.1);
      return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: said < 10 ? 1 : 0 }).format(said);
    },
    day(instant: string, now: string) {
      const day = dayOf(instant);
      if (day === dayOf(now)) return textOf('WIDGET_TODAY');
      return day === dayOf(Date.parse(now) - 86_400_000) ? textOf('WIDGET_YESTERDAY') : day;
    },
  });
}

export const WordsContext = createContext<Words>(wordsOf('en', {}));
export const useWords = (): Words => use(WordsContext);
