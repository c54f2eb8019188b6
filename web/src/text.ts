import type { Locale } from '@parley/contract';
import type { first } from '@parley/contract/text/en/first';
import type { later } from '@parley/contract/text/en/later';
import type { room } from '@parley/contract/text/en/room';
import { useCallback, useSyncExternalStore } from 'react';
import { keep, kept } from './kept.ts';
import { together } from './replaced.ts';

type CatalogueKey = keyof typeof first | keyof typeof room | keyof typeof later;
type PluralStem = CatalogueKey extends infer K ? (K extends `${infer Stem}_other` ? Stem : never) : never;
/** What may be asked for: every key of the catalogue, plurals by their stem together with `count`. */
export type TextKey = Exclude<CatalogueKey, `${PluralStem}_${'one' | 'other'}`> | PluralStem;
export type TextParams = Record<string, string | number>;
type Texts = Readonly<Record<string, string>>;

const LANGUAGE = 'language';

const PARTS = ['first', 'room', 'later'] as const;
type Part = (typeof PARTS)[number];

/** What the first screen says comes before anything is drawn, what an open room says with it, what the other pages say with them. */
const parts: Record<Locale, Record<Part, () => Promise<Texts>>> = {
  en: {
    first: () => import('@parley/contract/text/en/first').then((module) => module.first),
    room: () => import('@parley/contract/text/en/room').then((module) => module.room),
    later: () => import('@parley/contract/text/en/later').then((module) => module.later),
  },
  bg: {
    first: () => import('@parley/contract/text/bg/first').then((module) => module.first),
    room: () => import('@parley/contract/text/bg/room').then((module) => module.room),
    later: () => import('@parley/contract/text/bg/later').then((module) => module.later),
  },
};

const loaded: Record<Locale, Partial<Record<Part, Texts>>> = { en: {}, bg: {} };

/** What is on the screen: another object whenever its words may have changed. */
let shown: { language: Locale; texts: Texts; parts: readonly Part[] } = { language: 'en', texts: {}, parts: [] };
const listeners = new Set<() => void>();

const has = (part: Part): boolean => shown.parts.includes(part);

function show(language: Locale): void {
  const here = PARTS.filter((part) => loaded[language][part] !== undefined);
  shown = { language, texts: Object.assign({}, ...here.map((part) => loaded[language][part])), parts: here };
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

async function load(language: Locale, wanted: readonly Part[]): Promise<void> {
  await together(
    ...wanted.map(async (part) => {
      loaded[language][part] ??= await parts[language][part]();
    }),
  );
}

/** Loads more of what the screen says, in its language. */
async function loadMore(wanted: readonly Part[]): Promise<void> {
  // Once more where another language was chosen meanwhile.
  while (!wanted.every(has)) {
    const language = has('first') ? shown.language : chosenLanguage();
    await load(language, wanted);
    // Before anything is drawn it is enough that it is there.
    if (!has('first')) return;
    if (language === shown.language) show(language);
  }
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
  await load(language, ['first']);
  show(language);
}

/** Loads what an open room says. */
export const roomText = (): Promise<void> => loadMore(['room']);

/** Loads all that there is to say: what all other pages do, and what lies over an open room. */
export const everyText = (): Promise<void> => loadMore(PARTS);

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
  const isThere = (part: Part) => loaded[language][part] !== undefined;
  // More may have come meanwhile in the language that is left.
  do await load(language, ['first', ...shown.parts]);
  while (!shown.parts.every(isThere));
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
  return !has('first') || PARTS.every(has) ? key : '';
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
