import { problem } from '../platform/problem.ts';
import type { Files } from './files.ts';
import type { Storage } from './storage.ts';
import { thumbnailKey } from './storage.ts';
import { deleteGoing, type FileRow, markGoing, type Uploader, uploadOf } from './store.ts';

/** Throws an upload away that was not sent. Throws FILE_NOT_FOUND; FILE_ALREADY_SENT when it was. */
export async function removeUpload(files: Files, uploader: Uploader, fileId: string): Promise<{ fileId: string }> {
  if (await discard(files, uploader, fileId)) return { fileId };
  const sent = await uploadOf(files.db.reader(uploader.accountId), uploader, fileId);
  throw problem(sent ? 'FILE_ALREADY_SENT' : 'FILE_NOT_FOUND');
}

/** The row is marked first and goes last: what is cut off in between, the sweep ends. @returns whether there was such an upload */
export async function discard(files: Files, uploader: Uploader, fileId: string): Promise<boolean> {
  const on = files.db.reader(uploader.accountId);
  const going = await markGoing(on, uploader, fileId);
  if (!going) return false;
  await removeBytes(files.storage, going);
  await deleteGoing(on, fileId);
  return true;
}

export async function removeBytes(storage: Storage, file: Pick<FileRow, 'storage_key' | 'has_thumbnail'>): Promise<void> {
  if (file.has_thumbnail) await storage.remove(thumbnailKey(file.storage_key));
  await storage.remove(file.storage_key);
}
