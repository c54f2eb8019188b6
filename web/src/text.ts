import { type Locale, Locale as LocaleSchema } from '@parley/contract';
import type { TextKey as CatalogueKey } from '@parley/contract/text/keys';
import i18next, { type FormatterModule } from 'i18next';
import { useCallback } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import { keep, kept } from './kept.ts';

type PluralStem = CatalogueKey extends infer K ? (K extends `${infer Stem}_other` ? Stem : never) : never;
/** What may be asked for: every key of the catalogue, plurals by their stem together with `count`. */
export type TextKey = Exclude<CatalogueKey, `${PluralStem}_${'one' | 'other'}`> | PluralStem;
export type TextParams = Record<string, string | number>;

const LANGUAGE = 'language';

const catalogues: Record<Locale, () => Promise<Record<string, string>>> = {
  en: () => import('@parley/contract/text/en/catalogue').then((module) => module.en),
  bg: () => import('@parley/contract/text/bg/catalogue').then((module) => module.bg),
};

/** The language that this browser was asked for; English otherwise (communications, section 9). */
export function chosenLanguage(): Locale {
  const found = LocaleSchema.safeParse(kept(LANGUAGE));
  return found.success ? found.data : 'en';
}

/** True once somebody chose a language here; until then the signed-in person's own counts. */
const languageWasChosen = () => LocaleSchema.safeParse(kept(LANGUAGE)).success;

/** The signed-in person's own language, once it is shown here for want of a choice. */
let own: Locale | null = null;

/**
 * The language to ask for on pages before sign-in: what was chosen in this browser, else the signed-in person's own.
 * Null where nothing is known of the person: then those pages go by what the browser prefers.
 */
export const askedLanguage = (): Locale | null => LocaleSchema.safeParse(kept(LANGUAGE)).data ?? own;

const numbers: Record<Locale, Intl.NumberFormat> = { en: new Intl.NumberFormat('en-GB'), bg: new Intl.NumberFormat('bg-BG') };

/** A number as the language of the screen writes it: 1,234.5. */
export const number = (value: number): string => numbers[currentLanguage()].format(value);

const nothing = () => {};
const formatter: FormatterModule = {
  type: 'formatter',
  init: nothing,
  add: nothing,
  addCached: nothing,
  format: (value) => (typeof value === 'number' ? number(value) : value),
};

/** Loads the catalogue of the chosen language; to be awaited before the first render. */
export async function startText(): Promise<void> {
  const language = chosenLanguage();
  await i18next
    .use(initReactI18next)
    .use(formatter)
    .init({
      lng: language,
      fallbackLng: false,
      resources: { [language]: { translation: await catalogues[language]() } },
      keySeparator: false,
      nsSeparator: false,
      // Every number in a text stands as the language writes it.
      interpolation: { prefix: '{', suffix: '}', escapeValue: false, alwaysFormat: true },
      react: { useSuspense: false, bindI18nStore: 'added' },
    });
  document.documentElement.lang = language;
}

/** Switches the language of everything on the screen and keeps it under `language`. */
export function setLanguage(language: Locale): Promise<void> {
  keep(LANGUAGE, language);
  return showLanguage(language);
}

/** Shows the signed-in person's own language, unless another was chosen in this browser. */
export async function showOwnLanguage(language: Locale): Promise<void> {
  if (languageWasChosen()) return;
  own = language;
  await showLanguage(language);
}

/** Switches the language without keeping it as this browser's choice. */
export async function showLanguage(language: Locale): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await catalogues[language]());
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** The language of the screen as it is now. */
export function currentLanguage(): Locale {
  const found = LocaleSchema.safeParse(i18next.language);
  return found.success ? found.data : 'en';
}

/** A text of the catalogue; `{param}` is replaced from `params`. For code outside React; components use `useText`. */
export function text(key: TextKey, params: TextParams = {}): string {
  return i18next.t(key, params);
}

/** A key that came over the wire: its text, or null when the catalogue does not know it. */
export function textIfKnown(key: string, params: TextParams = {}): string | null {
  return i18next.exists(key, params) ? i18next.t(key, params) : null;
}

/** The same as `text`, and the component renders anew when the language changes. */
export function useText(): (key: TextKey, params?: TextParams) => string {
  const { i18n } = useTranslation();
  const language = i18n.language;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function per language, so that memoised children notice.
  return useCallback((key: TextKey, params: TextParams = {}) => i18n.t(key, params), [i18n, language]);
}
