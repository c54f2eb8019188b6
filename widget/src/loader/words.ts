import { bubble as bg } from '@parley/contract/text/bg/widget';
import { bubble as en } from '@parley/contract/text/en/widget';

export type Words = typeof en;
export type Language = 'en' | 'bg';

/** The loader's texts in the widget's language or, while that is not known, in the page's. */
export const wordsOf = (language: Language | null): Words => ((language ?? pageLanguage()) === 'bg' ? bg : en);

const pageLanguage = (): Language => ((document.documentElement.lang || navigator.language).toLowerCase().startsWith('bg') ? 'bg' : 'en');

/** What a screen reader hears of the bubble. */
export function bubbleLabel(words: Words, language: Language, unread: number): string {
  if (unread === 0) return words.WIDGET_OPEN;
  const one = new Intl.PluralRules(language).select(unread) === 'one';
  return (one ? words.WIDGET_OPEN_UNREAD_one : words.WIDGET_OPEN_UNREAD_other).replace('{count}', String(unread));
}
