import type { Locale } from '@parley/contract';

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

const numbers: Record<Locale, Intl.NumberFormat> = { en: new Intl.NumberFormat('en-GB'), bg: new Intl.NumberFormat('bg-BG') };

/** A pattern of the catalogue with its params put in; numbers as the language writes them. */
export function filled(pattern: string, params: Readonly<Record<string, string | number>>, language: Locale): string {
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    return typeof value === 'number' ? numbers[language].format(value) : (value ?? whole);
  });
}
