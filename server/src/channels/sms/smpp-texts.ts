import { type SmppCarrierSettings, smsSegments } from '@parley/contract';
import { decodeGsm, encodeGsm } from './gsm-alphabet.ts';
import { digitsOf, kindOf } from './senders.ts';

const UCS2 = 0x08;
const UDHI = 0x40;
/** The final receipt of each part. */
const RECEIPT_WANTED = 1;

/** Fields of a `submit_sm`, as the library takes them. */
export interface Submit {
  source_addr_ton: number;
  source_addr_npi: number;
  source_addr: string;
  dest_addr_ton: number;
  dest_addr_npi: number;
  destination_addr: string;
  esm_class: number;
  registered_delivery: number;
  data_coding: number;
  short_message: Buffer;
  message_payload?: Buffer;
  sar_msg_ref_num?: number;
  sar_total_segments?: number;
  sar_segment_seqnum?: number;
}

/**
 * The submits by which a text goes out, one for each part, in the way that the carrier takes long texts.
 * @param reference of this text among those to the same number, 0 to 255
 */
export function submitsOf(
  { text, from, to, reference }: { text: string; from: string; to: string; reference: number },
  settings: SmppCarrierSettings,
): Submit[] {
  const { encoding, parts } = smsSegments(text);
  const bytesOf = (words: string) => (encoding === 'GSM' ? encodeGsm(words) : ucs2(words));
  const addresses = {
    ...prefixed('source_addr', from, settings),
    ...prefixed('dest_addr', to, settings),
    source_addr: digitsOf(from),
    destination_addr: digitsOf(to),
  };
  const base = {
    ...(addresses as Pick<Submit, 'source_addr_ton' | 'source_addr_npi' | 'dest_addr_ton' | 'dest_addr_npi'> & typeof addresses),
    esm_class: 0,
    registered_delivery: RECEIPT_WANTED,
    data_coding: encoding === 'GSM' ? settings.gsmDataCoding : UCS2,
  };
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return [{ ...base, short_message: bytesOf(only) }];
  if (settings.longTexts === 'PAYLOAD') return [{ ...base, short_message: Buffer.alloc(0), message_payload: bytesOf(text) }];
  return parts.map((part, place) => {
    if (settings.longTexts === 'SAR') {
      const fields = { sar_msg_ref_num: reference, sar_total_segments: parts.length, sar_segment_seqnum: place + 1 };
      return { ...base, ...fields, short_message: bytesOf(part) };
    }
    const header = Buffer.from([5, 0, 3, reference, parts.length, place + 1]);
    return { ...base, esm_class: UDHI, short_message: Buffer.concat([header, bytesOf(part)]) };
  });
}

function prefixed(field: 'source_addr' | 'dest_addr', address: string, settings: SmppCarrierSettings): Record<string, number> {
  const [ton, npi] = {
    NAME: [settings.nameTon, settings.nameNpi],
    SHORT_CODE: [settings.shortCodeTon, settings.shortCodeNpi],
    NUMBER: [settings.numberTon, settings.numberNpi],
  }[kindOf(address)] as [number, number];
  return { [`${field}_ton`]: ton, [`${field}_npi`]: npi };
}

const ucs2 = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

/** The words of an incoming message by its coding. */
export function textOf(bytes: Buffer, dataCoding: number): string {
  // Classes of messages (flash and the like) stand in the upper half, in the usual alphabet.
  const coding = dataCoding >= 0xf0 ? 0 : dataCoding & 0x0f;
  switch (coding) {
    case UCS2:
      return Buffer.from(bytes.subarray(0, bytes.length & ~1))
        .swap16()
        .toString('utf16le');
    case 1:
      return bytes.toString('ascii');
    case 3:
      return bytes.toString('latin1');
    case 6:
      return new TextDecoder('iso-8859-5').decode(bytes);
    default:
      return decodeGsm(bytes);
  }
}

/** Pictures, cards and settings of telephones: nothing that could be read. */
export const isBinary = (dataCoding: number): boolean => dataCoding === 4 || (dataCoding >= 0xf0 && (dataCoding & 0x04) !== 0);

/** Where a part belongs. */
export interface PartPlace {
  reference: number;
  part: number;
  parts: number;
}

/** Is what stands before the words there, with each of its elements? @param bytes with the header's length first */
export function isHeaderWhole(bytes: Buffer): boolean {
  const [length] = bytes;
  if (length === undefined || bytes.length < 1 + length) return false;
  let at = 1;
  while (at < 1 + length) at += 2 + (bytes[at + 1] ?? length);
  return at === 1 + length;
}

/** What stands before the words: where the part belongs, by a reference of 8 or of 16 bits. Null: it is a whole message, or nothing that can be put together. */
export function placeIn(header: Buffer): PartPlace | null {
  let at = 0;
  while (at + 1 < header.length) {
    const element = header[at];
    const length = header[at + 1] ?? 0;
    const data = header.subarray(at + 2, at + 2 + length);
    if (element === 0x00 && data.length === 3) return place(data[0], data[2], data[1]);
    // A number of 16 bits is another than the same number of 8.
    if (element === 0x08 && data.length === 4) return place(0x10000 + data.readUInt16BE(0), data[3], data[2]);
    at += 2 + length;
  }
  return null;
}

export function place(reference: number | undefined, part: number | undefined, parts: number | undefined): PartPlace | null {
  if (reference === undefined || part === undefined || parts === undefined) return null;
  return parts > 1 && part >= 1 && part <= parts ? { reference, part, parts } : null;
}
