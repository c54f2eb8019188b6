import { open, rm, writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type FileKind, fileKindOf, TOO_LARGE_BY_KIND, type UploadedFile } from '@parley/contract';
import { newId } from '../platform/clock.ts';
import { uploadsReceived } from '../platform/metrics.ts';
import { Problem, problem } from '../platform/problem.ts';
import type { Place } from './fair-line.ts';
import { displayName } from './file-name.ts';
import type { Files } from './files.ts';
import { isPicture, mediaTypeOf } from './media-type.ts';
import { lookAtPicture } from './picture.ts';
import { discard } from './remove.ts';
import { newStorageKey, thumbnailKey } from './storage.ts';
import { insertArriving, markUploaded, type NewFile, type Uploader, uploadedFile } from './store.ts';

/** Between two pieces of an upload. */
const STALLED_AFTER = 30_000;
const MEGABYTE = 1024 * 1024;

export interface Upload {
  uploader: Uploader;
  /** As it was given, by anybody. */
  name: string;
  /** Bytes, as announced; null when they were not. */
  length: number | null;
  body: Readable;
  /** Where it may have fewer than any upload. */
  mostBytes?: number;
  /** The network that a visitor's file comes from. */
  network?: string;
  /** Nobody waits for the answer any more. */
  isCancelled(): boolean;
}

/**
 * Takes in one file: written down as it comes, looked at, put into the storage. What ends early or is refused leaves nothing.
 * Throws FILE_TOO_LARGE or that of its kind (by the content, whatever was said of it), FILE_EMPTY, ERROR_TOO_MANY_REQUESTS; FILE_NOT_STORED when disk, storage or database fail;
 * ERROR_BAD_REQUEST when it was cut off, or is not as long as was announced.
 */
export async function receiveUpload(files: Files, upload: Upload): Promise<UploadedFile> {
  const count = (outcome: string) => uploadsReceived.inc({ by: upload.uploader.by, outcome });
  try {
    const file = await receive(files, upload);
    count('KEPT');
    return file;
  } catch (error) {
    const refusal = error instanceof Problem ? error : problem('FILE_NOT_STORED');
    if (refusal !== error) files.log.error({ err: error, accountId: upload.uploader.accountId }, 'a file could not be kept');
    count(refusal.key);
    throw refusal;
  }
}

async function receive(files: Files, upload: Upload): Promise<UploadedFile> {
  const { uploader, length, network } = upload;
  const limit = Math.min(upload.mostBytes ?? Number.POSITIVE_INFINITY, files.limits.uploadLimit);
  if (length !== null && length > limit) throw tooLarge(limit);
  if (length === 0) throw problem('FILE_EMPTY');
  const end = await files.allowance.begin(files.db.reader(uploader.accountId), uploader, length ?? limit, network);
  const path = files.arriving.newPath();
  try {
    const size = await writeDown(upload.body, path, limit);
    if (size === 0) throw problem('FILE_EMPTY');
    if (length !== null && size !== length) throw problem('ERROR_BAD_REQUEST');
    return await keep(files, upload, path, size);
  } finally {
    end();
    await rm(path, { force: true });
  }
}

const tooLarge = (limit: number, kind: FileKind = 'other') => problem(TOO_LARGE_BY_KIND[kind], { limit: Math.floor(limit / MEGABYTE) });

/** @returns how many bytes came */
async function writeDown(body: Readable, path: string, limit: number): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  const stalled = setTimeout(() => body.destroy(new Error('the upload stands still')), STALLED_AFTER);
  // A refusal must still be answered on this connection, whose rest is then let through unread.
  const pieces = body.iterator({ destroyOnReturn: false });
  let size = 0;
  try {
    for (;;) {
      const piece = await nextOf(pieces);
      if (piece === null) return size;
      size += piece.length;
      if (size > limit) throw tooLarge(limit);
      await file.appendFile(piece);
      stalled.refresh();
    }
  } finally {
    clearTimeout(stalled);
    await pieces.return?.();
    await file.close();
  }
}

async function nextOf(pieces: AsyncIterator<Buffer>): Promise<Buffer | null> {
  try {
    const { done, value } = await pieces.next();
    return done ? null : value;
  } catch {
    // Cut off, cancelled or standing still: whoever sent it is not there to hear more.
    throw problem('ERROR_BAD_REQUEST');
  }
}

async function keep(files: Files, { uploader, name, network, isCancelled }: Upload, path: string, size: number): Promise<UploadedFile> {
  const mediaType = await mediaTypeOf(path);
  const kind = fileKindOf(mediaType);
  if (size > files.limits.byKind[kind]) throw tooLarge(files.limits.byKind[kind], kind);
  const { thumbnail, ...looks } = await lookAt(path, mediaType, placeOf(uploader, network));
  const file: NewFile = {
    id: newId(),
    storage_key: newStorageKey(),
    has_thumbnail: thumbnail !== null,
    name: displayName(name),
    size,
    ...looks,
  };
  await putIn(files, uploader, file, { path, thumbnail, isCancelled });
  return uploadedFile(file);
}

interface Content {
  /** Of the file, which is taken away from there. */
  path: string;
  thumbnail: Buffer | null;
  isCancelled: () => boolean;
}

/**
 * Puts a file that is whole into the storage, as an upload of theirs. The row comes before the bytes, so that the sweep finds what a
 * killed process leaves. Throws ERROR_BAD_REQUEST when it was cancelled.
 */
export async function putIn(files: Files, uploader: Uploader, file: NewFile, { path, thumbnail, isCancelled }: Content): Promise<void> {
  const on = files.db.reader(uploader.accountId);
  await insertArriving(on, uploader, file);
  try {
    if (thumbnail) await keepThumbnail(files, file.storage_key, thumbnail);
    await files.storage.keep(path, file.storage_key, { size: file.size, mediaType: file.media_type });
    if (isCancelled() || !(await markUploaded(on, file.id))) throw problem('ERROR_BAD_REQUEST');
  } catch (error) {
    await discard(files, uploader, file.id).catch((again: unknown) =>
      files.log.warn({ err: again, fileId: file.id }, 'a file that was not kept is left to the sweep'),
    );
    throw error;
  }
}

async function keepThumbnail(files: Files, storageKey: string, bytes: Buffer): Promise<void> {
  const path = files.arriving.newPath();
  try {
    await writeFile(path, bytes, { mode: 0o600, flag: 'wx' });
    await files.storage.keep(path, thumbnailKey(storageKey), { size: bytes.length, mediaType: 'image/webp' });
  } finally {
    await rm(path, { force: true });
  }
}

type Looks = Pick<NewFile, 'media_type' | 'kind' | 'notice' | 'width' | 'height'> & { thumbnail: Buffer | null };

/** Colleagues of an account take turns with its visitors; of these, networks with each other, since sessions cost nothing. */
export const placeOf = ({ by, accountId, id }: Uploader, network?: string): Place => ({
  group: `${accountId} ${by}`,
  owner: by === 'VISITOR' ? (network ?? id) : id,
});

async function lookAt(path: string, mediaType: string, place: Place): Promise<Looks> {
  const plain: Looks = { media_type: mediaType, kind: 'FILE', notice: null, width: null, height: null, thumbnail: null };
  if (!isPicture(mediaType)) return plain;
  const picture = await lookAtPicture(path, place);
  if (picture.notice !== null) return { ...plain, notice: picture.notice };
  const { width, height, thumbnail } = picture;
  return { media_type: mediaType, kind: 'IMAGE', notice: null, width, height, thumbnail };
}
