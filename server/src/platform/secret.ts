import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** What the one secret of an installation is turned into; each purpose has a key of its own (docs: configuration). */
export type Purpose =
  | 'database:superuser'
  | 'database:owner'
  | 'database:app'
  | 'realtime:ticket'
  | 'visitor:secret'
  | 'files:url'
  | 'emails:page'
  | 'emails:threads'
  | 'bus:subject'
  | 'accounts:keys'
  | 'identity:keys'
  | 'identity:cookies'
  | 'identity:links'
  | 'identity:setup'
  | 'identity:factors'
  | 'identity:steps'
  | 'mail:waiting'
  | 'push:vapid'
  | 'push:subscriptions'
  | 'providers:secrets';

/** HKDF-SHA256 of the installation's secret for one purpose: 32 bytes. `secret` is 64 hexadecimal digits. */
export function deriveKey(secret: string, purpose: Purpose): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'hex'), '', `parley:${purpose}`, 32));
}

/** The same as hexadecimal text, for passwords. */
export function derivePassword(secret: string, purpose: Purpose): string {
  return deriveKey(secret, purpose).toString('hex');
}

/** Signs a small value that leaves us and comes back: `<base64url of its JSON>.<base64url of its HMAC>`. */
export function seal(key: Buffer, value: unknown): string {
  const body = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`;
}

/** Reads what `seal` made; null when it was not made with this key. Constant time. */
export function unseal(key: Buffer, sealed: string): unknown {
  const dot = sealed.indexOf('.');
  if (dot < 1) return null;
  const body = sealed.slice(0, dot);
  const given = Buffer.from(sealed.slice(dot + 1), 'base64url');
  const right = createHmac('sha256', key).update(body).digest();
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  try {
    return JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

/** Encrypts what must rest encrypted (AES-256-GCM): 12 bytes nonce, 16 bytes tag, then the text. */
export function encrypt(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Reads what `encrypt` made. Throws when the key is another or the bytes were changed. */
export function decrypt(key: Buffer, bytes: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/** A secret to hand out (32 random bytes), and the only form of it that is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function tokenHash(key: Buffer, token: string): Buffer {
  return createHmac('sha256', key).update(token).digest();
}
