import { createHash } from 'node:crypto';
import { LONGEST_MESSAGE_ID, REFERENCES_AT_EACH_END } from './bounds.ts';
import { headerText } from './encoded-words.ts';
import { fieldsAt, firstValue } from './header-fields.ts';

/** The first Message-ID of a field, `<…>`, which senders forget; null where there is none. */
export function messageIdIn(value: string | null): string | null {
  return value === null ? null : (messageIdsIn(value).ids[0] ?? null);
}

/** All of a field, in order, each once; of too many the first and the last. */
export function messageIdsIn(value: string): { ids: string[]; isCut: boolean } {
  const found = new Set<string>();
  for (const [written] of value.matchAll(/<[^<>]*>|[^\s<>,;()"]+/g)) {
    if (!written.startsWith('<') && !written.includes('@')) continue;
    const id = written.replace(/^<|>$|\s+/g, '').toWellFormed();
    if (id !== '' && id.length <= LONGEST_MESSAGE_ID - 2) found.add(`<${id}>`);
  }
  const ids = [...found];
  const isCut = ids.length > 2 * REFERENCES_AT_EACH_END;
  return { ids: isCut ? [...ids.slice(0, REFERENCES_AT_EACH_END), ...ids.slice(-REFERENCES_AT_EACH_END)] : ids, isCut };
}

/** What a mail is called, from its header alone: nothing behind it is looked at. */
export interface MailHeaders {
  /** `<…>`; null where it is missing or empty. */
  messageId: string | null;
  /** As they are written, encoded words decoded, one line; empty where they are missing. */
  from: string;
  date: string;
  subject: string;
}

/** Of bytes that need be no mail: never throws. */
export function headersOf(source: Uint8Array): MailHeaders {
  const { fields } = fieldsAt(bufferOf(source), 0);
  const text = (name: string) =>
    headerText(firstValue(fields, name) ?? '')
      .slice(0, LONGEST_MESSAGE_ID)
      .toWellFormed();
  return { messageId: messageIdIn(firstValue(fields, 'message-id')), from: text('from'), date: text('date'), subject: text('subject') };
}

/**
 * By what a mail is known again in one mailbox: its Message-ID and a hash (SHA-256, hexadecimal) of what its sender wrote (From, Date, Subject and the body),
 * `<…> …`; without a Message-ID `sha256:` and the hash of the whole source. Servers on the way change neither, nor do ends of lines. At most 1063 characters.
 */
export function keyOfMail(source: Uint8Array): string {
  const bytes = bufferOf(source);
  const { fields, bodyStart } = fieldsAt(bytes, 0);
  const messageId = messageIdIn(firstValue(fields, 'message-id'));
  const hash = createHash('sha256');
  if (messageId === null) {
    hashLines(hash, bytes);
    return `sha256:${hash.digest('hex')}`;
  }
  for (const name of ['from', 'date', 'subject']) hash.update(`${name}:${firstValue(fields, name) ?? ''}\n`, 'latin1');
  hashLines(hash, bytes.subarray(bodyStart));
  return `${messageId} ${hash.digest('hex')}`;
}

/** IMAP, POP3 and files end lines in their own ways, and the last one or none. */
function hashLines(hash: ReturnType<typeof createHash>, bytes: Buffer): void {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === 0x0a || bytes[end - 1] === 0x0d)) end--;
  let at = 0;
  while (at < end) {
    const found = bytes.indexOf('\r\n', at);
    const stop = found === -1 || found >= end ? end : found;
    hash.update(bytes.subarray(at, stop));
    if (stop < end) hash.update('\n');
    at = stop === end ? end : stop + 2;
  }
}

export const bufferOf = (source: Uint8Array): Buffer => Buffer.from(source.buffer, source.byteOffset, source.byteLength);
