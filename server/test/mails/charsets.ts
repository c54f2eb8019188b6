import { base64, encoded, type MailCase, mail, quotedPrintable, word } from './mail-case.ts';

const BG = 'Здравейте, липсва ми фактура 104 за поръчката от вторник. Поздрави, Ирина';
const RU = 'Здравствуйте, когда придёт мой заказ? Спасибо, Ольга';
const DE = 'Grüße aus Köln, die Lampe flackert für 20 €. Schöne Grüße, Jürgen';
const EL = 'Καλημέρα, η λάμπα τρεμοπαίζει. Ευχαριστώ, Ελένη';
const TR = 'Merhaba, siparişim ne zaman gelecek? Teşekkürler, Ayşe Yıldız';
const PL = 'Dzień dobry, lampa migocze. Proszę o pomoc, Łukasz Święty';
const JA = 'こんにちは、ランプがちらつきます。よろしくお願いします。';
const ZH = '您好，我的灯在闪烁，请问什么时候可以更换？';
const KO = '안녕하세요, 램프가 깜박입니다. 감사합니다.';
const AR = 'مرحبا، المصباح يومض. شكرا جزيلا';
const HE = 'שלום, המנורה מהבהבת. תודה רבה';
const TH = 'สวัสดี หลอดไฟกะพริบ ขอบคุณ';
const VI = 'Cam on nhieu, den bi nhap nhay';
const FR = 'L’ampoule clignote, déjà réglé à Noël';

/** How it is written: the name that the mail says, what its bytes are where they differ, its words, and how they travel. */
const WRITTEN: [says: string, text: string, how: '8bit' | 'base64' | 'quoted-printable', bytes?: string][] = [
  ['utf-8', BG, '8bit'],
  ['UTF-8', `${BG} 😀`, 'quoted-printable'],
  ['windows-1251', BG, '8bit'],
  ['cp1251', BG, 'quoted-printable', 'windows-1251'],
  ['x-cp1251', BG, 'base64', 'windows-1251'],
  ['koi8-r', RU.replace('ё', 'е'), '8bit'],
  ['KOI8-U', 'Добрий день, її лампа блимає', 'base64', 'koi8-u'],
  ['iso-8859-5', BG, 'quoted-printable'],
  ['x-mac-cyrillic', BG, 'base64', 'maccyrillic'],
  ['ibm866', BG, 'base64', 'cp866'],
  ['iso-8859-1', DE.replace('€', 'EUR'), 'quoted-printable'],
  ['iso-8859-15', DE, 'quoted-printable'],
  ['windows-1252', FR, '8bit'],
  ['windows-1258', FR.replace('’', '\u2019'), 'quoted-printable'],
  ['windows-1250', PL, '8bit'],
  ['iso-8859-2', PL, 'quoted-printable'],
  ['iso-8859-7', EL, '8bit'],
  ['windows-1253', EL, 'base64'],
  ['iso-8859-9', TR, '8bit'],
  ['windows-1254', TR, 'quoted-printable'],
  ['windows-1256', AR, 'base64'],
  ['windows-1255', HE, 'base64'],
  ['windows-874', TH, 'base64'],
  ['gb2312', ZH, 'base64'],
  ['gb18030', `${ZH}㐂`, 'base64'],
  ['big5', '您好，燈在閃爍', '8bit'],
  ['shift_jis', JA, 'base64'],
  ['euc-jp', JA, '8bit'],
  ['euc-kr', KO, 'base64'],
  ['ks_c_5601-1987', KO, '8bit', 'euc-kr'],
  ['utf-7', 'Grüße und 日本', '8bit'],
  ['utf-16', JA, 'base64', 'utf-16be'],
  ['utf-16le', BG, 'base64'],
  ['cp437', 'Grüße', 'quoted-printable'],
  ['us-ascii', VI, '8bit'],
  // What is said is not what is there.
  ['utf-8', BG, '8bit', 'windows-1251'],
  ['us-ascii', BG, '8bit', 'windows-1251'],
  ['utf-8', RU.replace('ё', 'е'), 'base64', 'koi8-r'],
  ['iso-8859-1', BG, '8bit', 'utf-8'],
  ['windows-1251', BG, 'quoted-printable', 'utf-8'],
  ['gb2312', 'Box 5 – broken 箱', '8bit', 'utf-8'],
  ['iso-8859-1', BG, '8bit', 'windows-1251'],
  ['iso-8859-1', EL, 'base64', 'iso-8859-7'],
  ['x-unknown-77', BG, '8bit', 'windows-1251'],
  ['unicode-of-ours', JA, 'base64', 'utf-8'],
];

const isoJapanese = Buffer.from('\x1b$B$3$s$K$A$O\x1b(B, Tanaka', 'latin1');

export const charsets: MailCase[] = [
  ...WRITTEN.map(([says, text, how, bytes = says], index): MailCase => {
    const content = encoded(text, bytes);
    const body = how === 'base64' ? base64(content) : how === 'quoted-printable' ? quotedPrintable(content) : content;
    return {
      name: `${says} ${how}${bytes === says ? '' : `, in truth ${bytes}`}`,
      mail: mail(
        'From: Ana <ana@mail.test>',
        `Subject: Charset ${index}`,
        `Content-Type: text/plain; charset="${says}"`,
        `Content-Transfer-Encoding: ${how}`,
        '',
        body,
      ),
      subject: `Charset ${index}`,
      from: 'Ana <ana@mail.test>',
      text,
    };
  }),
  {
    name: 'iso-2022-jp',
    mail: mail(
      'From: ana@mail.test',
      'Subject: =?iso-2022-jp?B?GyRCJDMkcyRLJEEkTxsoQg==?=',
      'Content-Type: text/plain; charset=ISO-2022-JP',
      '',
      isoJapanese,
    ),
    subject: 'こんにちは',
    text: 'こんにちは, Tanaka',
  },
  {
    name: 'HTML that names its characters in itself',
    mail: mail(
      'From: ana@mail.test',
      'Content-Type: text/html',
      '',
      encoded(`<html><head><meta charset="iso-8859-5"></head><body><p>${BG}</p></body></html>`, 'iso-8859-5'),
    ),
    text: BG,
  },
  {
    name: 'UTF-8 with one byte that is none',
    mail: mail('From: ana@mail.test', 'Content-Type: text/plain; charset=utf-8', '', Buffer.concat([Buffer.from(BG), Buffer.from([0xd0])])),
    text: `${BG}\ufffd`,
    notices: ['UNREADABLE_CHARACTERS'],
  },
  {
    name: 'headers in bytes of windows-1251, which nobody names',
    mail: mail(
      encoded('From: Ирина Колева <irina@mail.test>', 'windows-1251'),
      encoded('Subject: Липсва ми фактура', 'windows-1251'),
      '',
      encoded(BG, 'windows-1251'),
    ),
    subject: 'Липсва ми фактура',
    from: 'Ирина Колева <irina@mail.test>',
    text: BG,
  },
  {
    name: 'headers in bytes of UTF-8',
    mail: mail('From: Ирина <irina@mail.test>', 'Subject: Фактура 😀', '', 'x'),
    subject: 'Фактура 😀',
    from: 'Ирина <irina@mail.test>',
    text: 'x',
  },
  {
    name: 'a subject in several character sets, cut through its characters',
    mail: mail(
      'From: ana@mail.test',
      `Subject: Re: ${word('Въпрос', 'koi8-r')}`,
      ` ${word(' за', 'windows-1251', 'Q')}`,
      ` =?utf-8?B?${Buffer.from('лампа').subarray(0, 5).toString('base64')}?=`,
      ` =?utf-8?B?${Buffer.from('лампа').subarray(5).toString('base64')}?= 5`,
      '',
      'x',
    ),
    subject: 'Re: Въпрос залампа 5',
    text: 'x',
  },
  {
    name: 'encoded words that are broken',
    mail: mail('From: ana@mail.test', 'Subject: =?utf-8?Q?Две ?==?utf-8?Q?=D0=BB=D0=B0?= =?utf-8?B?0LzQv9C4', '', 'x'),
    subject: 'Две лампи',
    text: 'x',
  },
  {
    name: 'an encoded word that is not what it says',
    mail: mail('From: ana@mail.test', `Subject: =?utf-8?B?${encoded('Липсва ми фактура', 'windows-1251').toString('base64')}?=`, '', 'x'),
    subject: 'Липсва ми фактура',
    text: 'x',
  },
];
