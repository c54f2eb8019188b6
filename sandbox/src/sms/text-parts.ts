/** The seven-bit alphabet in code order, as 3GPP TS 23.038 prints it; `\u001b` introduces the second table. */
const TABLE =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const SECOND: Readonly<Record<string, number>> = {
  '\f': 10,
  '^': 20,
  '{': 40,
  '}': 41,
  '\\': 47,
  '[': 60,
  '~': 61,
  ']': 62,
  '|': 64,
  '€': 101,
};
const ESCAPE = 27;

/** @returns the codes of a sign, null when the alphabet does not have it */
function codesOf(sign: string): number[] | null {
  const second = SECOND[sign];
  if (second !== undefined) return [ESCAPE, second];
  const at = TABLE.indexOf(sign);
  return at < 0 || at === ESCAPE ? null : [at];
}

export const isSevenBit = (text: string): boolean => [...text].every((sign) => codesOf(sign) !== null);

export function toSevenBit(text: string): Buffer {
  return Buffer.from([...text].flatMap((sign) => codesOf(sign) ?? [63]));
}

export function fromSevenBit(bytes: Buffer): string {
  let text = '';
  let isSecond = false;
  for (const code of bytes) {
    if (code === ESCAPE) {
      isSecond = true;
      continue;
    }
    text += isSecond ? (Object.entries(SECOND).find(([, number]) => number === code)?.[0] ?? ' ') : (TABLE[code] ?? ' ');
    isSecond = false;
  }
  return text;
}

export const toUcs2 = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
export const fromUcs2 = (bytes: Buffer): string =>
  Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString('utf16le');

/** How a phone or a carrier cuts a text: whole signs, 153 septets or 67 units in each of several parts. */
export function cut(text: string): string[] {
  const seven = isSevenBit(text);
  const size = (sign: string) => (seven ? (codesOf(sign)?.length ?? 1) : sign.length);
  const all = [...text];
  if (all.reduce((sum, sign) => sum + size(sign), 0) <= (seven ? 160 : 70)) return [text];
  const parts = [''];
  let held = 0;
  for (const sign of all) {
    if (held + size(sign) > (seven ? 153 : 67)) {
      parts.push('');
      held = 0;
    }
    parts[parts.length - 1] += sign;
    held += size(sign);
  }
  return parts;
}
