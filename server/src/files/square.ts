import { createWriteStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { newId } from '../platform/clock.ts';
import { problem } from '../platform/problem.ts';
import type { Files } from './files.ts';
import { squaresOf } from './picture.ts';
import { discard } from './remove.ts';
import { newStorageKey } from './storage.ts';
import { type Uploader, uploadOf } from './store.ts';
import { placeOf, putIn } from './upload.ts';

/** Side of the picture of a person, in pixels. */
const SIDE = 512;

/**
 * Makes of an upload, which goes away, a square picture of its middle: what else the file told, such as the place where it was
 * taken, is not in it. It belongs to the same uploader until `keepUpload` holds it.
 * Throws FILE_NOT_FOUND, FILE_ALREADY_SENT, FILE_NOT_AN_IMAGE.
 *
 * @returns the id of the square
 */
export async function makeSquare(files: Files, uploader: Uploader, fileId: string): Promise<string> {
  const on = files.db.reader(uploader.accountId);
  const upload = await uploadOf(on, uploader, fileId);
  if (upload === null) throw problem('FILE_NOT_FOUND');
  if (upload.state === 'KEPT') throw problem('FILE_ALREADY_SENT');
  if (upload.kind !== 'IMAGE') throw problem('FILE_NOT_AN_IMAGE');
  const [from, to] = [files.arriving.newPath(), files.arriving.newPath()];
  try {
    await pipeline(await files.storage.read(upload.storage_key), createWriteStream(from, { mode: 0o600, flags: 'wx' }));
    const squares = await squaresOf(from, SIDE, placeOf(uploader));
    if (squares === null) throw problem('FILE_NOT_AN_IMAGE');
    await writeFile(to, squares.whole, { mode: 0o600, flag: 'wx' });
    const square = {
      id: newId(),
      storage_key: newStorageKey(),
      has_thumbnail: true,
      name: 'picture.webp',
      size: squares.whole.length,
      media_type: 'image/webp',
      kind: 'IMAGE',
      notice: null,
      width: SIDE,
      height: SIDE,
    };
    await putIn(files, uploader, square, { path: to, thumbnail: squares.small, isCancelled: () => false });
    await discard(files, uploader, fileId);
    return square.id;
  } finally {
    await Promise.all([rm(from, { force: true }), rm(to, { force: true })]);
  }
}
