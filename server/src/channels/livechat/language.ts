import { AccountLanguage, type LanguageTag, Locale } from '@parley/contract';
import type { FastifyRequest } from 'fastify';

/** How a widget's language is chosen. */
export interface WidgetLanguage {
  language: string;
  follows_visitor: boolean;
}

const primary = (tag: string): string => tag.trim().toLowerCase().split('-', 1)[0] ?? '';

/**
 * What a visitor wishes to read, best first: what their site says, before what their browser asks for.
 * @param told the site's word, a checked tag
 */
export function wishedLanguages(told: LanguageTag | undefined, { headers }: Pick<FastifyRequest, 'headers'>): string[] {
  const asked = (headers['accept-language'] ?? '').split(',').map((part) => {
    const [tag = '', ...params] = part.split(';');
    const weight = params.map((param) => /^\s*q=([\d.]+)\s*$/.exec(param)?.[1]).find((value) => value !== undefined);
    return { tag: primary(tag), weight: weight === undefined ? 1 : Number(weight) };
  });
  const byBrowser = asked.filter(({ tag, weight }) => tag !== '' && weight > 0).toSorted((a, b) => b.weight - a.weight);
  return [...(told === undefined ? [] : [primary(told)]), ...byBrowser.map(({ tag }) => tag)];
}

/**
 * The language of a visitor at a widget: the first wished one that an account can have, where the widget follows its visitors;
 * else the widget's own (domain: account languages).
 */
export function languageFor({ language, follows_visitor: follows }: WidgetLanguage, wished: readonly string[]): AccountLanguage {
  for (const wish of follows ? wished : []) {
    const known = AccountLanguage.safeParse(wish);
    if (known.success) return known.data;
  }
  return AccountLanguage.safeParse(language).data ?? 'en';
}

/** In which of the catalogue's languages something is written for who reads this one: English where there are no texts in it. */
export const textsFor = (language: string): Locale => Locale.safeParse(language).data ?? 'en';
