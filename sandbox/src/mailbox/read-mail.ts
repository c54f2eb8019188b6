import PostalMime, { type Address, type Email } from 'postal-mime';
import type { KeptMail } from '../mail/post-office.ts';

export interface MailFile {
  name: string;
  type: string;
  size: number;
}

/** A mail as the mailbox page lists it. `references`: its own Message-ID last. */
export interface ReadMail {
  id: number;
  at: string;
  isMine: boolean;
  isUnseen: boolean;
  subject: string;
  from: string;
  replyTo: string;
  to: string[];
  cc: string[];
  text: string;
  hasHtml: boolean;
  files: MailFile[];
  references: string[];
}

export const parse = (mail: KeptMail): Promise<Email> =>
  PostalMime.parse(mail.source, { attachmentEncoding: 'arraybuffer', maxNestingDepth: 20 });

const inWords = ({ name, address }: Address): string => (name && address ? `${name} <${address}>` : (address ?? name));
const bare = (address: Address | undefined): string => address?.address ?? '';

export async function readMail(mail: KeptMail, isMine: boolean): Promise<ReadMail> {
  const email = await parse(mail);
  const { subject = '', from, to = [], cc = [], text = '', html, references = '', inReplyTo = '', messageId = '' } = email;
  return {
    id: mail.id,
    at: mail.receivedAt.toISOString(),
    isMine,
    isUnseen: !isMine && !mail.flags.has('\\Seen'),
    subject,
    from: from ? inWords(from) : '',
    replyTo: bare(email.replyTo?.[0] ?? from),
    to: to.map(bare),
    cc: cc.map(bare),
    text,
    hasHtml: html !== undefined,
    files: filesOf(email).map(({ filename, mimeType, content }) => ({
      name: filename ?? 'file',
      type: mimeType,
      size: (content as ArrayBuffer).byteLength,
    })),
    references: [...`${references} ${inReplyTo} ${messageId || `<${mail.id}@nowhere>`}`.matchAll(/<[^<>\s]+>/g)].map(([id]) => id),
  };
}

/** What can be downloaded: pictures that stand in the text are none of it. */
export const filesOf = ({ attachments, html = '' }: Email) =>
  attachments.filter(({ contentId }) => !contentId || !html.includes(`cid:${bareId(contentId)}`));

const bareId = (contentId: string): string => contentId.replaceAll(/^<|>$/g, '');

/** The HTML of a mail with its pictures in it, for a frame in which nothing runs. Null: it has none. */
export function htmlOf({ html, attachments }: Email): string | null {
  if (html === undefined) return null;
  let whole = html;
  for (const { contentId, mimeType, content } of attachments)
    if (contentId && /^image\/[\w.+-]+$/.test(mimeType))
      whole = whole.replaceAll(
        `cid:${bareId(contentId)}`,
        `data:${mimeType};base64,${Buffer.from(content as ArrayBuffer).toString('base64')}`,
      );
  return whole;
}

export interface Thread {
  subject: string;
  mails: ReadMail[];
}

/** Mails that refer to each other, or to the same one, stand together (RFC 5256), the newest thread first. */
export function threadsOf(mails: readonly ReadMail[]): Thread[] {
  const threadOf = new Map<string, ReadMail[]>();
  for (const mail of mails.toSorted((one, other) => one.id - other.id)) {
    const before = new Set(mail.references.flatMap((id) => threadOf.get(id) ?? []));
    const together = [...before, mail].toSorted((one, other) => one.id - other.id);
    for (const id of together.flatMap(({ references }) => references)) threadOf.set(id, together);
  }
  const newest = (all: readonly ReadMail[]) => all.at(-1)?.id ?? 0;
  return [...new Set(threadOf.values())]
    .toSorted((one, other) => newest(other) - newest(one))
    .map((all) => ({ subject: all[0]?.subject ?? '', mails: all }));
}
