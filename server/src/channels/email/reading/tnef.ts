import { decompressRTF } from '@kenjiuno/decompressrtf';
import iconv from 'iconv-lite';
import { deEncapsulateSync } from 'rtf-stream-parser';
import { MOST_PARTS } from './bounds.ts';
import { decodeText } from './charsets.ts';

/** What Outlook put into a `winmail.dat` (Transport Neutral Encapsulation Format, MS-OXTNEF). */
export interface Tnef {
  /** Empty where it brings none. */
  text: string;
  html: string | null;
  files: { name: string; type: string; contentId: string | null; content: Uint8Array }[];
}

const SIGNATURE = 0x223e9f78;
const OEM_CODEPAGE = 0x9007;
const BODY = 0x800c;
const MESSAGE_PROPERTIES = 0x9003;
const ATTACH_BEGINS = 0x9002;
const ATTACH_TITLE = 0x8010;
const ATTACH_DATA = 0x800f;
const ATTACH_PROPERTIES = 0x9005;

const P_BODY = 0x1000;
const P_RTF = 0x1009;
const P_HTML = 0x1013;
const P_INTERNET_CODEPAGE = 0x3fde;
const P_DATA = 0x3701;
const P_LONG_NAME = 0x3707;
const P_NAME = 0x3704;
const P_TYPE = 0x370e;
const P_CONTENT_ID = 0x3712;

/** Compressed and as text: far above what people write in Outlook. */
const LONGEST_RTF = 2 * 1024 * 1024;
const MOST_PROPERTIES = 2000;
const INTERFACE_ID_BYTES = 16;

type Property = Uint8Array | string | number;

/** Reads all of it; throws where it is no TNEF, or ends before its end. */
export function readTnef(content: Uint8Array): Tnef {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (bytes.length < 6 || bytes.readUInt32LE(0) !== SIGNATURE) throw new Error('No TNEF');
  let codepage: string | null = null;
  let body = '';
  let message = new Map<number, Property>();
  const files: { title: string; data: Uint8Array; properties: Map<number, Property> }[] = [];
  let at = 6;
  while (at < bytes.length) {
    const id = bytes.readUInt16LE(at + 1);
    const length = bytes.readUInt32LE(at + 5);
    const data = exactly(bytes, at + 9, length);
    at += 9 + length + 2;
    if (at > bytes.length) throw new Error('Ends before its end');
    const file = files.at(-1);
    if (id === OEM_CODEPAGE && length >= 4) codepage = `windows-${data.readUInt32LE(0)}`;
    else if (id === BODY) body = decodeText(data, codepage).text;
    else if (id === MESSAGE_PROPERTIES) message = propertiesIn(data, codepage);
    else if (id === ATTACH_BEGINS) {
      if (files.length >= MOST_PARTS) throw new Error('Too many files');
      files.push({ title: '', data: new Uint8Array(), properties: new Map() });
    } else if (file !== undefined && id === ATTACH_TITLE) file.title = decodeText(data, codepage).text;
    else if (file !== undefined && id === ATTACH_DATA) file.data = data;
    else if (file !== undefined && id === ATTACH_PROPERTIES) file.properties = propertiesIn(data, codepage);
  }
  const written = bodyOf(message);
  return {
    text: (written.text || body).replace(/\r\n?/g, '\n').trimEnd(),
    html: written.html,
    files: [...files.map(fileOf), ...written.files],
  };
}

function fileOf({
  title,
  data,
  properties,
}: {
  title: string;
  data: Uint8Array;
  properties: Map<number, Property>;
}): Tnef['files'][number] {
  const text = (id: number) => {
    const value = properties.get(id);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const object = properties.get(P_DATA);
  const inner = data.length === 0 && object instanceof Uint8Array ? object : null;
  const name = text(P_LONG_NAME) ?? (title || text(P_NAME)) ?? '';
  // A mail in a mail: TNEF again, behind the id of its interface.
  const content = inner === null ? data : inner.subarray(INTERFACE_ID_BYTES);
  const type = inner === null ? (text(P_TYPE) ?? 'application/octet-stream') : 'application/ms-tnef';
  return { name: inner === null ? name : `${name || 'message'}.dat`, type: type.toLowerCase(), contentId: text(P_CONTENT_ID), content };
}

function bodyOf(message: ReadonlyMap<number, Property>): Tnef {
  const said = message.get(P_BODY);
  const text = typeof said === 'string' ? said : '';
  const codepage = message.get(P_INTERNET_CODEPAGE);
  const charset = typeof codepage === 'number' ? (codepage === 65001 ? 'utf-8' : `cp${codepage}`) : null;
  const html = message.get(P_HTML);
  if (typeof html === 'string') return { text, html, files: [] };
  if (html instanceof Uint8Array) return { text, html: decodeText(html, charset).text, files: [] };
  const rtf = message.get(P_RTF);
  return rtf instanceof Uint8Array && rtf.length <= LONGEST_RTF ? ofRtf(rtf, text) : { text, html: null, files: [] };
}

/** Outlook keeps HTML and plain text within its RTF (MS-OXRTFEX); RTF of its own kind is a file to open. */
function ofRtf(compressed: Uint8Array, text: string): Tnef {
  const stated = Buffer.from(compressed.buffer, compressed.byteOffset, compressed.byteLength).readUInt32LE(4);
  if (stated > 4 * LONGEST_RTF) throw new Error('Its text is too long');
  const rtf = Buffer.from(decompressRTF([...compressed]));
  try {
    const { mode, text: inner } = deEncapsulateSync(rtf, { decode: iconv.decode, warn: () => undefined });
    return mode === 'html' ? { text, html: String(inner), files: [] } : { text: text || String(inner), html: null, files: [] };
  } catch {
    return {
      text,
      html: null,
      files: text === '' ? [{ name: 'message.rtf', type: 'application/rtf', contentId: null, content: rtf }] : [],
    };
  }
}

/** MAPI properties by their number; those with names and of several values are passed over. */
function propertiesIn(data: Buffer, codepage: string | null): Map<number, Property> {
  const found = new Map<number, Property>();
  const count = data.readUInt32LE(0);
  if (count > MOST_PROPERTIES) throw new Error('Too many properties');
  let at = 4;
  for (let index = 0; index < count; index++) {
    const type = data.readUInt16LE(at);
    const id = data.readUInt16LE(at + 2);
    at += 4;
    if (id >= 0x8000) at = behindName(data, at);
    const isMany = (type & 0x1000) !== 0;
    const plain = type & 0x0fff;
    const isVariable = plain === 0x1e || plain === 0x1f || plain === 0x0d || plain === 0x102;
    let values = 1;
    if (isMany || isVariable) {
      values = data.readUInt32LE(at);
      at += 4;
    }
    if (values > MOST_PROPERTIES) throw new Error('Too many values');
    for (let one = 0; one < values; one++) {
      const size = isVariable ? data.readUInt32LE(at) : sizeOf(plain);
      if (isVariable) at += 4;
      const value = exactly(data, at, size);
      at += size + ((4 - (size % 4)) % 4);
      if (one === 0 && id < 0x8000) found.set(id, propertyOf(plain, value, codepage));
    }
  }
  return found;
}

function propertyOf(type: number, value: Buffer, codepage: string | null): Property {
  if (type === 0x1e) return decodeText(value, codepage).text;
  if (type === 0x1f) return decodeText(value, 'utf-16le').text;
  return type === 0x03 ? value.readUInt32LE(0) : value;
}

/** Behind the set and the number or the name of a named property. */
function behindName(data: Buffer, start: number): number {
  const at = start + 20;
  if (data.readUInt32LE(start + 16) === 0) return at + 4;
  const length = data.readUInt32LE(at);
  return at + 4 + length + ((4 - (length % 4)) % 4);
}

function sizeOf(type: number): number {
  if ([0x02, 0x03, 0x04, 0x0a, 0x0b].includes(type)) return 4;
  if ([0x05, 0x06, 0x07, 0x14, 0x40].includes(type)) return 8;
  if (type === 0x48) return 16;
  throw new Error(`A property of an unknown type: ${type}`);
}

function exactly(bytes: Buffer, start: number, length: number): Buffer {
  if (start + length > bytes.length) throw new Error('Ends before its end');
  return bytes.subarray(start, start + length);
}
