import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Who has written, by what a provider of telephone numbers says of them. */
export interface SenderAddress {
  /** By which they are known: E.164 of numbers, the digits of short codes, names in one spelling; empty where nobody can be called so. */
  address: string;
  /** NUMBER is somebody whom one can write to. The others are services, which take no answers. */
  kind: 'NUMBER' | 'SHORT_CODE' | 'NAME';
  /** Of a sender that is a name: as it was written. */
  name: string | null;
}

/** Longer ones are somebody's number in a plan that is newer than we know. */
const LONGEST_SHORT_CODE = 8;
/** E.164, section 6.2.1. */
const LONGEST_NUMBER = 15;
/** What providers have room for: `source_addr` of SMPP 3.4 (section 5.2.8) takes twenty digits, and nobody's name is longer than this. */
const LONGEST_DIGITS = 20;
const LONGEST_NAME = 100;
/** Of what is longer nothing changes any more. */
const LONGEST_READ = 1000;
const WRITTEN_AS_NUMBER = /^[\s(]*\+?[\d\s().\-/]+$/u;

/**
 * The one way in which we keep an address, so that nobody is two customers by how their number is written: with a plus or without, with a
 * trunk prefix, spaces and brackets.
 * @param country of the account, ISO 3166-1 alpha-2: whose numbers are meant where no country is said; empty where nobody knows
 */
export function senderAddress(written: string, country: string): SenderAddress {
  const text = written.slice(0, LONGEST_READ).normalize('NFKC').trim();
  if (!WRITTEN_AS_NUMBER.test(text)) return nameOf(text);
  const digits = text.replace(/\D/g, '');
  const number = telephoneNumber(text, country);
  if (number !== null) return { address: number, kind: 'NUMBER', name: null };
  if (digits.length <= LONGEST_SHORT_CODE) return { address: digits, kind: 'SHORT_CODE', name: null };
  if (digits.length <= LONGEST_NUMBER) return { address: `+${digits.replace(/^00/, '')}`, kind: 'NUMBER', name: null };
  return digits.length <= LONGEST_DIGITS ? nameOf(text) : NOBODY;
}

const NOBODY: SenderAddress = { address: '', kind: 'NAME', name: null };

function nameOf(text: string): SenderAddress {
  if (text.length > LONGEST_NAME) return NOBODY;
  const name = text.replace(/\s+/gu, ' ');
  return { address: name.toUpperCase(), kind: 'NAME', name };
}

/** A number in E.164; null for what is none in any way of reading it. @param country as with `senderAddress` */
export function telephoneNumber(written: string, country: string): string | null {
  const text = written.normalize('NFKC').trim();
  if (!WRITTEN_AS_NUMBER.test(text)) return null;
  const digits = text.replace(/\D/g, '');
  const home = isSupportedCountry(country) ? country : undefined;
  if (text.includes('+')) return valid(`+${digits}`);
  if (digits.startsWith('00')) return valid(`+${digits.slice(2)}`) ?? valid(digits, home);
  // As people of the country dial it, else as providers write numbers: with the country, without a plus.
  return (home && valid(digits, home)) ?? valid(`+${digits}`);
}

function valid(text: string, country?: CountryCode): string | null {
  const number = parsePhoneNumberFromString(text, country === undefined ? {} : { defaultCountry: country });
  if (!number) return null;
  const today = inTodaysPlan(number.number);
  return number.isValid() || (today !== number.number && parsePhoneNumberFromString(today)?.isValid()) ? today : null;
}

/**
 * Where two ways are about to write one number, that of today's plan: mobile numbers of Brazil got a ninth digit, those of Mexico lost the 1
 * before them (BUG-039).
 */
function inTodaysPlan(number: string): string {
  return number.replace(/^\+55(\d\d)([6-9]\d{7})$/, '+55$19$2').replace(/^\+521(\d{10})$/, '+52$1');
}
