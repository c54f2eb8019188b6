import type { HtmlWords } from './html-words.ts';
import type { QuotedHistory } from './parsed-mail.ts';

/** Only this far down is a mark looked for, in lines: what is told as text is bounded, what was said before it is what matters. */
const MOST_LINES = 20_000;
/** A line of introduction is broken where mail programs break lines. */
const LINES_OF_INTRODUCTION = 4;
const LONGEST_INTRODUCTION = 400;

/** “On … wrote:”, “На … написа:”, in the languages of whom people write with; the verb ends it, whatever stands between. */
const INTRODUCTIONS = [
  /^On\s.+\swrote\s?:$/is,
  /^На\s.+\s(?:написа|пише|писа|написал(?:а|и)?)\s?:$/isu,
  /^.{0,200}\d.+\s(?:написа|пише|пишет|написал(?:а|\(а\))?|написав(?:\(ла\))?)\s?:$/isu,
  /^(?:Am|Den)\s.+\s(?:schrieb|skrev|schreef).*:$/is,
  /^Op\s.+\sschreef.*:$/is,
  /^Le\s.+\sa\sécrit\s?:$/isu,
  /^El\s.+\sescribió\s?:$/isu,
  /^Il\s.+\sha\sscritto\s?:$/is,
  /^Em\s.+\sescreveu\s?:$/is,
  /^W\s?dniu\s.+\snapisał(?:\(a\)|a)?\s?:$/isu,
  /^(?:În|Pe|La)\s.+\sa\sscris\s?:$/isu,
  /^(?:Στις|Την|Τη|Το)\s.+\sέγραψε\s?:$/isu,
  /^.+\s(?:tarihinde|saat)\s.+\syazdı\s?:$/isu,
  /^(?:Dana|Дана)\s.+\s(?:je\s(?:napisao|napisala)|(?:је\s)?(?:написао|написала)).*:$/isu,
  /^\d{4}年.+(?:<[^<>]+>|のメール|写道|：|wrote)\s?[:：]$/su,
  /^(?:في|بتاريخ)\s.+\sكتب.*[:：]$/su,
];

/** “-----Original Message-----”, “Begin forwarded message:” and theirs. */
const DIVIDER =
  /^(?:[-_=*]{2,}\s*(?:original message|original appointment|forwarded message|оригинално съобщение|оригинално писмо|първоначално съобщение|препратено съобщение|исходное сообщение|пересылаемое сообщение|original-?nachricht|ursprüngliche nachricht|weitergeleitete nachricht|message d['’]origine|message original|message transféré|mensaje original|messaggio originale|mensagem original|oryginalna wiadomość|mesaj original|mesaj inițial|orijinal mesaj|orjinal mesaj|özgün ileti|αρχικό μήνυμα|πρωτότυπο μήνυμα|original meddelelse|oorspronkelijk bericht|元のメッセージ|原始邮件|転送メッセージ|الرسالة الأصلية)\s*[-_=*]{2,}|begin forwarded message:|anfang der weitergeleiteten nachricht:|начало на препратеното съобщение:|начало переадресованного сообщения:|początek przekazywanej wiadomości:)$/iu;

const FROM =
  /^\W{0,3}(?:from|от|von|de|da|od|de la|από|kimden|gönderen|van|fra|från|差出人|发件人|寄件者|من)\s?\*{0,2}\s?[:：]\*{0,2}\s*\S/iu;
const OTHERS =
  /^\W{0,3}(?:sent|date|to|cc|subject|изпратено(?: на)?|дата|до|копие|относно|тема|отправлено|кому|копия|gesendet|datum|an|betreff|envoyé|à|objet|enviado(?: el)?|fecha|para|asunto|inviato|data|oggetto|wysłano|do|temat|trimis|către|subiect|στάλθηκε|ημερομηνία|προς|θέμα|gönderildi|gönderme tarihi|tarih|kime|konu|verzonden|aan|onderwerp|sendt|til|emne|skickat|till|ämne|送信日時|日付|宛先|件名|发送时间|日期|收件人|主题|تاريخ|إلى|الموضوع)\s?\*{0,2}\s?[:：]/iu;
const RULE = /^_{10,}$/;

interface Line {
  words: string;
  start: number;
}

/** Where the history begins in a text; its length where nothing of it is one, or where the writer's own words stand in or below it. */
export function historyIn(text: string): number {
  const lines = linesOf(text);
  const quotedFrom = afterOwnWords(lines);
  for (const [index, { words }] of lines.entries()) {
    if (words === '') continue;
    if (DIVIDER.test(words) || isHeaderBlock(lines, index)) return settledStart(lines, index, text);
    const length = lengthOfIntroduction(lines, index);
    if (length > 0) {
      const next = lines.slice(index + length).find((line) => line.words !== '');
      // Where it is marked line by line, the writer's own words can stand between those lines: only what has none below it is a history.
      if (next === undefined || !next.words.startsWith('>')) {
        if (next !== undefined) return settledStart(lines, index, text);
      } else if (index + length >= quotedFrom - 1 || quotedFrom <= lines.indexOf(next)) return settledStart(lines, index, text);
    }
    if (words.startsWith('>') && index >= quotedFrom) return settledStart(lines, index, text);
  }
  return text.length;
}

/** What would leave nothing of one's own, as what is forwarded without a word, is shown whole. */
function settledStart(lines: readonly Line[], index: number, text: string): number {
  const rule = index > 0 && RULE.test(lines[index - 1]?.words ?? '') ? index - 1 : index;
  const start = lines[rule]?.start ?? text.length;
  return /[^\s>]/.test(text.slice(0, start)) ? start : text.length;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  while (start <= text.length && lines.length < MOST_LINES) {
    const end = text.indexOf('\n', start);
    const stop = end === -1 ? text.length : end;
    lines.push({
      words: text
        .slice(start, Math.min(stop, start + 1000))
        .replace(/\u00a0/g, ' ')
        .trim(),
      start,
    });
    if (end === -1) break;
    start = end + 1;
  }
  return lines;
}

/** The line from which on all are quoted (`>`), but for a signature at the end; their number where the last are not. */
function afterOwnWords(lines: readonly Line[]): number {
  const last = lines.findLastIndex(({ words }) => words.startsWith('>'));
  if (last === -1) return lines.length;
  const below = lines.slice(last + 1).filter(({ words }) => words !== '');
  if (below.length > 0 && !/^--/.test(below[0]?.words ?? '')) return lines.length;
  let first = last;
  while (first > 0 && (lines[first - 1]?.words === '' || lines[first - 1]?.words.startsWith('>'))) first--;
  while (first < last && lines[first]?.words === '') first++;
  return first;
}

function lengthOfIntroduction(lines: readonly Line[], index: number): number {
  let joined = '';
  for (let count = 1; count <= LINES_OF_INTRODUCTION; count++) {
    const words = lines[index + count - 1]?.words;
    if (words === undefined || words === '' || words.startsWith('>')) return 0;
    joined = joined === '' ? words : `${joined} ${words}`;
    if (joined.length > LONGEST_INTRODUCTION) return 0;
    if (/[:：]$/.test(joined) && INTRODUCTIONS.some((introduction) => introduction.test(joined))) return count;
  }
  return 0;
}

/** What Outlook puts above: “From: … Sent: … Subject: …”, one below the other. */
function isHeaderBlock(lines: readonly Line[], index: number): boolean {
  if (!FROM.test(lines[index]?.words ?? '')) return false;
  const next = lines
    .slice(index + 1, index + 10)
    .filter(({ words }) => words !== '')
    .slice(0, 5);
  return next.filter(({ words }) => OTHERS.test(words)).length >= 2;
}

/** The same of a mail with HTML, in both its forms. `isTextOfHtml`: the text was made of the HTML. */
export function quotedHistory(text: string, html: string | null, words: HtmlWords | null, isTextOfHtml: boolean): QuotedHistory {
  if (html === null || words === null) return { textStart: historyIn(text), htmlStart: null };
  const byWords = historyIn(words.text);
  const line = words.lines.findLast(([offset]) => offset <= byWords);
  const fromWords = byWords < words.text.length && line !== undefined ? line[1] : html.length;
  const marked = words.history !== null && !words.isAnsweredBelow && hasWordsBefore(words, words.history) ? words.history : html.length;
  const htmlStart = Math.min(fromWords, marked);
  if (!isTextOfHtml) return { textStart: historyIn(text), htmlStart };
  const first = words.lines.find(([, offset]) => offset >= htmlStart);
  const textStart = first === undefined ? text.length : Math.min(first[0], text.length);
  return { textStart: Math.min(textStart, byWords, text.length), htmlStart };
}

const hasWordsBefore = ({ lines }: HtmlWords, offset: number): boolean => lines.some(([, at]) => at < offset);
