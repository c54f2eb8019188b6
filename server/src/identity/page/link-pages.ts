import { type Locale, PASSWORD_LEAST } from '@parley/contract';
import { html } from '../../platform/html.ts';
import { documentPage, type Page } from './document.ts';
import { atField, type PageProblem, problemPart, secretInput } from './fields.ts';
import { pageText, type SignInText } from './page-text.ts';
import type { ChosenHere } from './page-tools.ts';

export interface FormParts {
  language: Locale;
  /** Where the form is sent to, and where the page stands. */
  action: string;
  query: ChosenHere;
}

/** Where an invitation or a forgotten password leads: choose one. `problem` stands at the field. */
export function choosePasswordPage(
  parts: FormParts & { purpose: 'INVITATION' | 'PASSWORD_RESET'; email: string; name: string; problem: PageProblem | null },
): Page {
  const { language, problem } = parts;
  const text = (key: SignInText, params = {}) => pageText(language, key, params);
  const title = parts.purpose === 'INVITATION' ? text('SIGN_IN_INVITATION_TITLE', { name: parts.name }) : text('SIGN_IN_RESET_TITLE');
  const described = problem === null ? html` aria-describedby="hint"` : html` aria-describedby="password-missing hint" aria-invalid="true"`;
  const field = secretInput(language, html` autocomplete="new-password" autofocus${described}`);
  const fault = problem === null ? null : atField(language, 'password', problem, true);
  // The address is there for password keepers, which store what they find beside a new password.
  const keeper = html`<input class="apart" type="email" name="email" autocomplete="username" value="${parts.email}" readonly tabindex="-1" aria-hidden="true">`;
  const main = html`<section class="sheet"><h1>${title}</h1><p class="quiet">${text('SIGN_IN_INVITATION_WORDS', { email: parts.email })}</p><form method="post" action="${parts.action}${parts.query}" novalidate>${keeper}<label for="password">${text('SIGN_IN_NEW_PASSWORD')}</label>${field}${fault}<p class="small hint" id="hint">${text('SIGN_IN_NEW_PASSWORD_HINT', { least: PASSWORD_LEAST })}</p><button class="button" type="submit">${text('SIGN_IN_CHOOSE_SUBMIT')}</button></form></section>`;
  return documentPage({ language, title, main, languageAddress: parts.action });
}

/** Asks for the address to which a link is sent. */
export function forgottenPage(parts: FormParts & { email: string; problem: PageProblem | null; isMissing: boolean }): Page {
  const { language, problem, isMissing } = parts;
  const text = (key: SignInText) => pageText(language, key);
  const wrong = isMissing ? 'email-missing' : problem === null ? null : 'problem';
  const described = wrong === null ? null : html` aria-describedby="${wrong}" aria-invalid="true"`;
  const main = html`<section class="sheet"><h1>${text('SIGN_IN_FORGOTTEN_TITLE')}</h1><p class="quiet">${text('SIGN_IN_FORGOTTEN_WORDS')}</p>${problemPart(language, problem)}<form method="post" action="${parts.action}${parts.query}" novalidate><label for="email">${text('SIGN_IN_EMAIL')}</label><input id="email" name="email" type="email" autocomplete="username" required maxlength="320" autofocus value="${parts.email}"${described}>${atField(language, 'email', { key: 'SIGN_IN_EMAIL_MISSING' }, isMissing)}<button class="button" type="submit">${text('SIGN_IN_FORGOTTEN_SUBMIT')}</button></form><p class="beside"><a href="/">${text('SIGN_IN_BACK')}</a></p></section>`;
  return documentPage({ language, title: text('SIGN_IN_FORGOTTEN_TITLE'), main, languageAddress: parts.action });
}

/** A new address becomes one's own by a press, since programs open links too. */
export function confirmEmailPage(parts: FormParts & { email: string }): Page {
  const text = (key: SignInText, params = {}) => pageText(parts.language, key, params);
  const main = html`<section class="sheet"><h1>${text('SIGN_IN_EMAIL_CHANGE_TITLE')}</h1><p class="quiet">${text('SIGN_IN_EMAIL_CHANGE_WORDS', { email: parts.email })}</p><form method="post" action="${parts.action}${parts.query}"><button class="button" type="submit">${text('SIGN_IN_EMAIL_CHANGE_SUBMIT')}</button></form></section>`;
  return documentPage({ language: parts.language, title: text('SIGN_IN_EMAIL_CHANGE_TITLE'), main, languageAddress: parts.action });
}
