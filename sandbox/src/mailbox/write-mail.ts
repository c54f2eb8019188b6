import addressParser from 'nodemailer/lib/addressparser';
import { compose } from '../mail/compose.ts';
import { deliver } from '../mail/delivery.ts';
import { isOurs, SENT } from '../mail/post-office.ts';
import type { MailWorld } from '../mail/sign-in.ts';
import { isRecord } from '../providers/controls.ts';
import { parse } from './read-mail.ts';

/** What the page sends; `answers` and `forwards` are ids of mails of the same box. */
interface Asked {
  from: string;
  name: string;
  to: string;
  cc: string;
  subject: string;
  text: string;
  files: AskedFile[];
  answers: number | null;
  forwards: number | null;
}
interface AskedFile {
  name: string;
  type: string;
  base64: string;
  /** It stands in the text, below the words. */
  isInText: boolean;
}

/** What cannot be sent, and why. */
export class NotSent extends Error {}

/** Writes a mail of a customer's, delivers it to each recipient, and keeps it among what they have sent. @throws NotSent */
export async function writeMail(world: MailWorld, body: unknown): Promise<void> {
  const asked = askedOf(body);
  const box = world.office.box(asked.from);
  const answered = asked.answers === null ? null : await mailOf(world, asked, asked.answers);
  const forwarded = asked.forwards === null ? null : await mailOf(world, asked, asked.forwards);
  const chain = answered ? `${answered.references ?? answered.inReplyTo ?? ''} ${answered.messageId ?? ''}`.trim() : '';
  const pictures = asked.files.filter(({ isInText }) => isInText);
  const { source, recipients } = await compose({
    from: { name: asked.name, address: box.address },
    to: addressesIn(asked.to),
    cc: addressesIn(asked.cc),
    subject: asked.subject,
    text: asked.text,
    ...(pictures.length > 0 && { html: htmlWith(asked.text, pictures) }),
    ...(answered?.messageId && { inReplyTo: answered.messageId, references: chain }),
    attachments: [
      ...asked.files.map(({ name, type, base64, isInText }) => ({
        filename: name,
        contentType: type,
        content: Buffer.from(base64, 'base64'),
        ...(isInText && { cid: cidOf(pictures, name) }),
      })),
      ...(forwarded?.attachments ?? []).map(({ filename, mimeType, content }) => ({
        filename: filename ?? 'file',
        contentType: mimeType,
        content: Buffer.from(content as ArrayBuffer),
      })),
    ],
  });
  if (recipients.length === 0) throw new NotSent('to whom?');
  const elsewhere = recipients.find((one) => !isOurs(one));
  if (elsewhere !== undefined)
    throw new NotSent(`${elsewhere}: nothing leaves this machine, only .test, .example and localhost are played here`);
  world.office.keep(box, SENT, source, { flags: ['\\Seen'] });
  for (const to of new Set(recipients.map((one) => one.toLowerCase()))) deliver(world, { from: box.address, to, source });
}

async function mailOf({ office }: MailWorld, { from }: Asked, id: number) {
  const found = office.find(office.box(from), id);
  if (!found) throw new NotSent('the mail that is answered or forwarded is not there any more');
  return parse(found.mail);
}

const addressesIn = (text: string) => addressParser(text.replaceAll(';', ','), { flatten: true }).filter(({ address }) => address !== '');

const cidOf = (pictures: readonly AskedFile[], name: string): string => `picture${pictures.findIndex((one) => one.name === name)}@mailbox`;

function htmlWith(text: string, pictures: readonly AskedFile[]): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>');
  return `<div>${escaped}</div>${pictures.map(({ name }) => `<div><img src="cid:${cidOf(pictures, name)}"></div>`).join('')}`;
}

function askedOf(body: unknown): Asked {
  if (!isRecord(body)) throw new NotSent('there is nothing to send');
  const text = (name: string): string => {
    const value = body[name];
    if (value !== undefined && typeof value !== 'string') throw new NotSent(`wrong: ${name}`);
    return value ?? '';
  };
  const id = (name: string): number | null => {
    const value = body[name] ?? null;
    if (value !== null && !Number.isInteger(value)) throw new NotSent(`wrong: ${name}`);
    return value as number | null;
  };
  const from = text('from');
  if (!isOurs(from)) throw new NotSent(`${from || 'from'}: only .test, .example and localhost are played here`);
  const files = Array.isArray(body.files) ? body.files : [];
  const one = (file: unknown): AskedFile => {
    if (!isRecord(file) || typeof file.name !== 'string' || typeof file.base64 !== 'string') throw new NotSent('wrong: files');
    return {
      name: file.name,
      type: String(file.type || 'application/octet-stream'),
      base64: file.base64,
      isInText: file.isInText === true,
    };
  };
  const words = { name: text('name'), to: text('to'), cc: text('cc'), subject: text('subject'), text: text('text') };
  return { from, ...words, files: files.map(one), answers: id('answers'), forwards: id('forwards') };
}
