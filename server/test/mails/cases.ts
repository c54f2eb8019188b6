import { readFileSync } from 'node:fs';
import type { MailCase } from './mail-case.ts';

const input = (name: string): Buffer => readFileSync(new URL(`./cases/${name}.eml`, import.meta.url));
const date = '2026-11-11T08:12:13.000Z';

/** The inputs of the collected cases as they came. */
export const cases: MailCase[] = [
  {
    name: 'BUG-001, gb2312 with UTF-8',
    mail: input('BUG-001-gb2312-with-utf8'),
    subject: 'Order 55',
    from: 'Li <li@mail.test>',
    text: 'Box 5 – broken 箱',
    date,
  },
  {
    name: 'BUG-001, UTF-8 that is windows-1251',
    mail: input('BUG-001-wrong-charset'),
    subject: 'Faktura 104',
    from: 'Irina K <irina.k@mail.test>',
    text: 'Здравейте, липсва ми фактура 104',
    date,
  },
  { name: 'BUG-002', mail: input('BUG-002-cp1251-qp'), subject: 'Въпрос', text: 'Моля, кога ще дойде куриерът?', date },
  {
    name: 'BUG-009',
    mail: input('BUG-009-cid-no-disposition'),
    subject: 'Snimka',
    text: 'Ето: край',
    inline: ['s.png image/png 69'],
    date,
  },
  {
    name: 'BUG-011',
    mail: input('BUG-011-ooo-no-header'),
    subject: 'Отсъствам',
    from: 'Stoyan <stoyan+17@mail.test>',
    text: 'В отпуск',
    automatic: { reasons: ['SUBJECT'], outOfOffice: 'LIKELY' },
    date,
  },
  {
    name: 'BUG-014',
    mail: input('BUG-014-dsn'),
    text: 'Your message could not be delivered.',
    files: ['attachment-1 text/rfc822-headers 87'],
    automatic: { reasons: ['AUTO_SUBMITTED', 'EMPTY_RETURN_PATH', 'MAILER_DAEMON', 'REPORT'], outOfOffice: 'NO' },
    report: {
      kind: 'REPORT',
      originalMessageId: '<REPLACE-WITH-ID-OF-SENT-MAIL>',
      recipients: [{ address: 'nosuch@mail.test', originalAddress: null, action: 'failed', status: '5.1.1', diagnostic: '' }],
    },
    date,
  },
  {
    name: 'BUG-018',
    mail: input('BUG-018-form-reply-to'),
    from: 'Shop <noreply@shop.test>',
    replyTo: ['Цвета Илиева <cveta@mail.test>'],
    text: 'E-mail: petar@mail.test',
    automatic: { reasons: ['MAILER_DAEMON'], outOfOffice: 'NO' },
    date,
  },
  {
    name: 'BUG-019',
    mail: input('BUG-019-active'),
    subject: '</title><script>document.title=6</script>',
    from: 'Ana<img src=q onerror=document.title=5> <ana@mail.test>',
    text: 'Zdravei\n\nlink\nhover',
    date,
  },
];
