import { decodeText } from './charsets.ts';
import { headerText } from './encoded-words.ts';

/** A value with parameters: `text/plain; charset=utf-8` (RFC 2045, RFC 2183). */
export interface Structured {
  /** In lower case. */
  value: string;
  /** Names in lower case; of two of one name the first. Decoded (RFC 2231, and RFC 2047 where senders use that). */
  parameters: Map<string, string>;
}

const MOST_PARAMETERS = 200;
/** A name, and what stands behind it: in quotes, which may be missing at the end, or up to the next sign. */
const PARAMETER = /;[ \t]*([^\s=;"]{1,100})[ \t]*(?:=[ \t]*(?:"((?:[^"\\]|\\.)*)"?|([^;]*)))?/g;

export function structured(value: string, charset: string | null = null): Structured {
  const first = value.indexOf(';');
  const main = (first === -1 ? value : value.slice(0, first)).replace(/\([^()]*\)/g, '').trim();
  const parameters = new Map<string, string>();
  const sections = new Map<string, Map<number, { raw: string; isEncoded: boolean }>>();
  let count = 0;
  for (const [, named = '', quoted, bare] of first === -1 ? [] : value.slice(first).matchAll(PARAMETER)) {
    if (++count > MOST_PARAMETERS) break;
    const raw = quoted === undefined ? withoutComment(bare ?? '') : quoted.replace(/\\(["\\])/g, '$1');
    const name = named.toLowerCase();
    const part = /^([^*]+)(?:\*(\d{1,3}))?(\*)?$/.exec(name);
    if (part === null || (part[2] === undefined && part[3] === undefined)) {
      if (!parameters.has(name)) parameters.set(name, headerText(raw, charset));
      continue;
    }
    const [, whole = name, number, star] = part;
    const known = sections.get(whole) ?? new Map<number, { raw: string; isEncoded: boolean }>();
    const index = Number(number ?? 0);
    if (!known.has(index)) known.set(index, { raw, isEncoded: star !== undefined });
    sections.set(whole, known);
  }
  // What is written by the newer rule is meant where both stand there (RFC 6266, 4.3; mailers do so too).
  for (const [name, known] of sections) parameters.set(name, continued(known, charset));
  return { value: main.toLowerCase(), parameters };
}

const withoutComment = (text: string): string => text.replace(/[ \t]\([^()]*\)[ \t]*$/, '').trim();

function continued(sections: ReadonlyMap<number, { raw: string; isEncoded: boolean }>, charset: string | null): string {
  let named: string | null = null;
  const bytes: Buffer[] = [];
  let isPlain = true;
  for (const [index, { raw, isEncoded }] of [...sections].sort(([one], [other]) => one - other)) {
    let text = raw;
    if (isEncoded) {
      isPlain = false;
      const mark = bytes.length === 0 ? /^([^']*)'[^']*'/.exec(text) : null;
      if (mark !== null && index === 0) {
        named = mark[1] || null;
        text = text.slice(mark[0].length);
      }
      text = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    }
    bytes.push(Buffer.from(text, 'latin1'));
  }
  const all = Buffer.concat(bytes);
  return isPlain ? headerText(all.toString('latin1'), charset) : headerTextOf(all, named ?? charset);
}

const headerTextOf = (bytes: Buffer, charset: string | null): string =>
  decodeText(bytes, charset)
    .text.replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
