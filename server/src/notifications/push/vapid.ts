import { createECDH } from 'node:crypto';
import { deriveKey } from '../../platform/secret.ts';

/** The order of the curve P-256: private keys are from 1 to one less (SEC 2, section 2.4.2). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

export interface VapidKeys {
  /** 65 bytes, base64url: what browsers subscribe with. */
  publicKey: string;
  /** 32 bytes, base64url. */
  privateKey: string;
}

/**
 * By what push services know this installation (RFC 8292): derived from its secret, so that all its processes, and a restored
 * backup, have the same; with another one every subscription would be void.
 */
export function vapidKeys(secret: string): VapidKeys {
  const seed = BigInt(`0x${deriveKey(secret, 'push:vapid').toString('hex')}`);
  const privateKey = Buffer.from(((seed % (ORDER - 1n)) + 1n).toString(16).padStart(64, '0'), 'hex');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey);
  return { publicKey: curve.getPublicKey().toString('base64url'), privateKey: privateKey.toString('base64url') };
}
