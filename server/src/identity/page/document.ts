import type { Locale } from '@parley/contract';
import { type Html, html } from '../../platform/html.ts';
import { pageText } from './page-text.ts';

export interface Page {
  body: string;
  /** Its content security policy. */
  policy: string;
}

/** Nothing but our own files; the form goes to ourselves and, by redirect, back to the application. */
const policyFor = (formTargets: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const logo = html`<svg class="logo" viewBox="0 0 24 24" aria-hidden="true"><path d="M11 2.5H9.25a6.75 6.75 0 0 0 0 13.5H11Z"/><path class="half" d="M13 21.5h1.75a6.75 6.75 0 0 0 0-13.5H13Z"/></svg>`;
const globe = html`<svg class="i" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="6.75"/><path d="M3.5 10h13M10 3.3c2 2 3 4.2 3 6.7s-1 4.7-3 6.7c-2-2-3-4.2-3-6.7s1-4.7 3-6.7Z"/></svg>`;
const moon = html`<svg class="i large in-light" viewBox="0 0 20 20" aria-hidden="true"><path d="M16 12A6.5 6.5 0 0 1 8 4a6.5 6.5 0 1 0 8 8Z"/></svg>`;
const sun = html`<svg class="i large in-dark" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="3"/><path d="M10 3v1.5M10 15.5V17M3 10h1.5M15.5 10H17M5.05 5.05l1.06 1.06M13.89 13.89l1.06 1.06M5.05 14.95l1.06-1.06M13.89 6.11l1.06-1.06"/></svg>`;

const languageNames: Record<Locale, string> = { en: 'English', bg: 'Български' };

interface DocumentParts {
  language: Locale;
  title: string;
  main: Html;
  /** Where this page is shown in the other language; without it the page is in passing. */
  languageAddress?: string;
  /** Further origins to which the form may lead. */
  formTargets?: readonly string[];
}

/** A whole page before sign-in: head, brand, language and mode at the top, and the part in the middle. */
export function documentPage({ language, title, main, languageAddress, formTargets = [] }: DocumentParts): Page {
  const other: Locale = language === 'bg' ? 'en' : 'bg';
  const text = (key: Parameters<typeof pageText>[1]) => pageText(language, key);
  const choice =
    languageAddress === undefined
      ? null
      : html`<a class="plain" href="${languageAddress}?lang=${other}" lang="${other}" hreflang="${other}" data-language="${other}">${globe}${languageNames[other]}</a>`;
  const whole = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="same-origin">
<title>${title} – Parley</title>
<link rel="icon" href="/logo.svg" type="image/svg+xml">
<link rel="stylesheet" href="/auth/assets/fonts.css">
<link rel="stylesheet" href="/auth/assets/sign-in-colours.css">
<link rel="stylesheet" href="/auth/assets/sign-in.css">
<script src="/auth/assets/look.js"></script>
<script src="/auth/assets/sign-in.js" defer></script>
<script src="/auth/assets/passkey.js" defer></script>
</head>
<body>
<header><span class="brand">${logo}Parley</span><span class="tools">${choice}<button class="plain icon" type="button" data-mode hidden data-to-dark="${text('SIGN_IN_MODE_TO_DARK')}" data-to-light="${text('SIGN_IN_MODE_TO_LIGHT')}">${moon}${sun}</button></span></header>
<main>${main}</main>
</body>
</html>`;
  return { body: whole.html, policy: policyFor(formTargets) };
}
