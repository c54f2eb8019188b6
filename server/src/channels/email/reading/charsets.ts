import chardet from 'chardet';
import iconv from 'iconv-lite';

/** Bytes as text, and whether all of them were text. */
export interface Decoded {
  text: string;
  /** Some bytes stand as U+FFFD. */
  isDamaged: boolean;
}

/** So much of a text is looked at to find out how it is written. */
const SAMPLE = 32 * 1024;

/** Names that the Encoding Standard lacks, by what they mean there, without their prefix and signs. */
const OTHER_NAMES: Record<string, string> = {
  ansi: 'windows-1252',
  cp932: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  cp950: 'big5',
  cp874: 'windows-874',
  cp10007: 'x-mac-cyrillic',
  cp65001: 'utf-8',
  eucjp: 'euc-jp',
  euckr: 'euc-kr',
  iso2022jp: 'iso-2022-jp',
  iso2022jp1: 'iso-2022-jp',
  iso2022jp2: 'iso-2022-jp',
  iso88598i: 'iso-8859-8-i',
  koi8: 'koi8-r',
  shiftjis: 'shift_jis',
  uhc: 'euc-kr',
  utf8mb4: 'utf-8',
  windows31j: 'shift_jis',
};

type Charset = { by: 'STANDARD'; label: string } | { by: 'ICONV'; label: string };

/** Which one a name means; null where nobody knows it. */
function charsetOf(name: string): Charset | null {
  const plain = name.trim().toLowerCase().replace(/^"|"$/g, '');
  const bare = plain.replace(/^(?:x-ms-|x-|cs)/, '').replace(/[\s._-]+/g, '');
  const numbered = bare.replace(/^(?:windows|ms|ibm|cp)(?=\d)/, 'cp');
  for (const label of [plain, plain.replace(/^x-/, ''), OTHER_NAMES[bare], OTHER_NAMES[numbered]]) {
    const known = label === undefined ? null : standard(label);
    if (known !== null) return { by: 'STANDARD', label: known };
  }
  const windows = /^cp(125\d)$/.exec(numbered)?.[1];
  if (windows !== undefined) return { by: 'STANDARD', label: `windows-${windows}` };
  const iso = /^iso8859(\d{1,2})$/.exec(bare)?.[1];
  if (iso !== undefined && standard(`iso-8859-${iso}`) !== null) return { by: 'STANDARD', label: `iso-8859-${iso}` };
  return iconv.encodingExists(plain) && !/^(?:hex|base64|internal|binary)/.test(bare) ? { by: 'ICONV', label: plain } : null;
}

function standard(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

/** Null where these bytes are no such text. */
function strictly(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const HIGH = /[\x80-\xff]/;
const WIDE = /^(?:gbk|gb18030|big5|shift_jis|euc-jp|euc-kr)$/;
/** Written with bytes that are ASCII, or two for each sign: they say nothing about UTF-8. */
const OF_THEIR_OWN = /^(?:iso-2022-jp|utf-16le|utf-16be)$/;

/**
 * Text of bytes by the name that came with them. Senders name it wrongly: what is UTF-8 beyond doubt is read as that, and what cannot be what it is said to
 * be is read as what it looks like; what is left stands as U+FFFD. Linear in the bytes, and never throws.
 */
export function decodeText(bytes: Uint8Array, name: string | null): Decoded {
  const marked = byMark(bytes);
  if (marked !== null) return settled(new TextDecoder(marked).decode(bytes));
  const charset = name === null ? null : charsetOf(name);
  if (charset?.by === 'ICONV') return settled(iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), charset.label));
  const said = charset?.label === 'utf-16le' && /^utf-?16$/i.test(name?.trim() ?? '') ? orderOf(bytes) : charset?.label;
  const label = said === 'windows-1252' && saysNothing(name ?? '', bytes) ? undefined : said;
  if (label !== undefined && OF_THEIR_OWN.test(label)) return settled(new TextDecoder(label).decode(bytes));
  if (!HIGH.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'))) return ascii(bytes);
  const utf8 = strictly(bytes, 'utf-8');
  if (utf8 !== null && (label === undefined || label === 'utf-8' || !WIDE.test(label) || strangersIn(utf8) > 2)) return settled(utf8);
  const declared = label === undefined || label === 'utf-8' ? null : strictly(bytes, label);
  if (declared !== null) return settled(declared);
  if (utf8 !== null) return settled(utf8);
  return otherwise(bytes, label ?? null);
}

/**
 * Mailers write “us-ascii” and “iso-8859-1” where they do not know: no character of ASCII is beyond it, and no text in Western Europe's letters is mostly
 * made of those with accents.
 */
function saysNothing(name: string, bytes: Uint8Array): boolean {
  if (/ascii|x3\.4/i.test(name)) return true;
  let accented = 0;
  let plain = 0;
  for (const byte of bytes.subarray(0, SAMPLE)) {
    if (byte >= 0xc0) accented++;
    else if ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)) plain++;
  }
  return accented > 8 && accented > plain;
}

/** Of bytes that are neither UTF-8 nor what they are said to be. */
function otherwise(bytes: Uint8Array, label: string | null): Decoded {
  const asUtf8 = new TextDecoder().decode(bytes);
  const lost = asUtf8.split('\ufffd').length - 1;
  if (strangersIn(asUtf8) - lost > 8 * lost) return settled(asUtf8);
  if (label === 'gbk') {
    const wider = strictly(bytes, 'gb18030');
    if (wider !== null) return settled(wider);
  }
  // A text that is mostly what it is said to be stays that: one stroke of another pen is no reason to read all of it otherwise.
  if (label !== null && label !== 'utf-8') {
    const asSaid = new TextDecoder(label).decode(bytes);
    const marks = asSaid.split('\ufffd').length - 1;
    if (strangersIn(asSaid) - marks > 4 * marks) return settled(asSaid);
  }
  const found = looksLike(bytes);
  return settled(new TextDecoder(found).decode(bytes));
}

const strangersIn = (text: string): number => text.match(/\P{ASCII}/gu)?.length ?? 0;

/** The character set that bytes beyond ASCII look like. */
function looksLike(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, SAMPLE);
  const cyrillic = ['windows-1251', 'koi8-r', 'iso-8859-5'].map((label) => ({ label, rating: cyrillicRating(sample, label) }));
  const best = cyrillic.reduce((one, other) => (other.rating > one.rating ? other : one));
  if (best.rating > 0.8) return best.label;
  for (const { name } of chardet.analyse(sample)) {
    const label = standard(name);
    if (label !== null && label !== 'utf-8' && !OF_THEIR_OWN.test(label)) return label;
  }
  return 'windows-1252';
}

/**
 * How far a text is Cyrillic words if it is read so, from -1 to 1: words of small letters, or of capitals, or with one capital in front. The tables differ
 * in where small letters and capitals lie, so that the wrong one mixes them.
 */
function cyrillicRating(bytes: Uint8Array, label: string): number {
  const text = new TextDecoder(label).decode(bytes);
  const strangers = strangersIn(text);
  if (strangers === 0) return 0;
  let fit = 0;
  for (const [word] of text.matchAll(/[А-Яа-яЀ-ЏѐўџҐґ]+/g)) {
    const isUsual = /^[А-Я]?[а-я]+$/.test(word) || (/^[А-Я]+$/.test(word) && word.length < 20);
    fit += isUsual ? word.length : -word.length;
    if (/^[А-Я]+$/.test(word)) fit -= 0.1 * word.length;
  }
  return fit / strangers;
}

function byMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

/** Of UTF-16 without a mark: where the zeros lie, else as the RFC has it (RFC 2781, 4.3). */
function orderOf(bytes: Uint8Array): string {
  let even = 0;
  let odd = 0;
  for (let at = 0; at < Math.min(bytes.length, SAMPLE); at++) if (bytes[at] === 0) at % 2 === 0 ? even++ : odd++;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

const ascii = (bytes: Uint8Array): Decoded => ({
  text: without(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')),
  isDamaged: false,
});

function settled(text: string): Decoded {
  return { text: without(text).toWellFormed(), isDamaged: text.includes('\ufffd') };
}

const without = (text: string): string => text.replaceAll('\0', '');
