const ASCII_DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;
/** Atoms with dots between them (RFC 5321, section 4.1.2): what mailboxes are called in practice. */
const LOCAL_PART = /^(?=.{1,64}$)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

/** Browsers and Node have it; the contract knows neither's types. */
const { URL } = globalThis as unknown as { URL: { new (address: string): { hostname: string }; canParse(address: string): boolean } };

/** A domain in small letters and ASCII form (RFC 5891): `поща.бг` is `xn--80a1ac5b.xn--90ae`. What is no domain stays as it is. */
export function asciiDomain(domain: string): string {
  const small = domain.toLowerCase();
  // What is ASCII need not be turned into it; what would begin another part of an address is none of a domain's letters.
  if (/^[\0-~]*$/.test(small) || /[\s/?#@:\\[\]]/u.test(small) || !URL.canParse(`http://${small}`)) return small;
  return new URL(`http://${small}`).hostname;
}

/** An e-mail address as it is kept: in small letters, its domain in ASCII form, without spaces around it. */
export function settledMailAddress(text: string): string {
  const trimmed = text.trim().toLowerCase();
  const at = trimmed.lastIndexOf('@');
  return at === -1 ? trimmed : `${trimmed.slice(0, at)}@${asciiDomain(trimmed.slice(at + 1))}`;
}

/** Of a settled one. */
export function isMailAddress(address: string): boolean {
  const at = address.lastIndexOf('@');
  return at !== -1 && LOCAL_PART.test(address.slice(0, at)) && ASCII_DOMAIN.test(address.slice(at + 1));
}

/** What stands behind the last `@`; empty where there is none. */
export const domainOf = (address: string): string => (address.includes('@') ? address.slice(address.lastIndexOf('@') + 1) : '');

/** The address in what an e-mail says of somebody (`Maria <Maria@home.example>`), as it is kept. */
export const mailAddressIn = (text: string): string => settledMailAddress(/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text);
