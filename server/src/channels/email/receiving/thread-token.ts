import { createHmac, timingSafeEqual } from 'node:crypto';

// What leads an answer back into its conversation where no header does: a sign in our address (`support+c.<token>@…`), or in a subject (`[#<token>]`).
// In small letters and digits alone, since servers on the way write addresses as they like.

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';
const ID_BYTES = 16;
const MAC_BYTES = 8;
/** 24 bytes in five bits a letter. */
const TOKEN = /^[a-z2-7]{39}$/;
/** RFC 5321, section 4.5.3.1.1. */
const LONGEST_LOCAL_PART = 64;

/** Whose conversation it is. */
export interface TokenPlace {
  accountId: string;
  conversationId: string;
}

/** A token of this conversation, good within its account alone. @param key of the purpose `emails:threads` */
export function threadToken(key: Buffer, { accountId, conversationId }: TokenPlace): string {
  const id = Buffer.from(conversationId.replaceAll('-', ''), 'hex');
  return base32(Buffer.concat([id, macOf(key, accountId, id)]));
}

/** The conversation that a token was made for; null of one that is none of this account's. */
export function conversationOfToken(key: Buffer, accountId: string, token: string): string | null {
  const bytes = TOKEN.test(token) ? bytesOf(token) : null;
  if (bytes === null) return null;
  const id = bytes.subarray(0, ID_BYTES);
  if (!timingSafeEqual(bytes.subarray(ID_BYTES), macOf(key, accountId, id))) return null;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The address of a mailbox that leads an answer into a conversation (`Reply-To`); null where it would be longer than addresses may be. */
export function threadAddress(key: Buffer, address: string, place: TokenPlace): string | null {
  const at = address.lastIndexOf('@');
  const local = `${address.slice(0, at)}+c.${threadToken(key, place)}`;
  return local.length > LONGEST_LOCAL_PART ? null : `${local}${address.slice(at)}`;
}

/** The tokens that stand in addresses and in a subject, each once, as they stand there. */
export function tokensIn(addresses: readonly string[], subject: string): string[] {
  const ofAddresses = addresses.flatMap((address) => /\+c\.([a-z2-7]{39})@/.exec(address.toLowerCase())?.[1] ?? []);
  const ofSubject = [...subject.toLowerCase().matchAll(/\[#([a-z2-7]{39})\]/g)].map(([, token = '']) => token);
  return [...new Set([...ofAddresses, ...ofSubject])];
}

/** Our own address without the token that it may bear. */
export const withoutToken = (address: string): string => address.replace(/\+c\.[a-z2-7]{39}(?=@[^@]*$)/, '');

const macOf = (key: Buffer, accountId: string, id: Buffer): Buffer =>
  createHmac('sha256', key).update(`${accountId} `).update(id).digest().subarray(0, MAC_BYTES);

function base32(bytes: Buffer): string {
  let bits = BigInt(`0x${bytes.toString('hex')}`) << 3n;
  let text = '';
  for (let at = 0; at < 39; at++) {
    text = LETTERS[Number(bits & 31n)] + text;
    bits >>= 5n;
  }
  return text;
}

/** Null where the last three bits, which say nothing, are not zero: each conversation has one token. */
function bytesOf(token: string): Buffer | null {
  let bits = 0n;
  for (const letter of token) bits = (bits << 5n) | BigInt(LETTERS.indexOf(letter));
  if ((bits & 7n) !== 0n) return null;
  return Buffer.from((bits >> 3n).toString(16).padStart((ID_BYTES + MAC_BYTES) * 2, '0'), 'hex');
}
