import type { widget as en } from '@parley/contract/text/en/widget';
import { createContext, use } from 'react';

type Key = keyof typeof en;
/** Keys to call with; those with plural forms go by their bare name. */
export type WidgetKey = Exclude<Key, `${string}_one` | `${string}_other`> | 'WIDGET_NEW_BELOW';

export interface Words {
  (key: WidgetKey, params?: Readonly<Record<string, string | number>>): string;
  /** The time of day of a moment that the server gave. */
  time(instant: string): string;
  /** The day of a moment, by words when it is near `now`. */
  day(instant: string, now: string): string;
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
    return (form ?? textOf(key as Key)).replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
  };
  const dayOf = (instant: string | number) => calendar.format(new Date(instant));
  return Object.assign(say, {
    time: (instant: string) => clock.format(new Date(instant)),
    day(instant: string, now: string) {
      const day = dayOf(instant);
      if (day === dayOf(now)) return textOf('WIDGET_TODAY');
      return day === dayOf(Date.parse(now) - 86_400_000) ? textOf('WIDGET_YESTERDAY') : day;
    },
  });
}

export const WordsContext = createContext<Words>(wordsOf('en', {}));
export const useWords = (): Words => use(WordsContext);
