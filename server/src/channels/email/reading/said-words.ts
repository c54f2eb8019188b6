import { EMAIL_HTML_LIMIT, EMAIL_TEXT_LIMIT } from '@parley/contract/limits';
import type { Said } from './body-parts.ts';
import { decodeText } from './charsets.ts';
import { type HtmlWords, htmlWords } from './html-words.ts';
import { contentOf } from './part-content.ts';
import type { SourcePart } from './part-tree.ts';

/** What a mail says, in both forms. */
export interface Words {
  text: string;
  html: string | null;
  /** Of `html`. */
  words: HtmlWords | null;
  isTextOfHtml: boolean;
  isCut: boolean;
  isDamaged: boolean;
}

/** A sign takes at most four bytes of a mail's character sets, and tags that are cut away may stand before the words. */
const BYTES_A_SIGN = 4;

/** Puts together what the parts of a mail say. `more`: what was unpacked from Outlook's form, below the rest. */
export async function wordsOf(source: Buffer, said: readonly Said[], more: { text: string; html: string | null } | null): Promise<Words> {
  const texts: string[] = [];
  const htmls: string[] = [];
  let isDamaged = false;
  let isCut = false;
  const read = async (part: SourcePart, limit: number): Promise<string> => {
    const bytes = await contentOf(source, part);
    const most = limit * BYTES_A_SIGN;
    isCut ||= bytes.length > most;
    const decoded = decodeText(bytes.subarray(0, most), charsetOf(part, bytes));
    isDamaged ||= decoded.isDamaged && bytes.length <= most;
    return decoded.text;
  };
  const hasHtml = said.some(({ html }) => html !== null) || (more !== null && more.html !== null);
  for (const { text, html } of said) {
    const plain = text === null ? null : unflowed(await read(text, EMAIL_TEXT_LIMIT), text);
    const looks = html === null ? null : await read(html, EMAIL_HTML_LIMIT);
    if (hasHtml) htmls.push(looks ?? asHtml(plain ?? ''));
    if (plain !== null && plain.trim() !== '') texts.push(plain);
    else if (looks !== null) texts.push(htmlWords(cut(looks, EMAIL_HTML_LIMIT)).text);
  }
  if (more !== null && (more.text !== '' || more.html !== null)) {
    const isSaid = texts.some((text) => text.trim() !== '');
    if (hasHtml && (more.html !== null || !isSaid)) htmls.push(more.html ?? asHtml(more.text));
    if (!isSaid) texts.push(more.text !== '' ? more.text : htmlWords(cut(more.html ?? '', EMAIL_HTML_LIMIT)).text);
  }
  const joined = htmls.filter((html) => html.trim() !== '').join('\n<br>\n');
  const html = joined === '' ? null : withoutHalfTag(cut(joined, EMAIL_HTML_LIMIT), joined.length);
  isCut ||= html !== null && html.length < joined.length;
  const words = html === null ? null : htmlWords(html);
  const brought = texts.map((text) => bearable(text.replace(/\r\n?/g, '\n'))).join('\n\n');
  const isTextOfHtml = words !== null && (brought.trim() === '' || said.every(({ text }) => text === null));
  const whole = isTextOfHtml && words !== null ? words.text : brought;
  const text = cut(isTextOfHtml ? whole.trimEnd() : whole.trimEnd().replace(/^\n+/, ''), EMAIL_TEXT_LIMIT);
  isCut ||= text.length < whole.trimEnd().replace(/^\n+/, '').length;
  return { text, html, words, isTextOfHtml, isCut, isDamaged };
}

/** HTML names its character set in itself where the part does not. */
function charsetOf({ type }: SourcePart, bytes: Uint8Array): string | null {
  const said = type.parameters.get('charset');
  if (said !== undefined && said !== '') return said;
  if (type.value !== 'text/html') return null;
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 2048)).toString('latin1');
  return /<meta[^>]{0,200}charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(beginning)?.[1] ?? null;
}

/** At most so many UTF-16 units, and no half of a sign. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}

function withoutHalfTag(html: string, wholeLength: number): string {
  if (html.length === wholeLength) return html;
  const open = html.lastIndexOf('<');
  return open > html.lastIndexOf('>') ? html.slice(0, open) : html;
}

const asHtml = (text: string): string =>
  text === '' ? '' : `<div style="white-space:pre-wrap">${text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</div>`;

/** Without the miles of blanks by which words are pushed out of sight: of more than 200 spaces, and of more than 50 empty lines, the rest. */
const bearable = (text: string): string =>
  text
    .replace(/[ \t\u00a0]{200,}/g, (blank) => blank.slice(0, 200))
    .replace(/(?:\n[ \t\u00a0]{0,200}){50,}/g, (blank) => blank.slice(0, 50));

/** Lines that a mail program broke are one again (`format=flowed`, RFC 3676). */
function unflowed(text: string, { type }: SourcePart): string {
  if (!/^flowed$/i.test(type.parameters.get('format') ?? '')) return text;
  const deletes = /^yes$/i.test(type.parameters.get('delsp') ?? '');
  const out: string[] = [];
  let depth = -1;
  let isOpen = false;
  for (const raw of text.split(/\r\n?|\n/)) {
    const quotes = /^>*/.exec(raw)?.[0].length ?? 0;
    const line = raw.slice(quotes).replace(/^ /, '');
    const isSignature = line === '-- ';
    const goesOn = line.endsWith(' ') && !isSignature;
    const words = goesOn && deletes ? line.slice(0, -1) : line;
    if (isOpen && quotes === depth && !isSignature) out.push(words);
    else out.push(out.length === 0 ? '' : '\n', quotes > 0 ? `${'>'.repeat(Math.min(quotes, 50))} ` : '', words);
    isOpen = goesOn;
    depth = quotes;
  }
  return out.join('');
}
