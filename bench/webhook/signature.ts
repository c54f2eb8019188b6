import { createHmac, timingSafeEqual } from 'node:crypto';

/** The header in which a provider tells that a delivery is its own. */
export const SIGNATURE = 'x-hub-signature-256';

/** As the providers do it that sign what they bring: HMAC-SHA256 over the body as it is sent. */
export const sign = (secret: string, body: string | Buffer): string => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** Is this the signature of this body? In constant time. */
export function isSigned(secret: string, body: Buffer, given: unknown): boolean {
  const right = Buffer.from(sign(secret, body));
  const claimed = Buffer.from(typeof given === 'string' ? given : '');
  return claimed.length === right.length && timingSafeEqual(claimed, right);
}
