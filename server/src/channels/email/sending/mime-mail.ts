import type { Readable } from 'node:stream';
import { addressIn, domainOf, type Email, nameIn, settledAddress } from '@parley/contract';
import DKIM from 'nodemailer/lib/dkim';
import MailComposer from 'nodemailer/lib/mail-composer';

/** An address with a name, which may be empty. */
export interface Named {
  name: string;
  address: string;
}

/** A file of an e-mail, as its bytes. */
export interface MailFile {
  fileId: string;
  body: Readable;
}

export interface MailParts {
  from: Named;
  email: Email;
  /** With its own pictures at `cid:<fileId>`. */
  html: string | null;
  /** Of all its attachments. */
  files: readonly MailFile[];
  replyTo: string | null;
  /** Whom no header names: they cannot be written to. */
  unnamed: ReadonlySet<string>;
  /** The mailbox by which it goes, where nobody wrote it: others' machines are told so. */
  byItselfFrom: string | null;
  /** PEM. */
  dkim: { domain: string; selector: string; privateKey: string } | null;
}

/** Ids of one thread that are told: the first, and so many of the last (RFC 5322, 3.6.4, sets no bound; lines and servers do). */
const FIRST_REFERENCES = 1;
const LAST_REFERENCES = 20;
/** A line holds 998 characters (RFC 5322, 2.1.1), and an id cannot be folded. */
const REFERENCE = /^<[!-;=?-~]{1,900}>$/;

/** What an e-mail belongs to, as its header says it: without what is no Message-ID. */
export function referencesOf(references: readonly string[]): string[] {
  const ids = references.filter((id) => REFERENCE.test(id));
  if (ids.length <= FIRST_REFERENCES + LAST_REFERENCES) return ids;
  return [...ids.slice(0, FIRST_REFERENCES), ...ids.slice(-LAST_REFERENCES)];
}

/** What machines are told of what a machine wrote (RFC 3834; protocols: e-mail, section 7). An agent's e-mail says none of it. */
function machineHeaders(mailboxId: string, isAnswer: boolean): Record<string, string> {
  return {
    'Auto-Submitted': isAnswer ? 'auto-replied' : 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'X-Loop': mailboxId,
    ...(!isAnswer && { Precedence: 'bulk' }),
  };
}

/** A recipient as headers name them; the address is settled. */
export const recipientOf = (written: string): Named => ({
  name: nameIn(written),
  address: settledAddress(addressIn(written)) ?? addressIn(written),
});

/**
 * An e-mail as its bytes (RFC 5322, RFC 2045): text always, looks where it has some with their pictures beside them, attachments behind. Blind copies
 * stand in no header. The same e-mail has the same Message-ID each time.
 */
export function mimeOf({ from, email, html, files, replyTo, unnamed, byItselfFrom, dkim }: MailParts): Readable {
  const named = (written: readonly string[]) => written.map(recipientOf).filter(({ address }) => !unnamed.has(address));
  const references = referencesOf(email.references);
  const domain = domainOf(from.address);
  const inline = new Set(email.attachments.flatMap(({ fileId, isInline }) => (isInline && html !== null ? [fileId] : [])));
  const composer = new MailComposer({
    from,
    to: named(email.to),
    cc: named(email.cc),
    ...(replyTo !== null && { replyTo }),
    subject: email.subject,
    messageId: email.id,
    ...(references.length > 0 && { inReplyTo: references.at(-1), references }),
    text: email.content,
    ...(html !== null && {
      html: html.replace(/\bcid:([\w-]{8,})/g, (whole, id: string) => (inline.has(id) ? `cid:${id}@${domain}` : whole)),
    }),
    attachments: email.attachments.flatMap(({ fileId, name, type }) => {
      const content = files.find((file) => file.fileId === fileId)?.body;
      if (content === undefined) return [];
      const one = { filename: name, content, contentType: type };
      return [
        inline.has(fileId)
          ? { ...one, cid: `${fileId}@${domain}`, contentDisposition: 'inline' }
          : { ...one, contentDisposition: 'attachment' },
      ];
    }),
    headers: byItselfFrom === null ? {} : machineHeaders(byItselfFrom, references.length > 0),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const mail = composer.compile().createReadStream();
  if (dkim === null) return mail;
  const signer = new DKIM({ domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.privateKey });
  return signer.sign(mail);
}

/** In bytes, as it crosses the wire, and rather less than more: files are written in four letters for three bytes. */
export const leastSizeOf = (email: Email, html: string | null): number =>
  email.attachments.reduce((sum, { size }) => sum + Math.ceil(size / 3) * 4, 0) + Buffer.byteLength(email.content) + (html?.length ?? 0);
