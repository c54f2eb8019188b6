import { base64, type MailCase, mail, word } from './mail-case.ts';

const reply = (...lines: string[]): Buffer =>
  mail('From: Ana <ana@mail.test>', 'Subject: Re: Lamp', 'Content-Type: text/plain; charset=utf-8', '', ...lines);
const html = (content: string): Buffer =>
  mail('From: Ana <ana@mail.test>', 'Subject: Re: Lamp', 'Content-Type: text/html; charset=utf-8', '', content);
const BEFORE = ['> The lamp flickers.', '> What to do?'];

/** An introduction, as mail programs write it in their languages. */
const INTRODUCTIONS: [program: string, line: string][] = [
  ['Gmail, English', 'On Wed, Nov 11, 2026 at 10:12 AM Shop <shop@lumen.test> wrote:'],
  ['Gmail, English over two lines', 'On Wed, Nov 11, 2026 at 10:12 AM The long name of a shop\n<shop@lumen.test> wrote:'],
  ['Gmail, Bulgarian', 'На ср, 11.11.2026 г. в 10:12 Магазин <shop@lumen.test> написа:'],
  ['Thunderbird, Bulgarian', 'На 11.11.26 г. в 10:12 ч., Магазин написа:'],
  ['Thunderbird, German', 'Am 11.11.26 um 10:12 schrieb Laden:'],
  ['Gmail, German', 'Am Mi., 11. Nov. 2026 um 10:12 Uhr schrieb Laden <shop@lumen.test>:'],
  ['Gmail, French', 'Le mer. 11 nov. 2026 à 10:12, Magasin <shop@lumen.test> a écrit :'],
  ['Gmail, Greek', 'Στις Τετ 11 Νοε 2026 στις 10:12 π.μ., ο χρήστης Shop <shop@lumen.test> έγραψε:'],
  ['Gmail, Turkish', 'Shop <shop@lumen.test>, 11 Kas 2026 Çar, 10:12 tarihinde şunu yazdı:'],
  ['mail.ru, Russian', 'Среда, 11 ноября 2026, 10:12 +03:00 от Shop <shop@lumen.test>: написал:'],
  ['Gmail, Russian', 'ср, 11 нояб. 2026 г. в 10:12, Shop <shop@lumen.test>: пишет:'],
  ['Gmail, Japanese', '2026年11月11日(水) 10:12 Shop <shop@lumen.test>:'],
  ['Apple Mail', 'On 11 Nov 2026, at 10:12, Shop <shop@lumen.test> wrote:'],
];

export const replies: MailCase[] = [
  ...INTRODUCTIONS.map(
    ([program, line]): MailCase => ({
      name: `an answer, ${program}`,
      mail: reply('Thank you, it works.', '', line, ...BEFORE),
      text: 'Thank you',
      own: 'Thank you, it works.',
    }),
  ),
  {
    name: 'an answer, Outlook in plain text',
    mail: reply('Thanks', '', '-----Original Message-----', 'From: Shop', 'Sent: Wednesday', 'To: Ana', 'Subject: Lamp', '', 'The lamp'),
    text: 'Thanks',
    own: 'Thanks',
  },
  {
    name: 'an answer, Outlook with a rule',
    mail: reply(
      'Благодаря',
      '',
      '________________________________',
      'От: Магазин <shop@lumen.test>',
      'Изпратено: сряда, 11 ноември 2026 г. 10:12',
      'До: Ана',
      'Относно: Лампа',
      '',
      'Лампата',
    ),
    text: 'Благодаря',
    own: 'Благодаря',
  },
  {
    name: 'an answer, Outlook in German',
    mail: reply('Danke', '', 'Von: Laden <shop@lumen.test>', 'Gesendet: Mittwoch', 'An: Ana', 'Betreff: Lampe', '', 'Die Lampe'),
    text: 'Danke',
    own: 'Danke',
  },
  { name: 'a quotation that nothing introduces', mail: reply('Yes.', '', ...BEFORE), text: 'Yes.', own: 'Yes.' },
  {
    name: 'an answer below what is quoted',
    mail: reply('On Wed, Nov 11, 2026 Shop <shop@lumen.test> wrote:', ...BEFORE, '', 'It works, thank you.'),
    text: 'On Wed',
  },
  {
    name: 'an answer between what is quoted',
    mail: reply('Hello,', 'On Wed, Nov 11, 2026 Shop <shop@lumen.test> wrote:', '> The lamp?', 'It works.', '> The shade?', 'It does not.'),
    text: 'Hello,',
  },
  {
    name: 'forwarded without a word',
    mail: reply(
      '---------- Forwarded message ---------',
      'From: Boss <boss@mail.test>',
      'Date: today',
      'Subject: Look',
      'To: Ana',
      '',
      'Look at this',
    ),
    text: '---------- Forwarded',
  },
  { name: 'words that look like an introduction', mail: reply('On Monday I wrote:', 'please call me.'), text: 'On Monday' },
  {
    name: 'an answer, Gmail in HTML',
    mail: html(
      '<div dir="ltr">Благодаря, работи.</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">На ср, 11.11 Магазин написа:<br></div><blockquote class="gmail_quote">Лампата</blockquote></div>',
    ),
    text: 'Благодаря',
    own: 'Благодаря, работи.',
    ownHtml: 'Благодаря, работи.',
  },
  {
    name: 'an answer, Outlook on the web',
    mail: html(
      '<html><head><style>p{margin:0}</style></head><body><p>Thanks</p><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Shop<br><b>Sent:</b> today<br><b>Subject:</b> Lamp</div><p>The lamp</p></body></html>',
    ),
    text: 'Thanks',
    own: 'Thanks',
    ownHtml: 'Thanks',
  },
  {
    name: 'an answer, Outlook for the desktop',
    mail: html(
      "<p class=MsoNormal>Thanks</p><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal><b>From:</b> Shop</p></div><p>The lamp</p>",
    ),
    text: 'Thanks',
    own: 'Thanks',
    ownHtml: 'Thanks',
  },
  {
    name: 'an answer, Apple Mail in HTML',
    mail: html(
      '<body>Yes<br><div><br><blockquote type="cite"><div>On 11 Nov 2026, at 10:12, Shop &lt;shop@lumen.test&gt; wrote:</div>The lamp</blockquote></div></body>',
    ),
    text: 'Yes',
    own: 'Yes',
    ownHtml: 'Yes',
  },
  {
    name: 'an answer, Thunderbird in HTML and text',
    mail: mail(
      'From: Ana <ana@mail.test>',
      'User-Agent: Mozilla Thunderbird',
      'Content-Type: multipart/alternative; boundary="------------b1"',
      '',
      '--------------b1',
      'Content-Type: text/plain; charset=UTF-8; format=flowed',
      '',
      'It works, and the rest of this long line ',
      'goes on here.',
      '',
      'Am 11.11.26 um 10:12 schrieb Laden:',
      '> The lamp',
      '--------------b1',
      'Content-Type: text/html; charset=UTF-8',
      '',
      '<p>It works.</p><div class="moz-cite-prefix">Am 11.11.26 um 10:12 schrieb Laden:<br></div><blockquote type="cite">The lamp</blockquote>',
      '--------------b1--',
    ),
    text: 'It works, and the rest of this long line goes on here.',
    own: 'It works, and the rest of this long line goes on here.',
    ownHtml: 'It works.',
  },
  { name: 'an answer below in HTML', mail: html('<blockquote type="cite">The lamp</blockquote><p>It works.</p>'), text: 'The lamp' },
  {
    name: 'an answer, iPhone',
    mail: mail(
      'From: Ana <ana@mail.test>',
      'X-Mailer: iPhone Mail (24A123)',
      'Content-Transfer-Encoding: base64',
      'Content-Type: text/plain; charset=utf-8',
      '',
      base64('Добре\n\nИзпратено от моя iPhone\n\n> На 11.11.2026 г. в 10:12 Магазин <shop@lumen.test> написа:\n> \n> Лампата\n'),
    ),
    text: 'Добре',
    own: 'Добре\n\nИзпратено от моя iPhone',
  },
  {
    name: 'a scanner',
    mail: mail(
      'From: scan@office.test',
      `Subject: ${word('Документ')}`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=scan',
      '',
      '--scan',
      'Content-Type: application/pdf',
      'Content-Disposition: attachment; filename=Scan_001.pdf',
      'Content-Transfer-Encoding: base64',
      '',
      base64('%PDF-1.4'),
      '--scan--',
    ),
    subject: 'Документ',
    text: '',
    files: ['Scan_001.pdf application/pdf 8'],
  },
];
