import { addressIn, nameIn } from '@parley/contract';
import { toUnicode } from 'punycode/punycode.es6.js';

/** An address with its domain in the letters of its language, as people read it; it is kept and compared in ASCII. */
export function readableAddress(address: string): string {
  try {
    return toUnicode(address);
  } catch {
    // A label that begins as such a one and is none.
    return address;
  }
}

/** The same, behind the name where there is one. */
export function readableRecipient(recipient: string): string {
  const [address, name] = [readableAddress(addressIn(recipient)), nameIn(recipient)];
  return name === '' ? address : `${name} <${address}>`;
}
