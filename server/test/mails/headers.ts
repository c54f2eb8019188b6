import { type MailCase, mail, word } from './mail-case.ts';

const plain = (...header: string[]): Buffer => mail(...header, '', 'x');
const emoji = '😀'.repeat(300);

/** BUG-027, BUG-019, BUG-025, and their kind. */
export const headers: MailCase[] = [
  { name: 'no date', mail: plain('From: a@b.test', 'Subject: s'), subject: 's', date: null, text: 'x' },
  { name: 'a date in 1970', mail: plain('From: a@b.test', 'Date: Thu, 1 Jan 1970 00:00:00 +0000'), date: null, text: 'x' },
  { name: 'a date in 2099', mail: plain('From: a@b.test', 'Date: Thu, 1 Jan 2099 00:00:00 +0000'), date: null, text: 'x' },
  { name: 'a zone that is none', mail: plain('From: a@b.test', 'Date: Wed, 11 Nov 2026 10:12:13 +9900'), date: null, text: 'x' },
  { name: 'a date that is none', mail: plain('From: a@b.test', 'Date: вчера'), date: null, text: 'x' },
  {
    name: 'a clock that is an hour ahead',
    mail: plain('From: a@b.test', 'Date: Mon, 30 Nov 2026 13:00:00 +0000'),
    date: '2026-11-30T12:00:00.000Z',
    text: 'x',
  },
  {
    name: 'a date with a comment',
    mail: plain('From: a@b.test', 'Date: Wed, 11 Nov 2026 10:12:13 +0200 (EET)'),
    date: '2026-11-11T08:12:13.000Z',
    text: 'x',
  },
  {
    name: 'a date of old, without a zone',
    mail: plain('From: a@b.test', 'Date: 11 Nov 26 10:12'),
    date: '2026-11-11T10:12:00.000Z',
    text: 'x',
  },
  { name: 'no subject', mail: plain('From: a@b.test'), subject: '', text: 'x' },
  {
    name: 'a subject of 4 kB over lines',
    mail: plain('From: a@b.test', `Subject: ${'long '.repeat(500)}`, ` ${'more '.repeat(300)}`),
    subject: 'long '.repeat(500).slice(0, 998),
    text: 'x',
  },
  {
    name: 'an empty sender',
    mail: plain('From:', 'Subject: s'),
    from: '',
    subject: 's',
    text: 'x',
    automatic: { reasons: ['MAILER_DAEMON'], outOfOffice: 'NO' },
  },
  {
    name: 'a sender without an address',
    mail: plain('From: The scanner on the 3rd floor'),
    from: 'The scanner on the 3rd floor',
    text: 'x',
    automatic: { reasons: ['MAILER_DAEMON'], outOfOffice: 'NO' },
  },
  { name: 'two senders', mail: plain('From: One <one@b.test>', 'From: two@b.test'), from: 'One <one@b.test>', text: 'x' },
  { name: 'nobody told', mail: plain('From: a@b.test', 'To: undisclosed-recipients:;'), to: [], text: 'x' },
  {
    name: 'a group',
    mail: plain('From: a@b.test', 'To: Team: Ana <ana@b.test>, bo@b.test;, c@b.test'),
    to: ['Ana <ana@b.test>', 'bo@b.test', 'c@b.test'],
    text: 'x',
  },
  {
    name: 'an answer to an address in two brackets',
    mail: plain('From: a@b.test', 'Reply-To: <<a@b.test>'),
    replyTo: ['a@b.test'],
    text: 'x',
  },
  { name: 'two @ in an address', mail: plain('From: a@b.test', 'To: a@@b.test, ok@b.test'), to: ['ok@b.test'], text: 'x' },
  { name: 'a name of 300 emoji', mail: plain(`From: ${word(emoji)} <a@b.test>`), from: `${'😀'.repeat(250)} <a@b.test>`, text: 'x' },
  {
    name: 'a line break within the recipients',
    mail: plain('From: a@b.test', 'To: One', ' <one@b.test>,', '\ttwo@b.test'),
    to: ['One <one@b.test>', 'two@b.test'],
    text: 'x',
  },
  { name: 'an empty In-Reply-To', mail: plain('From: a@b.test', 'In-Reply-To:', 'References: '), text: 'x' },
  {
    name: 'markup in a local part',
    mail: plain('From: "<svg onload=document.title=2>"@mail.test'),
    from: '"<svg onload=document.title=2>"@mail.test',
    text: 'x',
  },
  {
    name: 'capitals, and a domain in Cyrillic',
    mail: plain('From: Ivan.P@Пример.БГ', 'To: SHOP@LUMEN.TEST, shop@lumen.test'),
    from: 'ivan.p@xn--e1afmkfd.xn--90ae',
    to: ['shop@lumen.test'],
    text: 'x',
  },
  {
    name: 'a name in which an address hides',
    mail: plain(`From: ${word('boss@bank.test" <boss@bank.test>')} <thief@mail.test>`),
    from: 'boss@bank.test" <boss@bank.test> <thief@mail.test>',
    text: 'x',
  },
  {
    name: 'a name with comma and quotes',
    mail: plain('From: "Koleva, \\"Iri\\" (Sofia)" <i@b.test>'),
    from: 'Koleva, "Iri" (Sofia) <i@b.test>',
    text: 'x',
  },
  { name: 'no empty line before the text', mail: mail('From: a@b.test', 'Subject: s', '', ''), subject: 's', text: '' },
  {
    name: 'a line of an mbox before it',
    mail: mail('From a@b.test Wed Nov 11 10:12:13 2026', 'From: a@b.test', 'Subject: s', '', 'x'),
    subject: 's',
    text: 'x',
  },
  {
    name: 'a header of 300 kB',
    mail: mail('From: a@b.test', 'Subject: s', `X-Long: ${'x'.repeat(300_000)}`, 'Cc: c@b.test', '', 'x'),
    subject: 's',
    text: 'x',
    notices: ['CUT'],
  },
  {
    name: 'nothing but words',
    mail: mail('Hello, this is no mail at all.'),
    from: '',
    text: 'Hello, this is no mail at all.',
    automatic: { reasons: ['MAILER_DAEMON'], outOfOffice: 'NO' },
  },
  { name: 'nothing', mail: Buffer.alloc(0), from: '', text: '', automatic: { reasons: ['MAILER_DAEMON'], outOfOffice: 'NO' } },
];
