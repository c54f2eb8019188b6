import type { Locale } from '@parley/contract';
import { letters as bg } from '@parley/contract/text/bg/letters';
import { letters as en } from '@parley/contract/text/en/letters';
import { filled, html } from '../platform/html.ts';
import type { Letter } from '../platform/mail.ts';

/** What a letter is about, with what it says. */
export type LetterAbout =
  | { kind: 'INVITATION' | 'PASSWORD_RESET' | 'PASSWORD_LINK'; link: string }
  | { kind: 'EMAIL_CHANGE'; link: string; email: string }
  | { kind: 'EMAIL_CHANGED'; email: string }
  | { kind: 'PASSWORD_CHANGED' }
  | { kind: 'LOCKED'; tries: number; minutes: number };

type LetterText = keyof typeof en;
interface Texts {
  subject: LetterText;
  words: LetterText;
  action?: LetterText;
  notes: readonly LetterText[];
}

const TEXTS: Record<LetterAbout['kind'], Texts> = {
  INVITATION: {
    subject: 'LETTER_INVITATION_SUBJECT',
    words: 'LETTER_INVITATION',
    action: 'LETTER_INVITATION_ACTION',
    notes: ['LETTER_INVITATION_NOTE'],
  },
  PASSWORD_RESET: { subject: 'LETTER_RESET_SUBJECT', words: 'LETTER_RESET', action: 'LETTER_RESET_ACTION', notes: ['LETTER_RESET_NOTE'] },
  /** Made by an administrator. */
  PASSWORD_LINK: {
    subject: 'LETTER_RESET_SUBJECT',
    words: 'LETTER_PASSWORD_LINK',
    action: 'LETTER_RESET_ACTION',
    notes: ['LETTER_PASSWORD_LINK_NOTE'],
  },
  EMAIL_CHANGE: { subject: 'LETTER_EMAIL_SUBJECT', words: 'LETTER_EMAIL', action: 'LETTER_EMAIL_ACTION', notes: ['LETTER_EMAIL_NOTE'] },
  EMAIL_CHANGED: { subject: 'LETTER_EMAIL_CHANGED_SUBJECT', words: 'LETTER_EMAIL_CHANGED', notes: ['LETTER_NOT_YOU'] },
  PASSWORD_CHANGED: { subject: 'LETTER_PASSWORD_CHANGED_SUBJECT', words: 'LETTER_PASSWORD_CHANGED', notes: ['LETTER_NOT_YOU'] },
  LOCKED: { subject: 'LETTER_LOCKED_SUBJECT', words: 'LETTER_LOCKED', notes: ['LETTER_LOCKED_NOTE'] },
};

/** A letter in the language of whom it is for, as plain text and as simple HTML that says the same. */
export function writeLetter(to: { email: string; firstName: string; locale: Locale }, about: LetterAbout, host: string): Letter {
  const text = (key: LetterText) => filled((to.locale === 'bg' ? bg : en)[key], { ...about, name: to.firstName, host }, to.locale);
  const { subject, words, action, notes } = TEXTS[about.kind];
  const link = 'link' in about && action !== undefined ? { address: about.link, label: text(action) } : null;
  const above = [text('LETTER_GREETING'), text(words)];
  const below = notes.map(text);
  const plain = [...above, ...(link === null ? [] : [`${link.label}:\n${link.address}`]), ...below].join('\n\n');
  const paragraphs = (all: readonly string[]) => all.map((one) => html`<p style="margin:0 0 16px">${one}</p>`);
  const button =
    link === null
      ? null
      : html`<p style="margin:24px 0"><a href="${link.address}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#783fcc;color:#ffffff;text-decoration:none;font-weight:500">${link.label}</a></p>`;
  const body = html`<!doctype html>
<html lang="${to.locale}">
<head><meta charset="utf-8"><title>${text(subject)}</title></head>
<body style="margin:0;padding:24px;font:14px/1.45 Roboto,system-ui,sans-serif;color:#1c1a22;background:#ffffff"><div style="max-width:480px">${paragraphs(above)}${button}${paragraphs(below)}</div></body>
</html>`;
  return { to: to.email, subject: text(subject), text: plain, html: body.html };
}
