import { expect, it } from 'vitest';
import { headersOf, keyOfMail, messageIdsIn } from './message-ids.ts';

const mail = (...lines: string[]): Buffer => Buffer.from(lines.join('\r\n'));
const HEAD = ['Message-ID: <a@mail.test>', 'From: Ana <ana@mail.test>', 'Date: Wed, 11 Nov 2026 10:12:13 +0200', 'Subject: s'];

it('knows a mail again whatever the servers on its way wrote, and however its lines end', () => {
  const key = keyOfMail(mail(...HEAD, '', 'Words', ''));
  expect(key).toMatch(/^<a@mail\.test> [0-9a-f]{64}$/);
  expect(keyOfMail(mail('Received: from relay', 'Delivered-To: b@firma.test', ...HEAD, 'X-Spam: no', '', 'Words', ''))).toBe(key);
  expect(
    keyOfMail(
      Buffer.from(
        mail(...HEAD, '', 'Words')
          .toString()
          .replaceAll('\r\n', '\n'),
      ),
    ),
  ).toBe(key);
});

it.each([
  ['a body', [...HEAD, '', 'Other words']],
  ['a subject', [...HEAD.slice(0, 3), 'Subject: t', '', 'Words']],
  ['a sender', ['From: Bo <bo@mail.test>', ...HEAD.filter((line) => !line.startsWith('From')), '', 'Words']],
])('tells mails of one Message-ID apart by %s', (_, lines) => {
  expect(keyOfMail(mail(...lines))).not.toBe(keyOfMail(mail(...HEAD, '', 'Words')));
});

it('takes the whole of a mail without a Message-ID: the same is one, another is another (BUG-021)', () => {
  const scan = (pdf: string) =>
    mail('From: scan@office.test', 'Date: Wed, 11 Nov 2026 10:12:13 +0200', 'Subject: s', 'Message-ID: <>', '', pdf);
  expect(keyOfMail(scan('1'))).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(keyOfMail(scan('1'))).toBe(keyOfMail(scan('1')));
  expect(keyOfMail(scan('1'))).not.toBe(keyOfMail(scan('2')));
});

it('reads what a mail is called from its header alone', () => {
  expect(
    headersOf(mail('Subject: =?utf-8?B?0JvQsNC80L/QsA==?=', 'From: Ana', ' <ana@mail.test>', 'message-id:a@mail.test', '', 'Date: no')),
  ).toEqual({
    messageId: '<a@mail.test>',
    from: 'Ana <ana@mail.test>',
    date: '',
    subject: 'Лампа',
  });
});

it('keeps the first and the last twenty of too many references', () => {
  const all = Array.from({ length: 60 }, (_, index) => `<${index}@mail.test>`);
  expect(messageIdsIn(all.join(' '))).toEqual({ ids: [...all.slice(0, 20), ...all.slice(-20)], isCut: true });
  expect(messageIdsIn('<a@b> junk c@d <a@b> < e @f >')).toEqual({ ids: ['<a@b>', '<c@d>', '<e@f>'], isCut: false });
});
