import type { Locale } from '@parley/contract';
import type { first } from '@parley/contract/text/en/first';
import type { later } from '@parley/contract/text/en/later';
import { useCallback, useSyncExternalStore } from 'react';
import { keep, kept } from './kept.ts';

type CatalogueKey = keyof typeof first | keyof typeof later;
type PluralStem = CatalogueKey extends infer K ? (K extends `${infer Stem}_other` ? Stem : never) : never;
/** What may be asked for: every key of the catalogue, plurals by their stem together with `count`. */
export type TextKey = Exclude<CatalogueKey, `${PluralStem}_${'one' | 'other'}`> | PluralStem;
export type TextParams = Record<string, string | number>;
type Texts = Readonly<Record<string, string>>;

const LANGUAGE = 'language';

/** What the first screen says comes before anything is drawn; what the other pages say comes with them. */
const parts: Record<Locale, { first: () => Promise<Texts>; later: () => Promise<Texts> }> = {
  en: {
    first: () => import('@parley/contract/text/en/first').then((module) => module.first),
    later: () => import('@parley/contract/text/en/later').then((module) => module.later),
  },
  bg: {
    first: () => import('@parley/contract/text/bg/first').then((module) => module.first),
    later: () => import('@parley/contract/text/bg/later').then((module) => module.later),
  },
};

const loaded: Record<Locale, { first: Texts | null; later: Texts | null }> = {
  en: { first: null, later: null },
  bg: { first: null, later: null },
};

/** What is on the screen: another object whenever its words may have changed. */
let shown: { language: Locale; texts: Texts; isWhole: boolean } = { language: 'en', texts: {}, isWhole: false };
const listeners = new Set<() => void>();

function show(language: Locale): void {
  const { first, later } = loaded[language];
  shown = { language, texts: { ...first, ...later }, isWhole: later !== null };
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

async function load(language: Locale, part: 'first' | 'later'): Promise<void> {
  loaded[language][part] ??= await parts[language][part]();
}

const isLocale = (text: string | null): text is Locale => text !== null && Object.hasOwn(parts, text);

function chosen(): Locale | null {
  const found = kept(LANGUAGE);
  return isLocale(found) ? found : null;
}

/** The language that this browser was asked for; English otherwise (communications, section 9). */
export function chosenLanguage(): Locale {
  return chosen() ?? 'en';
}

/** True once somebody chose a language here; until then the signed-in person's own counts. */
const languageWasChosen = () => chosen() !== null;

/** The signed-in person's own language, once it is shown here for want of a choice. */
let own: Locale | null = null;

/**
 * The language to ask for on pages before sign-in: what was chosen in this browser, else the signed-in person's own.
 * Null where nothing is known of the person: then those pages go by what the browser prefers.
 */
export const askedLanguage = (): Locale | null => chosen() ?? own;

const numbers: Record<Locale, Intl.NumberFormat> = { en: new Intl.NumberFormat('en-GB'), bg: new Intl.NumberFormat('bg-BG') };

/** A number as the language of the screen writes it: 1,234.5. */
export const number = (value: number): string => numbers[currentLanguage()].format(value);

/** Loads what the first screen says in the chosen language; to be awaited before the first render. */
export async function startText(): Promise<void> {
  const language = chosenLanguage();
  await load(language, 'first');
  show(language);
}

/** Loads what all other pages say, in the language of the screen. */
export async function everyText(): Promise<void> {
  if (shown.isWhole) return;
  const { language } = shown;
  await load(language, 'later');
  if (language === shown.language && !shown.isWhole) show(language);
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
  asked = language;
  const { isWhole } = shown;
  await Promise.all([load(language, 'first'), isWhole ? load(language, 'later') : null]);
  // Who chose twice in a moment sees the second choice, whichever came first.
  if (asked === language) show(language);
}

let asked: Locale | null = null;

/** The language of the screen as it is now. */
export const currentLanguage = (): Locale => shown.language;

const plurals: Record<Locale, Intl.PluralRules> = { en: new Intl.PluralRules('en'), bg: new Intl.PluralRules('bg') };

/** The pattern of a key as the catalogue has it: of a plural, the form that fits `count`. */
function patternOf(key: string, params: TextParams): string | undefined {
  const { count } = params;
  const form = typeof count === 'number' ? shown.texts[`${key}_${plurals[shown.language].select(count)}`] : undefined;
  return form ?? shown.texts[key];
}

/** Every number in a text stands as the language writes it; what was not given stays visible in its braces. */
function filled(pattern: string, params: TextParams): string {
  return pattern.replace(/\{(\w+)\}/g, (braces, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (value === undefined) return braces;
    return typeof value === 'number' ? number(value) : value;
  });
}

/**
 * A text of the catalogue; `{param}` is replaced from `params`. For code outside React; components use `useText`. A text of
 * a page that is still on its way is empty until it came.
 */
export function text(key: TextKey, params: TextParams = {}): string {
  const pattern = patternOf(key, params);
  if (pattern !== undefined) return filled(pattern, params);
  return loaded[shown.language].first === null || shown.isWhole ? key : '';
}

/** A key that came over the wire: its text, or null when the catalogue does not know it. */
export function textIfKnown(key: string, params: TextParams = {}): string | null {
  const pattern = patternOf(key, params);
  return pattern === undefined ? null : filled(pattern, params);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Renders the component anew whenever the words of the screen change. */
export const useShownText = (): unknown =>
  useSyncExternalStore(
    listen,
    () => shown,
    () => shown,
  );

/** The same as `text`, and the component renders anew when the language changes. */
export function useText(): (key: TextKey, params?: TextParams) => string {
  const words = useShownText();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function per language, so that memoised children notice.
  return useCallback((key: TextKey, params: TextParams = {}) => text(key, params), [words]);
}
