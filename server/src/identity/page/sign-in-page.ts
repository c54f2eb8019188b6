import type { Locale } from '@parley/contract';
import { type Html, html } from '../../platform/html.ts';
import type { DemoPerson } from '../demo.ts';
import { documentPage, type Page } from './document.ts';
import { atField, type PageProblem, problemPart, secretInput } from './fields.ts';
import { pageText, type SignInText } from './page-text.ts';
import type { ChosenHere } from './page-tools.ts';

export interface SignInPageParts {
  language: Locale;
  /** Where the form is sent to; the one-click form to the same with /demo. */
  action: string;
  /** Kept in the form's address: the language that was chosen on this very page. */
  query: ChosenHere;
  /** What was typed before, kept. */
  email: string;
  remember: boolean;
  /** Fields that were sent empty. */
  missing: readonly ('email' | 'password')[];
  problem: PageProblem | null;
  /** Where a forgotten password is asked for; null where no link could be sent: then it is said who gives one. */
  forgottenAddress: string | null;
  /** Null when this request may not sign in with one click. */
  demo: { people: readonly DemoPerson[]; sandboxUrl: string } | null;
  formTargets: readonly string[];
}

const next = html`<svg class="i" viewBox="0 0 20 20" aria-hidden="true"><path d="m8 5.5 4.5 4.5L8 14.5"/></svg>`;

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
  const text = (key: SignInText) => pageText(language, key);
  const isMissing = { email: parts.missing.includes('email'), password: parts.missing.includes('password') };
  const described = (field: keyof typeof isMissing) => {
    if (isMissing[field]) return html` aria-describedby="${field}-missing" aria-invalid="true"`;
    return problem === null ? null : html` aria-describedby="problem" aria-invalid="true"`;
  };
  const first = isMissing.email || parts.email === '' ? 'email' : 'password';
  const focus = (field: keyof typeof isMissing) => (field === first ? html` autofocus` : null);
  const checked = parts.remember ? html` checked` : null;
  const emailField = html`<label for="email">${text('SIGN_IN_EMAIL')}</label><input id="email" name="email" type="email" autocomplete="username" required maxlength="320" value="${parts.email}"${described('email')}${focus('email')}>${atField(language, 'email', { key: 'SIGN_IN_EMAIL_MISSING' }, isMissing.email)}`;
  const secret = secretInput(language, html` autocomplete="current-password"${described('password')}${focus('password')}`);
  const passwordField = html`<label for="password">${text('SIGN_IN_PASSWORD')}</label>${secret}${atField(language, 'password', { key: 'SIGN_IN_PASSWORD_MISSING' }, isMissing.password)}`;
  const forgotten =
    parts.forgottenAddress === null
      ? html`<p class="small beside">${text('SIGN_IN_FORGOTTEN_ASK')}</p>`
      : html`<p class="beside"><a href="${parts.forgottenAddress}">${text('SIGN_IN_FORGOTTEN')}</a></p>`;
  // Without `novalidate` the browser would answer an empty field in its own language.
  const main = html`<div class="cards"><section class="sheet"><h1>${text('SIGN_IN_TITLE')}</h1><p class="quiet">${text('SIGN_IN_WORDS')}</p>${problemPart(language, problem)}<form method="post" action="${parts.action}${parts.query}" novalidate data-own-messages>${emailField}${passwordField}<label class="check"><input type="checkbox" name="remember" value="yes"${checked}>${text('SIGN_IN_REMEMBER')}</label><button class="button" type="submit">${text('SIGN_IN_SUBMIT')}</button></form>${forgotten}</section>${parts.demo === null ? null : demoPart(parts, parts.demo)}</div>`;
  return documentPage({ language, title: text('SIGN_IN_TITLE'), main, languageAddress: parts.action, formTargets: parts.formTargets });
}
