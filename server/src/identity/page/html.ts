import type { Locale } from '@parley/contract';
import { errors as bgErrors } from '@parley/contract/text/bg/errors';
import { signIn as bgSignIn } from '@parley/contract/text/bg/sign-in';
import { errors as enErrors } from '@parley/contract/text/en/errors';
import { signIn as enSignIn } from '@parley/contract/text/en/sign-in';

const en = { ...enErrors, ...enSignIn };
const bg: Record<keyof typeof en, string> = { ...bgErrors, ...bgSignIn };

/** Texts of the pages before sign-in, and of refusals. */
export type SignInText = keyof typeof en;

/** Markup that is safe as it stands. */
export interface Html {
  readonly html: string;
}

const isHtml = (value: unknown): value is Html => typeof value === 'object' && value !== null && 'html' in value;

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);

type Part = string | number | Html | null | readonly Html[];

function rendered(part: Part): string {
  if (part === null) return '';
  if (Array.isArray(part)) return part.map((one: Html) => one.html).join('');
  return isHtml(part) ? part.html : escaped(String(part));
}

/** Template tag: everything put in is escaped, except what is Html already; null leaves nothing. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return { html: strings.map((piece, at) => piece + (at < parts.length ? rendered(parts[at] ?? null) : '')).join('') };
}

/** Markup made by the provider itself (its sign-out form). */
export const trusted = (markup: string): Html => ({ html: markup });

/** A text of the catalogue in the page's language. */
export function pageText(language: Locale, key: SignInText, params: Readonly<Record<string, string | number>> = {}): string {
  return filled((language === 'bg' ? bg : en)[key], params, language);
}

const numbers: Record<Locale, Intl.NumberFormat> = { en: new Intl.NumberFormat('en-GB'), bg: new Intl.NumberFormat('bg-BG') };

/** A pattern of the catalogue with its params put in; numbers as the language writes them. */
export function filled(pattern: string, params: Readonly<Record<string, string | number>>, language: Locale): string {
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    return typeof value === 'number' ? numbers[language].format(value) : (value ?? whole);
  });
}
