import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FileLimits } from '@parley/contract';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { problem } from '../platform/problem.ts';
import { type Allowance, uploadAllowance } from './allowance.ts';
import { type Arriving, openArriving } from './arriving.ts';
import type { FileReader } from './readers.ts';
import type { Bucket } from './s3-storage.ts';
import { diskStorage, type Storage } from './storage.ts';
import { filesById } from './store.ts';

/** What the files of one process work with; made once by `openFiles`. */
export interface Files {
  db: Database;
  log: Log;
  storage: Storage;
  arriving: Arriving;
  allowance: Allowance;
  /** Bytes of the largest upload, of any kind and of each. */
  limits: Readonly<FileLimits>;
  /** Signs addresses: of the purpose `files:url`. */
  urlKey: Buffer;
  /** Filled while the application is wired. */
  readers: FileReader[];
}

/** What is on its way lies within the folder of the files, so that it becomes one of them by a change of name alone. */
const ARRIVING_FOLDER = '.arriving';

/** Where files lie: in the folder, or in a bucket. The library that speaks to buckets is large: who has none does not read it. */
export async function openStorage(folder: string, bucket: Bucket | undefined): Promise<Storage> {
  return bucket ? (await import('./s3-storage.ts')).s3Storage(bucket) : diskStorage(folder);
}

/** @param parts folder: of the files on the local disk; wherever they lie, what is on its way to them is written there */
export function openFiles(parts: {
  db: Database;
  log: Log;
  storage: Storage;
  folder: string;
  limits: Readonly<FileLimits>;
  urlKey: Buffer;
}): Files {
  const { folder, ...given } = parts;
  return {
    ...given,
    arriving: openArriving(join(folder, ARRIVING_FOLDER)),
    allowance: uploadAllowance(given.limits.uploadLimit),
    readers: [],
  };
}

/** The bytes of a file, for a module that may read it. Throws FILE_NOT_FOUND. */
export async function readFile(files: Files, accountId: string, fileId: string): Promise<Readable> {
  const file = (await filesById(files.db.reader(accountId), [fileId])).get(fileId);
  if (!file) throw problem('FILE_NOT_FOUND');
  return files.storage.read(file.storage_key);
}
