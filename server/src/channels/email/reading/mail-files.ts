import { createHash } from 'node:crypto';
import { MOST_PARTS } from './bounds.ts';
import { fileName } from './file-names.ts';
import { firstValue } from './header-fields.ts';
import { contentIdKey } from './html-words.ts';
import { headersOf } from './message-ids.ts';
import type { MailPart } from './parsed-mail.ts';
import { contentOf } from './part-content.ts';
import type { SourcePart } from './part-tree.ts';
import { readTnef, type Tnef } from './tnef.ts';

/** A file as it stands in a mail, before it is known whether the HTML shows it. */
interface Found {
  name: string;
  type: string;
  contentId: string | null;
  content: Uint8Array;
}

export interface Unpacked {
  files: Found[];
  /** What Outlook's form says, where a mail brings one. */
  tnef: Pick<Tnef, 'text' | 'html'> | null;
  isTnefUnreadable: boolean;
  isEncrypted: boolean;
}

const ENCRYPTED = /^application\/(?:x-)?(?:pkcs7-mime|pgp-encrypted)$/;

/** What the parts hold that are no words: Outlook's form unpacked, mails within the mail as files named after their subject. */
export async function unpack(source: Buffer, parts: readonly SourcePart[]): Promise<Unpacked> {
  const unpacked: Unpacked = { files: [], tnef: null, isTnefUnreadable: false, isEncrypted: false };
  for (const part of parts) {
    const type = part.type.value;
    const content = await contentOf(source, part);
    const said = part.disposition.parameters.get('filename') ?? part.type.parameters.get('name') ?? '';
    const contentId = firstValue(part.fields, 'content-id')?.replace(/^<|>$/g, '').trim() || null;
    if (/^application\/(?:vnd\.)?ms-tnef$/.test(type) || (/^winmail\.dat$/i.test(said) && isTnef(content))) {
      const inner = tnefOf(content);
      if (inner !== null) {
        unpacked.tnef ??= inner;
        unpacked.files.push(...inner.files.slice(0, MOST_PARTS));
        continue;
      }
      unpacked.isTnefUnreadable = true;
    }
    if (ENCRYPTED.test(type)) unpacked.isEncrypted = true;
    // A part that was not taken apart any further: whole, so that a mail program can.
    const isWhole = type.startsWith('multipart/');
    const bytes = isWhole ? source.subarray(part.start, part.end) : content;
    const name = isWhole ? 'message.eml' : said || (type === 'message/rfc822' ? subjectOf(content) : '');
    unpacked.files.push({ name, type: isWhole ? 'message/rfc822' : type, contentId, content: bytes });
  }
  return unpacked;
}

const isTnef = (content: Uint8Array): boolean => content[0] === 0x78 && content[1] === 0x9f && content[2] === 0x3e && content[3] === 0x22;

function tnefOf(content: Uint8Array): Tnef | null {
  try {
    return readTnef(content);
  } catch {
    return null;
  }
}

/** Its headers are used for this name and for nothing else. */
function subjectOf(mail: Uint8Array): string {
  const { subject } = headersOf(mail);
  return subject === '' ? '' : `${subject.replace(/[/\\]/g, '-').slice(0, 150).toWellFormed()}.eml`;
}

/** The files of a mail as they are told: those that the HTML shows are marked, and of the same picture shown several times there is one. */
export function told(files: readonly Found[], shown: ReadonlySet<string>): MailPart[] {
  const parts: MailPart[] = [];
  const pictures = new Map<string, MailPart>();
  for (const { name, type, contentId, content } of files.slice(0, MOST_PARTS)) {
    const isInline = contentId !== null && shown.has(contentIdKey(contentId));
    const known = isInline ? `${type} ${createHash('sha256').update(content).digest('hex')}` : null;
    const same = known === null ? undefined : pictures.get(known);
    if (same !== undefined) {
      if (contentId !== null && !same.contentIds.includes(contentId)) same.contentIds.push(contentId);
      continue;
    }
    const part: MailPart = {
      name: fileName(name, type, parts.length + 1),
      type,
      size: content.length,
      contentId,
      contentIds: contentId === null ? [] : [contentId],
      isInline,
      content: content.byteLength === content.buffer.byteLength ? content : new Uint8Array(content),
    };
    parts.push(part);
    if (known !== null) pictures.set(known, part);
  }
  return parts;
}
