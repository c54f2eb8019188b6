import { z } from 'zod';
import { decrypt, encrypt } from '../../platform/secret.ts';

/** How what reaching providers takes rests: encrypted under the key of purpose `providers:secrets`. */
export interface ProviderSecrets {
  /** One secret: a service's password. */
  seal(text: string): Buffer;
  open(bytes: Buffer): string;
  /** An end's, by name. */
  sealNamed(secrets: Readonly<Record<string, string>>): Buffer;
  openNamed(bytes: Buffer): Record<string, string>;
}

const Named = z.record(z.string(), z.string());

/** @param key of purpose `providers:secrets`. Opening throws when the installation's secret is another than that they were sealed with. */
export function providerSecrets(key: Buffer): ProviderSecrets {
  return {
    seal: (text) => encrypt(key, text),
    open: (bytes) => decrypt(key, bytes),
    sealNamed: (secrets) => encrypt(key, JSON.stringify(secrets)),
    openNamed: (bytes) => Named.parse(JSON.parse(decrypt(key, bytes))),
  };
}
