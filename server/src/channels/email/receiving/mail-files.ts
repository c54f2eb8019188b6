import { Readable } from 'node:stream';
import type { Email } from '@parley/contract';
import { type Files, receiveUpload, removeUpload, type Uploader } from '../../../files/index.ts';
import { Problem } from '../../../platform/problem.ts';
import { contentIdKey } from '../reading/html-words.ts';
import type { MailPart } from '../reading/parsed-mail.ts';

/** What became of the files of a mail. */
export interface KeptFiles {
  /** In the order of the mail, uploads of the mailbox's own. */
  kept: Email['attachments'];
  /** Empty, or larger than any upload may be. */
  leftOut: { name: string; size: number }[];
  /** The file of each picture in the text, by the key of its Content-ID. */
  byContentId: ReadonlyMap<string, string>;
}

/** Takes in what a mail brings. Rejects when a file cannot be stored now; what was taken in before is away again. */
export async function takeInFiles(files: Files, uploader: Uploader, parts: readonly MailPart[]): Promise<KeptFiles> {
  const kept: Email['attachments'] = [];
  const leftOut: KeptFiles['leftOut'] = [];
  const byContentId = new Map<string, string>();
  try {
    for (const { name, size, content, contentIds, isInline } of parts) {
      const file = await takeIn(files, uploader, name, content);
      if (file === null) leftOut.push({ name, size });
      else {
        kept.push({ fileId: file.fileId, type: file.mediaType, name: file.fileName, size: file.fileSize, ...(isInline && { isInline }) });
        for (const id of contentIds) byContentId.set(contentIdKey(id), file.fileId);
      }
    }
  } catch (error) {
    await giveBackFiles(files, uploader, { kept });
    throw error;
  }
  return { kept, leftOut, byContentId };
}

/** Nothing came of the mail: its files need not wait for the sweep. */
export async function giveBackFiles(files: Files, uploader: Uploader, { kept }: Pick<KeptFiles, 'kept'>): Promise<void> {
  await Promise.all(kept.map(({ fileId }) => removeUpload(files, uploader, fileId).catch(() => undefined)));
}

const NOT_STORED = 'FILE_NOT_STORED';

async function takeIn(files: Files, uploader: Uploader, name: string, content: Uint8Array) {
  const body = Readable.from([Buffer.from(content.buffer, content.byteOffset, content.byteLength)]);
  try {
    return await receiveUpload(files, { uploader, name, length: content.byteLength, body, isCancelled: () => false });
  } catch (error) {
    if (error instanceof Problem && error.key !== NOT_STORED) return null;
    throw error;
  }
}
