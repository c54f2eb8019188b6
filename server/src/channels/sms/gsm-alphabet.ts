/** 3GPP TS 23.038, the basic table in code order; the code 0x1B introduces the extension. */
const BASIC = [
  ...'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ',
  null,
  ...'ÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
];
const ESCAPE = 0x1b;
const EXTENSION: readonly [string, number][] = [
  ['\f', 0x0a],
  ['^', 0x14],
  ['{', 0x28],
  ['}', 0x29],
  ['\\', 0x2f],
  ['[', 0x3c],
  ['~', 0x3d],
  [']', 0x3e],
  ['|', 0x40],
  ['€', 0x65],
];

const codes = new Map<string, readonly number[]>([
  ...BASIC.flatMap((sign, code): [string, number[]][] => (sign === null ? [] : [[sign, [code]]])),
  ...EXTENSION.map(([sign, code]): [string, number[]] => [sign, [ESCAPE, code]]),
]);
const extended = new Map(EXTENSION.map(([sign, code]) => [code, sign]));

/** One byte for each septet, as carriers take it over SMPP. Throws for a sign that the alphabet does not have. */
export function encodeGsm(text: string): Buffer {
  const bytes: number[] = [];
  for (const sign of text) {
    const code = codes.get(sign);
    if (code === undefined) throw new Error('a sign is not in the GSM alphabet');
    bytes.push(...code);
  }
  return Buffer.from(bytes);
}

/** Codes that nothing stands for become a space, as the standard says of unknown signs of the extension. */
export function decodeGsm(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at] ?? 0;
    if (code !== ESCAPE) text += BASIC[code] ?? ' ';
    else text += extended.get(bytes[++at] ?? 0) ?? ' ';
  }
  return text;
}
