import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileLimits } from '@parley/contract';
import { diskStorage, type Files, openFiles, type Storage } from '../src/files/index.ts';
import type { Database } from '../src/platform/database.ts';
import { type Log, openLog } from '../src/platform/log.ts';

export interface TestFiles extends Files {
  folder: string;
}

/** Files in a folder that goes with the process. */
export function givenFiles(
  db: Database,
  { limit = 25 * 1024 * 1024, log = openLog('silent'), storage }: { limit?: number; log?: Log; storage?: Storage } = {},
): TestFiles {
  const folder = mkdtempSync(join(tmpdir(), 'parley-files-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const limits = limitsOf(limit);
  const files = openFiles({ db, log, folder, storage: storage ?? diskStorage(folder), limits, urlKey: randomBytes(32) });
  return { ...files, folder };
}

/** The same for files of every kind. */
export function limitsOf(uploadLimit: number): FileLimits {
  return { uploadLimit, byKind: { picture: uploadLimit, video: uploadLimit, audio: uploadLimit, other: uploadLimit } };
}
