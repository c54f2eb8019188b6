import { EMAIL_ADDRESS_LIMIT } from './limits.ts';
import { asciiDomain } from './mail-address.ts';

const LOCAL_LIMIT = 64;
/** A local part without quotes (RFC 5321, 4.1.2), in any letters (RFC 6531). */
const LOCAL = /^[^\s\p{Cc}\p{Cf}()<>[\]:;@\\,."]+(?:\.[^\s\p{Cc}\p{Cf}()<>[\]:;@\\,."]+)*$/u;
/** Two labels or more, as DNS knows them. */
const DOMAIN = /^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z][a-z\d-]{0,61}[a-z\d])$/;

/**
 * An e-mail address as it is kept, compared and sent: without spaces around it, its domain in small letters and ASCII form (`office@пример.бг` is
 * `office@xn--e1afmkfd.xn--90ae`), its local part as it was written, which may have other letters than ASCII. Null for what is no address.
 */
export function settledAddress(written: string): string | null {
  const text = written.trim().normalize('NFC');
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  if (at < 1 || local.length > LOCAL_LIMIT || !LOCAL.test(local)) return null;
  const domain = asciiDomain(text.slice(at + 1));
  const address = `${local}@${domain}`;
  return DOMAIN.test(domain) && address.length <= EMAIL_ADDRESS_LIMIT ? address : null;
}

/** The address in what may have a name before it (`Maria <maria@home.example>`), as it stands there. */
export const addressIn = (recipient: string): string => (/<([^<>]*)>\s*$/.exec(recipient)?.[1] ?? recipient).trim();

/** The name before an address, without quotes; empty where there is none. */
export function nameIn(recipient: string): string {
  const name = /^([^<]*)<[^<>]*>\s*$/.exec(recipient)?.[1]?.trim() ?? '';
  return /^".*"$/.test(name) ? name.slice(1, -1).replace(/\\(.)/g, '$1') : name;
}

/** Two recipients are one person where this is the same. */
export const recipientKey = (recipient: string): string => (settledAddress(addressIn(recipient)) ?? addressIn(recipient)).toLowerCase();

/** An address, alone or behind a name, with the address settled; null for what is none. */
export function settledRecipient(written: string): string | null {
  const address = settledAddress(addressIn(written));
  if (address === null) return null;
  if (!/<[^<>]*>\s*$/.test(written)) return address;
  const name = /^([^<>]*)<[^<>]*>\s*$/.exec(written)?.[1]?.trim();
  if (name === undefined) return null;
  return name === '' ? address : `${name} <${address}>`;
}

/** Each person once, the first time they are named. */
export function withoutTwice(recipients: readonly string[], before: readonly string[] = []): string[] {
  const seen = new Set(before.map(recipientKey));
  return recipients.filter((one) => {
    const key = recipientKey(one);
    return !seen.has(key) && seen.add(key);
  });
}
