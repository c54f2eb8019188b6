import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { problem } from '../platform/problem.ts';

/** Bytes of a file by their places, which count from 0: the first and the last of them. */
export interface ByteRange {
  from: number;
  to: number;
}

/** Where the bytes of files lie, under keys that say nothing of them. */
export interface Storage {
  /** Takes in the file at `path` under `key`, whole or not at all; the file itself may be gone afterwards. */
  keep(path: string, key: string, content: { size: number; mediaType: string }): Promise<void>;
  /** All of its bytes, or those of a range. Throws FILE_NOT_FOUND where there is nothing under the key. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Also of what is not there. */
  remove(key: string): Promise<void>;
}

/** Two digits of it make the folder, so that no folder grows without end. */
export function newStorageKey(): string {
  const name = randomBytes(20).toString('hex');
  return `${name.slice(0, 2)}/${name}`;
}

/** The small picture of a picture lies beside it. */
export const thumbnailKey = (key: string): string => `${key}.webp`;

/**
 * The local disk below `folder`. A file that was kept outlives a power cut: its bytes and its name are written through, and the name
 * comes last, so that who copies the folder (a backup) meets whole files alone.
 */
export function diskStorage(folder: string): Storage {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  return {
    async keep(path, key) {
      const target = join(folder, key);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await writeThrough(path);
      await rename(path, target);
      await writeThrough(dirname(target));
    },
    async read(key, range) {
      const stream =
        range === undefined ? await disk.getStream(key) : createReadStream(join(folder, key), { start: range.from, end: range.to });
      try {
        await once(stream, 'open');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw problem('FILE_NOT_FOUND');
        throw error;
      }
      return stream;
    },
    remove: (key) => disk.delete(key),
  };
}

async function writeThrough(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Any storage that flydrive reaches over the network. `isMissing` tells an object that is not there from a storage that fails. */
export function remoteStorage(disk: Disk, isMissing: (error: unknown) => boolean): Storage {
  return {
    async keep(path, key, { size, mediaType }) {
      const bytes = createReadStream(path);
      try {
        await disk.putStream(key, bytes, { contentLength: size, contentType: mediaType });
      } finally {
        // A request that failed early leaves the file open.
        bytes.destroy();
      }
    },
    async read(key, range) {
      try {
        const stream = await disk.getStream(key);
        return range === undefined ? stream : Readable.from(within(stream, range), { objectMode: false });
      } catch (error) {
        throw isMissing(error) ? problem('FILE_NOT_FOUND') : error;
      }
    },
    remove: (key) => disk.delete(key),
  };
}

/** What lies before the range is read and let go, what lies behind it is not asked for. */
async function* within(stream: AsyncIterable<Buffer>, { from, to }: ByteRange): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const bytes of stream) {
    const part = bytes.subarray(Math.max(0, from - at), Math.max(0, to + 1 - at));
    at += bytes.length;
    if (part.length > 0) yield part;
    if (at > to) return;
  }
}
