import { domainToUnicode } from 'node:url';
import { addressIn, EMAIL_HTML_LIMIT, EMAIL_TEXT_LIMIT, type Email, type Locale, nameIn, type signaturePlacements } from '@parley/contract';
import { emailHistory as bg } from '@parley/contract/text/bg/email-history';
import { emailHistory as en } from '@parley/contract/text/en/email-history';
import { filled } from '../../platform/html.ts';
import { harmlessHtml } from './harmless-html.ts';
import { asHtml, plainWords } from './plain-words.ts';

export interface SignatureBelow {
  content: string;
  isHtml: boolean;
  placement: (typeof signaturePlacements)[number];
}

/** An e-mail of the room as it stands below the words of another. */
export interface HistoryBelow {
  kind: 'QUOTED' | 'FORWARDED';
  email: Pick<Email, 'from' | 'to' | 'cc' | 'subject' | 'content' | 'attachments'>;
  /** Its looks; null where it had none. */
  html: string | null;
  /** When it was written. */
  at: string;
}

/** In which language, and by which clocks, the line above it is written. */
export interface Reading {
  language: Locale;
  timezone: string;
}

/** The same thing twice: as plain text, and with its looks. */
interface Both {
  text: string;
  html: string;
}

/** HTML as it goes out: nothing that runs. Pictures of its own stand at `cid:<fileId>` (RFC 2392), those that lie elsewhere stay where they are. */
export const outgoingHtml = (html: string, ownFiles: ReadonlySet<string>): string =>
  harmlessHtml(html, { own: (id) => (ownFiles.has(id) ? `cid:${id}` : null), remote: (address) => address });

/** Files that stand as pictures in HTML that `outgoingHtml` made. */
export const picturesIn = (html: string): string[] => [...html.matchAll(/<img[^>]* src="cid:([\da-f-]{36})"/g)].map(([, id = '']) => id);

const words = { en, bg };
type Line = keyof typeof en;
const line = (name: Line, params: Readonly<Record<string, string>>, { language }: Reading): string =>
  filled(words[language][name], params, language);

/** With the domain in the letters of its language, as people read it. */
export function readableRecipient(recipient: string): string {
  const address = addressIn(recipient);
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const shown = `${address.slice(0, at + 1)}${domainToUnicode(domain) || domain}`;
  const name = nameIn(recipient);
  return name === '' ? shown : `${name} <${shown}>`;
}

const listed = (recipients: readonly string[]): string => recipients.map(readableRecipient).join(', ');

export function signatureParts({ content, isHtml }: SignatureBelow): Both {
  const html = isHtml ? outgoingHtml(content, new Set()) : asHtml(content);
  return { html, text: isHtml ? plainWords(html) : content };
}

/**
 * What was said before, under a line that says who said it (protocol: quoted history), or what is passed on, under its head. Whom it went to as a blind
 * copy is told to nobody.
 */
export function historyParts({ kind, email, html, at }: HistoryBelow, reading: Reading): Both {
  const date = new Intl.DateTimeFormat(reading.language === 'bg' ? 'bg-BG' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: reading.timezone,
  }).format(new Date(at));
  const looks = html === null ? asHtml(email.content.trim()) : outgoingHtml(html, new Set(email.attachments.map(({ fileId }) => fileId)));
  if (kind === 'QUOTED') {
    const head = line('EMAIL_HISTORY_WROTE', { date, name: readableRecipient(email.from) }, reading);
    const quoted = email.content
      .trim()
      .split('\n')
      .map((one) => (one.startsWith('>') ? `>${one}` : `> ${one}`));
    const style = 'margin: 8px 0; padding-left: 12px; border-left: 2px solid #cccccc';
    return {
      text: [head, ...quoted].join('\n'),
      html: `<div>${asHtml(head)}</div><blockquote type="cite" style="${style}">${looks}</blockquote>`,
    };
  }
  const lines = (
    [
      ['EMAIL_HISTORY_FROM', readableRecipient(email.from)],
      ['EMAIL_HISTORY_DATE', date],
      ['EMAIL_HISTORY_SUBJECT', email.subject],
      ['EMAIL_HISTORY_TO', listed(email.to)],
      ['EMAIL_HISTORY_CC', listed(email.cc)],
    ] as const
  )
    .filter(([, value]) => value !== '')
    .map(([name, value]) => line(name, { value }, reading));
  const head = ['', `---------- ${line('EMAIL_HISTORY_FORWARDED', {}, reading)} ----------`, ...lines].join('\n').trim();
  return { text: `${head}\n\n${email.content.trim()}`, html: `<div>${asHtml(head)}</div><br><div>${looks}</div>` };
}

interface ToCompose {
  text: string;
  /** What `outgoingHtml` made of what was written; null: it goes as plain text. */
  html: string | null;
  signature: SignatureBelow | null;
  history: HistoryBelow | null;
}

/**
 * An e-mail as it leaves: the words of its writer first, whole; then the signature and what was said before, by the signature's placement. What was said
 * before is shortened where all of it together would be longer than what is kept of one (contract: EMAIL_TEXT_LIMIT, EMAIL_HTML_LIMIT): with its looks it
 * goes without them first.
 */
export function composedEmail(written: ToCompose, reading: Reading): { text: string; html: string | null } {
  const { signature, history } = written;
  const signed = signature === null ? null : signatureParts(signature);
  const said = history === null ? null : historyParts(history, reading);
  const isLast = history === null || signature?.placement === 'BELOW_QUOTE';
  const mark = signed === null ? '' : `${isLast ? '-- \n' : ''}${signed.text}`;
  const inOrder = (own: string, sign: string, before: string) =>
    (signature?.placement === 'BELOW_QUOTE' ? [own, before, sign] : [own, sign, before]).filter((part) => part !== '');
  const textRoom = EMAIL_TEXT_LIMIT - written.text.length - mark.length - 8;
  const text = inOrder(written.text, mark, cut(said?.text ?? '', textRoom)).join('\n\n');
  if (written.html === null) return { text, html: null };
  const sign = signed === null ? '' : `<div>${signed.html}</div>`;
  const htmlRoom = EMAIL_HTML_LIMIT - written.html.length - sign.length - 64;
  const before = said === null ? '' : said.html.length <= htmlRoom ? said.html : asHtml(cut(said.text, Math.floor(htmlRoom / 8)));
  return {
    text,
    html: inOrder(written.html === '' ? '' : `<div>${written.html}</div>`, sign, before === '' ? '' : `<div>${before}</div>`).join('<br>'),
  };
}

/** At a line's end. */
const cut = (text: string, room: number): string =>
  text.length <= room ? text : text.slice(0, Math.max(0, text.lastIndexOf('\n', Math.max(0, room))));
