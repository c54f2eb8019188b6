import type { ImapFlow, MessageStructureObject } from 'imapflow';
import { within } from './session.ts';

/** What is known of a mail before it is fetched. */
export interface ImapMail {
  uid: number;
  size: number;
  receivedAt: Date;
}

/** The connection is good, and the server gives this one mail not. The message is in its words, where it has any. */
export class NotGiven extends Error {}

/** Of a text that stands for a mail that is too large, and of its headers. */
const TEXT_LIMIT = 1024 * 1024;
const HEAD_LIMIT = 256 * 1024;
/** Slower lines than so many bytes in a millisecond are waited for no longer. */
const SLOWEST = 20;

/** Which of these are there, with their sizes, in the order of their numbers. */
export async function lookAt(client: ImapFlow, uids: readonly number[], answerMs: number): Promise<ImapMail[]> {
  const query = { uid: true, size: true, internalDate: true };
  const found = await within(client.fetchAll(uids.join(','), query, { uid: true }), answerMs, () => client.close());
  const mails = found.map(({ uid, size = 0, internalDate }) => ({ uid, size, receivedAt: instantOf(internalDate) }));
  return mails.filter(({ uid }) => uids.includes(uid)).toSorted((one, other) => one.uid - other.uid);
}

/** Never later than now: clocks of servers go wrong. */
function instantOf(told: Date | string | undefined): Date {
  const now = new Date();
  const at = new Date(told ?? now);
  return Number.isNaN(at.getTime()) || at > now ? now : at;
}

/** The whole source, without marking the mail as read (BODY.PEEK). Rejects with NotGiven, or with what breaks the connection. */
export async function wholeSource(client: ImapFlow, { uid, size }: ImapMail, answerMs: number): Promise<Uint8Array> {
  const { source } = await ask(client, uid, { source: true }, answerMs + size / SLOWEST);
  if (!source || (source.length === 0 && size > 0)) throw new NotGiven('the server gives it without its content');
  return source;
}

/** The headers alone, as they were written, with the empty line behind them. Rejects as `wholeSource`. */
export async function headOnly(client: ImapFlow, uid: number, answerMs: number): Promise<Uint8Array> {
  const { headers } = await ask(client, uid, { headers: true }, answerMs);
  if (!headers) throw new NotGiven('the server does not give its headers');
  return headers.subarray(0, HEAD_LIMIT);
}

/**
 * Headers and text of a mail that is larger than what is taken, as a mail of its own. Rejects as `wholeSource`.
 */
export async function headAndText(client: ImapFlow, { uid }: ImapMail, answerMs: number): Promise<Uint8Array> {
  const { headers, bodyStructure } = await ask(client, uid, { headers: true, bodyStructure: true }, answerMs);
  if (!headers) throw new NotGiven('the server does not give its headers');
  const [head, ownFields] = withoutFields(headers.subarray(0, HEAD_LIMIT).toString('latin1'));
  const texts = bodyStructure ? textsOf(bodyStructure) : [];
  if (texts.length === 0) return Buffer.from(`${head}\r\n`, 'latin1');
  const boundary = `=_parley_${uid}`;
  const pieces: Buffer[] = [
    Buffer.from(`${head}MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary="${boundary}"\r\n\r\n`, 'latin1'),
  ];
  for (const part of texts) {
    // A mail that is nothing but one text has no part of its own (RFC 3501, section 6.4.5).
    const key = part.part ?? 'TEXT';
    const bodyParts = [{ key, start: 0, maxLength: TEXT_LIMIT }, ...(part.part === undefined ? [] : [`${key}.MIME`])];
    const given = await ask(client, uid, { bodyParts }, answerMs);
    const fields =
      part.part === undefined ? Buffer.from(ownFields, 'latin1') : (given.bodyParts?.get(`${key}.mime`) ?? Buffer.from('\r\n'));
    const body = given.bodyParts?.get(key.toLowerCase()) ?? Buffer.alloc(0);
    pieces.push(Buffer.from(`--${boundary}\r\n`), fields, body, Buffer.from('\r\n'));
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`));
  return Buffer.concat(pieces);
}

/** The first text and the first HTML that are not files. */
function textsOf(whole: MessageStructureObject): MessageStructureObject[] {
  const texts: MessageStructureObject[] = [];
  const look = (part: MessageStructureObject) => {
    const isText = (part.type === 'text/plain' || part.type === 'text/html') && part.disposition !== 'attachment';
    if (isText && !texts.some(({ type }) => type === part.type)) texts.push(part);
    for (const child of part.childNodes ?? []) look(child);
  };
  look(whole);
  return texts;
}

/** Headers without those that say how the body is written, and these, with the empty line behind them. */
function withoutFields(headers: string): [string, string] {
  const fields = headers.replace(/\r?\n/g, '\r\n').split(/\r\n(?![ \t])/);
  const isOfBody = (field: string) => /^(?:mime-version|content-[\w-]+)\s*:/i.test(field);
  const rows = fields.filter((field) => field !== '');
  const joined = (chosen: string[]) => chosen.map((field) => `${field}\r\n`).join('');
  return [joined(rows.filter((field) => !isOfBody(field))), `${joined(rows.filter(isOfBody))}\r\n`];
}

type Query = Parameters<ImapFlow['fetchOne']>[1];

async function ask(client: ImapFlow, uid: number, query: Query, answerMs: number) {
  try {
    const given = await within(client.fetchOne(String(uid), { uid: true, ...query }, { uid: true }), answerMs, () => client.close());
    if (!given || given.uid !== uid) throw new NotGiven('the server does not give it');
    return given;
  } catch (error) {
    const { responseStatus, responseText } = error as { responseStatus?: string; responseText?: string };
    if (client.usable && responseStatus !== undefined) throw new NotGiven(responseText || responseStatus);
    throw error;
  }
}
