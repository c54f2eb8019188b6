import type { Locale } from '@parley/contract';
import { html, trusted } from '../../platform/html.ts';
import { documentPage, type Page } from './document.ts';
import { pageText, type SignInText } from './page-text.ts';

/** A page that only tells something, with the way on to the front door. */
function notice(
  language: Locale,
  title: SignInText,
  words: SignInText,
  action: SignInText,
  languageAddress?: string,
  params: Readonly<Record<string, string>> = {},
): Page {
  const text = (key: SignInText) => pageText(language, key, params);
  return documentPage({
    language,
    title: text(title),
    ...(languageAddress === undefined ? {} : { languageAddress }),
    main: html`<section class="sheet"><h1>${text(title)}</h1><p class="quiet">${text(words)}</p><a class="button" href="/">${text(action)}</a></section>`,
  });
}

/** The way to sign-out: sent on at once by script, by a button without one. */
export function signingOutPage(language: Locale, form: string): Page {
  const text = (key: SignInText) => pageText(language, key);
  return documentPage({
    language,
    title: text('SIGN_IN_SIGNING_OUT'),
    main: html`<section class="sheet" data-send-now><h1>${text('SIGN_IN_SIGNING_OUT')}</h1>${trusted(form)}<button class="button" type="submit" form="op.logoutForm" value="yes" name="logout">${text('SIGN_IN_SIGN_OUT')}</button></section>`,
  });
}

/** Somebody came to sign out by a way that need not be theirs: they say whether they want to. */
export function leavingPage(language: Locale, form: string): Page {
  const text = (key: SignInText) => pageText(language, key);
  return documentPage({
    language,
    title: text('SIGN_IN_SIGN_OUT_QUESTION'),
    main: html`<section class="sheet"><h1>${text('SIGN_IN_SIGN_OUT_QUESTION')}</h1><p class="quiet">${text('SIGN_IN_SIGN_OUT_WORDS')}</p>${trusted(form)}<button class="button" type="submit" form="op.logoutForm" value="yes" name="logout">${text('SIGN_IN_SIGN_OUT')}</button><a class="plain" href="/">${text('SIGN_IN_STAY')}</a></section>`,
  });
}

/** Signed out, with nowhere to go back to. */
export const signedOutPage = (language: Locale): Page =>
  notice(language, 'SIGN_IN_SIGNED_OUT', 'SIGN_IN_SIGNED_OUT_WORDS', 'SIGN_IN_BEGIN');

/** The request for a sign-in is too old or was answered already; `address` is where this page stands. */
export const expiredPage = (language: Locale, address: string): Page =>
  notice(language, 'SIGN_IN_EXPIRED', 'SIGN_IN_EXPIRED_WORDS', 'SIGN_IN_BEGIN', address);

/** What the provider refuses; the protocol's name of the error helps whoever looks into it. */
export function errorPage(language: Locale, error: string): Page {
  const text = (key: SignInText, params = {}) => pageText(language, key, params);
  return documentPage({
    language,
    title: text('SIGN_IN_FAILED'),
    main: html`<section class="sheet"><h1>${text('SIGN_IN_FAILED')}</h1><p class="quiet">${text('SIGN_IN_FAILED_WORDS', { error })}</p><a class="button" href="/">${text('SIGN_IN_BEGIN')}</a></section>`,
  });
}

/** The database is away. */
export const awayPage = (language: Locale): Page => notice(language, 'SIGN_IN_AWAY', 'SIGN_IN_AWAY_WORDS', 'SIGN_IN_BEGIN');

/** A one-time link that opens nothing any more. */
export const linkOverPage = (language: Locale, address: string): Page =>
  notice(language, 'SIGN_IN_LINK_OVER', 'SIGN_IN_LINK_OVER_WORDS', 'SIGN_IN_BEGIN', address);

/** An address before sign-in at which there is nothing, mostly a link that was copied in part. */
export const noPage = (language: Locale, address: string): Page =>
  notice(language, 'SIGN_IN_NO_PAGE', 'SIGN_IN_NO_PAGE_WORDS', 'SIGN_IN_BEGIN', address);

/** The same for every address, whether somebody bears it or not. */
export const linkSentPage = (language: Locale, email: string): Page =>
  notice(language, 'SIGN_IN_FORGOTTEN_SENT', 'SIGN_IN_FORGOTTEN_SENT_WORDS', 'SIGN_IN_BACK', undefined, { email });

export const emailChangedPage = (language: Locale, email: string): Page =>
  notice(language, 'SIGN_IN_EMAIL_CHANGED', 'SIGN_IN_EMAIL_CHANGED_WORDS', 'SIGN_IN_BEGIN', undefined, { email });
