import { rm, writeFile } from 'node:fs/promises';
import { newId } from '../platform/clock.ts';
import { displayName } from './file-name.ts';
import type { Files } from './files.ts';
import { newStorageKey } from './storage.ts';
import type { Uploader } from './store.ts';
import { putIn } from './upload.ts';

/**
 * Puts bytes that the server itself holds into the storage, whatever they are, as an upload of theirs: it stays when something keeps it
 * (`keepUpload`), and goes with the next sweep otherwise. No limit of uploads holds for them. Rejects with what disk, storage or database say.
 * @returns the file's id
 */
export async function keepBytes(
  files: Files,
  uploader: Uploader,
  { name, mediaType, bytes }: { name: string; mediaType: string; bytes: Uint8Array },
): Promise<string> {
  const path = files.arriving.newPath();
  const id = newId();
  const looks = { kind: 'FILE', notice: null, width: null, height: null, has_thumbnail: false };
  const file = { id, storage_key: newStorageKey(), name: displayName(name), size: bytes.length, media_type: mediaType, ...looks };
  try {
    await writeFile(path, bytes, { mode: 0o600, flag: 'wx' });
    await putIn(files, uploader, file, { path, thumbnail: null, isCancelled: () => false });
  } finally {
    await rm(path, { force: true });
  }
  return id;
}
