import type { Locale } from '@parley/contract';
import { administrationErrors as bgAdministrationErrors } from '@parley/contract/text/bg/administration-errors';
import { errors as bgErrors } from '@parley/contract/text/bg/errors';
import { signIn as bgSignIn } from '@parley/contract/text/bg/sign-in';
import { administrationErrors as enAdministrationErrors } from '@parley/contract/text/en/administration-errors';
import { errors as enErrors } from '@parley/contract/text/en/errors';
import { signIn as enSignIn } from '@parley/contract/text/en/sign-in';
import { filled } from '../../platform/html.ts';

const en = { ...enErrors, ...enAdministrationErrors, ...enSignIn };
const bg: Record<keyof typeof en, string> = { ...bgErrors, ...bgAdministrationErrors, ...bgSignIn };

/** Texts of the pages before sign-in, and of refusals. */
export type SignInText = keyof typeof en;

/** Whether these pages have words for it. */
export const isPageText = (key: string): key is SignInText => Object.hasOwn(en, key);

/** A text of the catalogue in the page's language. */
export function pageText(language: Locale, key: SignInText, params: Readonly<Record<string, string | number>> = {}): string {
  return filled((language === 'bg' ? bg : en)[key], params, language);
}
