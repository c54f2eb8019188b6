import { EMAIL_HTML_LIMIT, EMAIL_SUBJECT_LIMIT, EMAIL_TEXT_LIMIT, FILE_NAME_LIMIT } from '@parley/contract/limits';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LONGEST_ADDRESS, MOST_PARTS } from './bounds.ts';
import { headersOf, keyOfMail } from './message-ids.ts';
import type { ParsedMail } from './parsed-mail.ts';
import { readHeadersAlone, readMail } from './read-mail.ts';

/** Pieces of which mails are made, in any order: what stands between them is any bytes. */
const PIECES = [
  'From: ',
  'To: ',
  'Subject: ',
  'Date: ',
  'Message-ID: <',
  'References: ',
  'Content-Type: multipart/mixed; boundary=b',
  'Content-Type: multipart/alternative; boundary="b"',
  'Content-Type: multipart/report',
  'Content-Type: message/delivery-status',
  'Content-Type: message/rfc822',
  'Content-Type: text/html; charset=',
  'Content-Type: application/ms-tnef',
  'Content-Transfer-Encoding: base64',
  'Content-Transfer-Encoding: quoted-printable',
  'Content-ID: <a>',
  "Content-Disposition: attachment; filename*0*=utf-8''%D0",
  '=?utf-8?Q?=D0?=',
  '=?koi8-r?B?99/',
  'x\x9f>"',
  '--b',
  '--b--',
  '\r\n',
  '\r\n\r\n',
  '\n ',
  '<blockquote type=cite>',
  '<img src="cid:a">',
  'On 1.1.2026 a@b.test wrote:',
  'Final-Recipient: rfc822; a@b.test',
  'Action: failed',
  'utf-7',
  'utf-16',
  'iso-2022-jp',
  '&#1114112;',
  '\0',
];
const bytes = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...PIECES).map((piece) => Buffer.from(piece, 'latin1')) },
      fc.uint8Array({ maxLength: 20 }),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => Buffer.concat(pieces));

/** What `ParsedMail` promises, of whatever mail. */
function expectPromised(mail: ParsedMail, now: Date): void {
  const { parts, ...rest } = structuredClone(mail);
  const strings = JSON.stringify(rest);
  expect(strings).not.toMatch(/\\u0000|\\ud[89a-f]/i);
  expect(mail.text.length).toBeLessThanOrEqual(EMAIL_TEXT_LIMIT);
  expect(mail.html?.length ?? 0).toBeLessThanOrEqual(EMAIL_HTML_LIMIT);
  expect(mail.subject.length).toBeLessThanOrEqual(EMAIL_SUBJECT_LIMIT);
  expect(mail.subject).not.toMatch(/[\r\n]/);
  expect(mail.quoted.textStart).toBeLessThanOrEqual(mail.text.length);
  expect(mail.quoted.htmlStart === null).toBe(mail.html === null);
  expect(mail.date === null || new Date(mail.date).getTime() <= now.getTime()).toBe(true);
  expect(parts.length).toBeLessThanOrEqual(MOST_PARTS);
  for (const { name, type, size, content } of parts) {
    expect(name.length > 0 && name.length <= FILE_NAME_LIMIT).toBe(true);
    expect(name).not.toMatch(/[/\\\r\n\0]/);
    expect(name.isWellFormed()).toBe(true);
    expect(type).toMatch(/^[^\s/;]+\/[^\s/;]+$/);
    expect(size).toBe(content.length);
  }
  for (const { name, address } of [mail.from, mail.sender, ...mail.to, ...mail.cc, ...mail.bcc, ...mail.replyTo].flatMap(
    (one) => one ?? [],
  )) {
    expect(address).toMatch(/^.+@[^@\s]+$/s);
    expect(address.length).toBeLessThanOrEqual(LONGEST_ADDRESS);
    expect(address).toBe(address.toLowerCase());
    expect(name).not.toMatch(/[\r\n]/);
  }
}

it('reads whatever bytes without ever failing, and keeps what it promises', async () => {
  const now = new Date('2026-11-30T12:00:00Z');
  await fc.assert(
    fc.asyncProperty(bytes, async (source) => {
      expectPromised(await readMail(source, now), now);
      expectPromised(readHeadersAlone(source, now), now);
      expect(keyOfMail(source)).toBe(keyOfMail(new Uint8Array(source)));
      headersOf(source);
    }),
    { numRuns: 1500 },
  );
});
