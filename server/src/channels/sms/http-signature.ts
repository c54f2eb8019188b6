import { createHmac } from 'node:crypto';

/** HMAC-SHA-256 of the bytes as they came, in hexadecimal. */
export const hmacHex = (secret: string, raw: Buffer): string => createHmac('sha256', secret).update(raw).digest('hex');
