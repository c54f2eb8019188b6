import { domainToASCII, domainToUnicode } from 'node:url';
import { addressParser } from 'postal-mime';
import { LONGEST_ADDRESS, LONGEST_NAME, MOST_ADDRESSES } from './bounds.ts';
import { decodeWords, rawText } from './encoded-words.ts';
import type { MailAddress } from './parsed-mail.ts';

/** So much of a field is read for addresses: more than 500 of the usual length. */
const LONGEST_FIELD = 64 * 1024;

/** An address alone: a local part, plain or in quotes, and a domain or an IP address in brackets. */
const ADDRESS = /^("(?:[^"\\\r\n]|\\.){1,62}"|[^\s@<>()[\],;:"\\]{1,64})@([^\s@<>()[\],;:"\\/?#]{1,255}|\[[0-9a-f:.]{2,45}\])$/iu;

export interface Addresses {
  addresses: MailAddress[];
  /** What names people without an address, in the order of the field. */
  names: string[];
  isCut: boolean;
}

/** What one field of addresses names, each address once; `charset` as of `headerText`. Groups count as their members. */
export function addressesIn(value: string, charset: string | null = null): Addresses {
  // A word decoded here could bring signs that part addresses, so it goes on as a word, in an encoding that is certain.
  const text = decodeWords(
    rawText(value.slice(0, LONGEST_FIELD), charset),
    (words) => `=?utf-8?B?${Buffer.from(words).toString('base64')}?=`,
  );
  const found = new Map<string, MailAddress>();
  const names: string[] = [];
  let isCut = value.length > LONGEST_FIELD;
  for (const { name, address } of addressParser(text, { flatten: true })) {
    if (address === undefined) continue;
    const settled = settledAddress(address) ?? settledAddress(inQuotes(address, text)) ?? settledAddress(name);
    const shownName = oneLine(name);
    if (settled === null) {
      if (shownName !== '' || address !== '') names.push(oneLine(shownName || address));
    } else if (found.size >= MOST_ADDRESSES) isCut = true;
    else if (!found.has(settled.address)) found.set(settled.address, { name: shownName === address ? '' : shownName, ...settled });
  }
  return { addresses: [...found.values()], names, isCut };
}

/** The parser takes the quotes off a local part, without which one with spaces or signs is none. */
function inQuotes(address: string, text: string): string {
  const at = address.lastIndexOf('@');
  const quoted = `"${address.slice(0, at)}"${address.slice(at)}`;
  return at > 0 && text.includes(quoted) ? quoted : '';
}

/**
 * An address as it is compared and written to, and as it is shown; null where the text is none. Lower case throughout: no mailbox that people use tells
 * capitals apart.
 */
export function settledAddress(text: string): { address: string; shown: string } | null {
  const plain = text
    .trim()
    .replace(/^<+|>+$/g, '')
    .replace(/^mailto:/i, '')
    .normalize('NFC');
  const match = plain.length > LONGEST_ADDRESS ? null : ADDRESS.exec(plain);
  if (match === null) return null;
  const [, local = '', domain = ''] = match;
  const bare = domain.replace(/\.$/, '');
  const ascii = bare.startsWith('[') ? bare.toLowerCase() : domainToASCII(bare);
  if (ascii === '' || ascii.includes('..') || ascii.startsWith('.')) return null;
  const address = `${local.toLowerCase()}@${ascii.toLowerCase()}`;
  const shown = `${local}@${bare.startsWith('[') ? bare : domainToUnicode(ascii) || ascii}`;
  return address.length > LONGEST_ADDRESS ? null : { address, shown };
}

function oneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length <= LONGEST_NAME
    ? line
    : line
        .slice(0, LONGEST_NAME)
        .toWellFormed()
        .replace(/\ufffd$/, '');
}
