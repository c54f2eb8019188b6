import type { IncomingMessage } from 'node:http';
import { Locale } from '@parley/contract';

export const LANGUAGE_COOKIE = 'parley_language';

const known = (text: string | undefined): Locale | null => Locale.safeParse(text).data ?? null;

function firstKnown(tags: readonly string[]): Locale | null {
  for (const tag of tags) {
    const language = known(tag.trim().split(/[-_;]/)[0]?.toLowerCase());
    if (language !== null) return language;
  }
  return null;
}

/** The value of one cookie of a request; undefined when it has none. */
export function cookieOf(request: IncomingMessage, name: string): string | undefined {
  const all = (request.headers.cookie ?? '').split(';').map((part) => part.trim());
  return all.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
}

/**
 * The language of a page before anybody is known: what was just chosen there (`lang`), what the application asked for
 * (`ui_locales`), what was chosen earlier (cookie), what the browser prefers, English.
 */
export function pageLanguage(request: IncomingMessage, uiLocales?: string): Locale {
  const query = new URL(request.url ?? '/', 'http://any').searchParams;
  return (
    known(query.get('lang') ?? undefined) ??
    firstKnown((uiLocales ?? query.get('ui_locales') ?? '').split(' ')) ??
    known(cookieOf(request, LANGUAGE_COOKIE)) ??
    firstKnown((request.headers['accept-language'] ?? '').split(',')) ??
    'en'
  );
}
