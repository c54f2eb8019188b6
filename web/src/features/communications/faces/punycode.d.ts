declare module 'punycode/punycode.es6.js' {
  /** Turns the labels of a domain, or of the domain of an e-mail address, that are Punycode into what they stand for (RFC 3492). */
  export function toUnicode(domain: string): string;
}
