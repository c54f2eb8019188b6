import type { Locale } from '@parley/contract';
import { type Html, html } from '../../platform/html.ts';
import { pageText, type SignInText } from './page-text.ts';

const stop = html`<svg class="i" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="6.75"/><path d="M10 6.5v4.3M10 13.3v.1"/></svg>`;
const eye = html`<svg class="i" viewBox="0 0 20 20" aria-hidden="true"><path d="M2.5 10C4 6.8 6.7 5 10 5s6 1.8 7.5 5c-1.5 3.2-4.2 5-7.5 5s-6-1.8-7.5-5Z"/><circle cx="10" cy="10" r="2.25"/></svg>`;

export interface PageProblem {
  key: SignInText;
  params?: Readonly<Record<string, string | number>>;
}

/** What to say to who has to wait: longer than a minute is a lock. */
export const waitProblem = (seconds: number): PageProblem =>
  seconds > 60 ? { key: 'SIGN_IN_LOCKED', params: { minutes: Math.ceil(seconds / 60) } } : { key: 'SIGN_IN_WAIT', params: { seconds } };

/** What went wrong with the whole form; nothing for null. */
export function problemPart(language: Locale, problem: PageProblem | null): Html | null {
  if (problem === null) return null;
  return html`<p class="problem" role="alert" id="problem">${stop}<span>${pageText(language, problem.key, problem.params)}</span></p>`;
}

/** The message at a field. It is always there, so that the script can show it before anything is sent. */
export function atField(language: Locale, field: string, problem: PageProblem, isShown: boolean): Html {
  return html`<p class="at-field" id="${field}-missing"${isShown ? null : html` hidden`}>${stop}<span>${pageText(language, problem.key, problem.params)}</span></p>`;
}

/** A password and the button that shows it, which the script brings. */
export function secretInput(language: Locale, attributes: Html): Html {
  const show = pageText(language, 'SIGN_IN_SHOW_PASSWORD');
  return html`<span class="secret"><input id="password" name="password" type="password" required maxlength="256"${attributes}><button class="plain icon" type="button" data-show hidden aria-pressed="false" title="${show}" aria-label="${show}">${eye}</button></span>`;
}
