import type { Locale } from '@parley/contract';
import { signIn as bg } from '@parley/contract/text/bg/sign-in';
import { signIn as en } from '@parley/contract/text/en/sign-in';

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
  const pattern = (language === 'bg' ? bg : en)[key];
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole));
}
