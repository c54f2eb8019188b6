import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What every authenticator app knows without being told: SHA-1, six digits, half a minute (RFC 6238). */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** As long as the hash (RFC 4226, section 4). */
const SECRET_BYTES = 20;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without padding. */
export function base32(bytes: Uint8Array): string {
  let bits = 0;
  let held = 0;
  let text = '';
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += ALPHABET[(held >>> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + ALPHABET[(held << (5 - bits)) & 31];
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}

export const newTotpSecret = (): string => base32(randomBytes(SECRET_BYTES));

/** What the app reads from the picture (Key Uri Format of Google Authenticator). */
export function otpauthUri(secret: string, email: string): string {
  const query = new URLSearchParams({ secret, issuer: 'Parley', algorithm: 'SHA1', digits: String(DIGITS), period: String(STEP_SECONDS) });
  return `otpauth://totp/Parley:${encodeURIComponent(email)}?${query}`;
}

export const stepAt = (ms: number): number => Math.floor(ms / 1000 / STEP_SECONDS);

/** The code of one step of time. `secret` is base 32. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const at = (hash[hash.length - 1] ?? 0) & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The step whose code this is, at most one beside the present one since clocks differ; null when it is none. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const now = stepAt(nowMs);
  const given = Buffer.from(code);
  const found = [now, now - 1, now + 1].filter((step) => timingSafeEqual(Buffer.from(totpCode(secret, step)), given));
  return found[0] ?? null;
}
