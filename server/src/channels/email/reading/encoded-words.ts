import { decodeText } from './charsets.ts';

/** RFC 2047, and what mailers make of it: spaces in a word, question marks in it, no end. It never reaches over the beginning of the next one. */
const WORD = /=\?([^?\s=]{1,60})\?([QqBb])\?((?:(?!\?=|=\?[^?\s=]{1,60}\?[QqBb]\?)[^\r\n])*)(?:\?=|(?==\?)|$)/g;

interface Run {
  charset: string;
  bytes: Uint8Array[];
}

/**
 * A header's value, each character one byte, as text: its encoded words decoded, and bytes beyond ASCII as what they are. `charset` is what the mail itself
 * is written in, for those. Line breaks and tabs are spaces.
 */
export function headerText(value: string, charset: string | null = null): string {
  return decodeWords(rawText(value, charset))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** The same with its encoded words as they came. */
export const rawText = (value: string, charset: string | null): string =>
  /[\x80-\xff]/.test(value) ? decodeText(Buffer.from(value, 'latin1'), charset).text : value;

/** Encoded words of one character set side by side are one text, since mailers cut through characters; the space between two words is none of theirs. */
export function decodeWords(text: string, written: (words: string) => string = (words) => words): string {
  if (!text.includes('=?')) return text;
  const out: string[] = [];
  let run: Run = { charset: '', bytes: [] };
  let said = '';
  let end = 0;
  const endRun = (charset: string) => {
    said += decodeText(Buffer.concat(run.bytes), run.charset).text;
    run = { charset, bytes: [] };
  };
  const close = () => {
    endRun('');
    if (said !== '') out.push(written(said));
    said = '';
  };
  for (const match of text.matchAll(WORD)) {
    const [whole, named = '', encoding = '', content = ''] = match;
    const between = text.slice(end, match.index);
    if (end === 0 || between.trim() !== '') {
      close();
      out.push(between);
    }
    end = match.index + whole.length;
    const charset = named.replace(/\*.*$/, '').toLowerCase();
    if (run.charset !== charset) endRun(charset);
    run.bytes.push(encoding.toUpperCase() === 'B' ? Buffer.from(content, 'base64') : ofQ(content));
  }
  if (end === 0) return text;
  close();
  out.push(text.slice(end));
  return out.join('');
}

function ofQ(content: string): Buffer {
  const bytes = content.replaceAll('_', ' ').replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return /[\u0100-\uffff]/.test(bytes) ? Buffer.from(bytes) : Buffer.from(bytes, 'latin1');
}
