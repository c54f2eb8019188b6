import iconv from 'iconv-lite';
import type { AutomaticMail, DeliveryReport, MailNotice } from '../../src/channels/email/reading/parsed-mail.ts';

/** A mail, and what a person must see of it. What is not named here must be empty, and nothing but `subject`, `from` and `text` may be left unsaid. */
export interface MailCase {
  name: string;
  mail: Buffer;
  subject?: string;
  /** `Name <address>`, or the address alone. */
  from?: string;
  to?: string[];
  cc?: string[];
  replyTo?: string[];
  /** How its text begins. */
  text?: string;
  /** The writer's own words, where something is quoted; else nothing may be taken for a quotation. */
  own?: string;
  /** The same in the HTML, as words. */
  ownHtml?: string;
  /** `name type bytes` of what is listed, and of what the HTML shows. */
  files?: string[];
  inline?: string[];
  notices?: MailNotice[];
  automatic?: AutomaticMail;
  report?: DeliveryReport;
  date?: string | null;
}

/** Lines of a mail as they go over the wire; each character of a string one byte, if none is beyond that, else UTF-8. */
export function mail(...lines: (string | Buffer)[]): Buffer {
  const end = Buffer.from('\r\n');
  return Buffer.concat(lines.flatMap((line) => [typeof line === 'string' ? Buffer.from(line.replace(/\r?\n/g, '\r\n')) : line, end]));
}

export const encoded = (text: string, charset: string): Buffer => iconv.encode(text, charset);

export const base64 = (content: Buffer | string): string => Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n');

export const quotedPrintable = (content: Buffer): string =>
  [...content]
    .map((byte) =>
      (byte >= 0x20 && byte < 0x7f && byte !== 0x3d) || byte === 0x0a
        ? String.fromCharCode(byte)
        : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('')
    .replace(/[^\n]{72}(?=[^\n])/g, (line) => {
      const half = /=.?$/.exec(line)?.[0] ?? '';
      return `${line.slice(0, line.length - half.length)}=\r\n${half}`;
    });

/** An encoded word (RFC 2047). */
export const word = (text: string, charset = 'utf-8', encoding: 'B' | 'Q' = 'B'): string =>
  encoding === 'B'
    ? `=?${charset}?B?${encoded(text, charset).toString('base64')}?=`
    : `=?${charset}?Q?${[...encoded(text, charset)].map((byte) => (byte === 0x20 ? '_' : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)).join('')}?=`;

/** A picture of one dot. */
export const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
