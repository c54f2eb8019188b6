/** SMS texts are split into parts, each charged separately for each recipient (administration, section 5); so many at most (domain: limits). */
export const SMS_PARTS_LIMIT = 10;

/** GSM 03.38: the seven-bit alphabet. UCS2: everything else, in UTF-16 units. */
export type SmsEncoding = 'GSM' | 'UCS2';

export interface SmsSegments {
  encoding: SmsEncoding;
  /** Joined they are the text. One empty part where there is no text. */
  parts: string[];
  partCount: number;
  /** Units of the whole text: septets (signs of the extension count two), or UTF-16 units. */
  units: number;
  /** Units that the last part still holds, as long as no more parts are begun. */
  unitsLeft: number;
}

/** 3GPP TS 23.038: the signs that take one septet. The escape is none: it only introduces the others. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** And those that take the escape and one more. */
const EXTENSION = new Set('\f^{}\\[~]|€');

/** What a text holds alone, and each of its parts behind a header of six bytes that says where it belongs. */
const CAPACITY = { GSM: { alone: 160, part: 153 }, UCS2: { alone: 70, part: 67 } } as const;

/**
 * Cuts a text into the parts that a carrier sends and charges. No pair of escape and sign, no pair of surrogates, and no
 * sign that is seen as one is cut, unless it alone is longer than a part.
 */
export function smsSegments(text: string): SmsSegments {
  const encoding = smsEncoding(text);
  const { alone, part: capacity } = CAPACITY[encoding];
  const units = unitsOf(text, encoding);
  if (units <= alone) return { encoding, parts: [text], partCount: 1, units, unitsLeft: alone - units };
  const parts: string[] = [];
  let part = '';
  let held = 0;
  for (const piece of piecesOf(text, encoding, capacity)) {
    const size = unitsOf(piece, encoding);
    if (held + size > capacity) {
      parts.push(part);
      part = '';
      held = 0;
    }
    part += piece;
    held += size;
  }
  parts.push(part);
  return { encoding, parts, partCount: parts.length, units, unitsLeft: capacity - held };
}

/** One sign outside the seven-bit alphabet takes the whole text to UCS-2. */
function smsEncoding(text: string): SmsEncoding {
  for (const sign of text) if (!BASIC.has(sign) && !EXTENSION.has(sign)) return 'UCS2';
  return 'GSM';
}

function unitsOf(text: string, encoding: SmsEncoding): number {
  if (encoding === 'UCS2') return text.length;
  let units = 0;
  for (const sign of text) units += EXTENSION.has(sign) ? 2 : 1;
  return units;
}

let graphemes: Intl.Segmenter | undefined;

function* piecesOf(text: string, encoding: SmsEncoding, capacity: number): Generator<string> {
  if (encoding === 'GSM') return yield* text;
  graphemes ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  for (const { segment } of graphemes.segment(text)) {
    if (segment.length > capacity) yield* segment;
    else yield segment;
  }
}
