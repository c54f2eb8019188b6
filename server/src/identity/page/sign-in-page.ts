import type { Locale } from '@parley/contract';
import type { DemoPerson } from '../demo.ts';
import { documentPage, type Page } from './document.ts';
import { type Html, html, pageText, type SignInText } from './html.ts';

export interface SignInPageParts {
  language: Locale;
  /** Where the form is sent to; the one-click form to the same with /demo. */
  action: string;
  /** Kept in the form's address: the language that was chosen on this very page. */
  query: '' | `?lang=${Locale}`;
  /** What was typed before, kept. */
  email: string;
  remember: boolean;
  /** Fields that were sent empty. */
  missing: readonly ('email' | 'password')[];
  problem: { key: SignInText; params?: Readonly<Record<string, string | number>> } | null;
  /** Null when this request may not sign in with one click. */
  demo: { people: readonly DemoPerson[]; sandboxUrl: string } | null;
  formTargets: readonly string[];
}

const next = html`<svg class="i" viewBox="0 0 20 20" aria-hidden="true"><path d="m8 5.5 4.5 4.5L8 14.5"/></svg>`;
const stop = html`<svg class="i" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="6.75"/><path d="M10 6.5v4.3M10 13.3v.1"/></svg>`;
const eye = html`<svg class="i" viewBox="0 0 20 20" aria-hidden="true"><path d="M2.5 10C4 6.8 6.7 5 10 5s6 1.8 7.5 5c-1.5 3.2-4.2 5-7.5 5s-6-1.8-7.5-5Z"/><circle cx="10" cy="10" r="2.25"/></svg>`;

const roleNames = {
  agent: 'SIGN_IN_ROLE_AGENT',
  supervisor: 'SIGN_IN_ROLE_SUPERVISOR',
  admin: 'SIGN_IN_ROLE_ADMIN',
  superAdmin: 'SIGN_IN_ROLE_SUPER_ADMIN',
} as const satisfies Record<DemoPerson['role'], SignInText>;

function demoPart(parts: SignInPageParts, demo: NonNullable<SignInPageParts['demo']>): Html {
  const text = (key: SignInText) => pageText(parts.language, key);
  const people = demo.people.map((person) => {
    const initials = [person.firstName, person.lastName].map((name) => [...name][0] ?? '').join('');
    return html`<button class="who" type="submit" name="user" value="${person.userId}"><span class="face" aria-hidden="true">${initials}</span><span class="words"><span><b>${person.firstName} ${person.lastName}</b> ${text(roleNames[person.role])}</span><small>${person.accountName ?? text('SIGN_IN_DEMO_NO_ACCOUNT')}</small></span>${next}</button>`;
  });
  return html`<section class="demo" aria-labelledby="demo"><h2 id="demo">${text('SIGN_IN_DEMO')}</h2><p class="small">${text('SIGN_IN_DEMO_WORDS')}</p><form method="post" action="${parts.action}/demo${parts.query}">${people}</form><p class="small line"><a href="${demo.sandboxUrl}" target="_blank" rel="noopener">${text('SIGN_IN_DEMO_CUSTOMER')}</a></p></section>`;
}

/** The sign-in page (look: sign-in). Works without script; the script adds showing the password and switching the mode. */
export function signInPage(parts: SignInPageParts): Page {
  const { language, problem } = parts;
  const text = (key: SignInText, params = {}) => pageText(language, key, params);
  const message =
    problem === null
      ? null
      : html`<p class="problem" role="alert" id="problem">${stop}<span>${text(problem.key, problem.params)}</span></p>`;
  const isMissing = { email: parts.missing.includes('email'), password: parts.missing.includes('password') };
  /** The field's own message is always there, so that the script can show it before anything is sent. */
  const missing = (field: keyof typeof isMissing, key: SignInText) =>
    html`<p class="at-field" id="${field}-missing"${isMissing[field] ? null : html` hidden`}>${stop}<span>${text(key)}</span></p>`;
  const described = (field: keyof typeof isMissing) => {
    if (isMissing[field]) return html` aria-describedby="${field}-missing" aria-invalid="true"`;
    return problem === null ? null : html` aria-describedby="problem" aria-invalid="true"`;
  };
  const first = isMissing.email || parts.email === '' ? 'email' : 'password';
  const focus = (field: keyof typeof isMissing) => (field === first ? html` autofocus` : null);
  const checked = parts.remember ? html` checked` : null;
  const emailField = html`<label for="email">${text('SIGN_IN_EMAIL')}</label><input id="email" name="email" type="email" autocomplete="username" required maxlength="320" value="${parts.email}"${described('email')}${focus('email')}>${missing('email', 'SIGN_IN_EMAIL_MISSING')}`;
  const passwordField = html`<label for="password">${text('SIGN_IN_PASSWORD')}</label><span class="secret"><input id="password" name="password" type="password" autocomplete="current-password" required maxlength="256"${described('password')}${focus('password')}><button class="plain icon" type="button" data-show hidden aria-pressed="false" title="${text('SIGN_IN_SHOW_PASSWORD')}" aria-label="${text('SIGN_IN_SHOW_PASSWORD')}">${eye}</button></span>${missing('password', 'SIGN_IN_PASSWORD_MISSING')}`;
  // Without `novalidate` the browser would answer an empty field in its own language.
  const main = html`<div class="cards"><section class="sheet"><h1>${text('SIGN_IN_TITLE')}</h1><p class="quiet">${text('SIGN_IN_WORDS')}</p>${message}<form method="post" action="${parts.action}${parts.query}" novalidate data-own-messages>${emailField}${passwordField}<label class="check"><input type="checkbox" name="remember" value="yes"${checked}>${text('SIGN_IN_REMEMBER')}</label><button class="button" type="submit">${text('SIGN_IN_SUBMIT')}</button></form></section>${parts.demo === null ? null : demoPart(parts, parts.demo)}</div>`;
  return documentPage({ language, title: text('SIGN_IN_TITLE'), main, languageAddress: parts.action, formTargets: parts.formTargets });
}
