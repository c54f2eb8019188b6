import type { Locale } from '@parley/contract';
import { html } from '../../platform/html.ts';
import type { OpenStep } from '../second-step.ts';
import { documentPage, type Page } from './document.ts';
import { atField, type PageProblem, problemPart } from './fields.ts';
import { pageText, type SignInText } from './page-text.ts';
import type { ChosenHere } from './page-tools.ts';

export interface SecondStepPageParts {
  language: Locale;
  action: string;
  query: ChosenHere;
  step: OpenStep;
  isMissing: boolean;
  problem: PageProblem | null;
  formTargets: readonly string[];
}

/** The step after the password: a code, which works without script, or a passkey, which the script brings. */
export function secondStepPage(parts: SecondStepPageParts): Page {
  const { language, step, problem, isMissing } = parts;
  const text = (key: SignInText) => pageText(language, key);
  const wrong = isMissing ? 'code-missing' : problem === null ? null : 'problem';
  const described = wrong === null ? null : html` aria-describedby="${wrong}" aria-invalid="true"`;
  // A browser that has no passkeys, or a passkey that is elsewhere, still has the field.
  const passkey =
    step.passkeyRequest === null
      ? null
      : html`<form method="post" action="${parts.action}${parts.query}" data-passkey="${JSON.stringify(step.passkeyRequest)}" hidden><input type="hidden" name="step" value="${step.sealed}"><input type="hidden" name="passkey" value=""><button class="button" type="submit">${text('SIGN_IN_PASSKEY')}</button></form>`;
  const field = html`<label for="code">${text('SIGN_IN_CODE')}</label><input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required maxlength="40" autofocus${described}>${atField(language, 'code', { key: 'SIGN_IN_CODE_MISSING' }, isMissing)}`;
  const words = step.hasTotp ? 'SIGN_IN_SECOND_WORDS' : 'SIGN_IN_SECOND_PASSKEY_WORDS';
  const main = html`<section class="sheet"><h1>${text('SIGN_IN_SECOND_TITLE')}</h1><p class="quiet">${text(words)}</p>${problemPart(language, problem)}${passkey}<form method="post" action="${parts.action}${parts.query}" novalidate><input type="hidden" name="step" value="${step.sealed}">${field}<button class="${step.passkeyRequest === null ? 'button' : 'button second'}" type="submit">${text('SIGN_IN_SECOND_SUBMIT')}</button></form><p class="beside"><a href="/">${text('SIGN_IN_BACK')}</a></p></section>`;
  return documentPage({ language, title: text('SIGN_IN_SECOND_TITLE'), main, formTargets: parts.formTargets });
}
