import type { FileUrls } from '@parley/contract';
import type { Files } from './files.ts';
import { filesById, type Uploader } from './store.ts';
import { urlForProvider, urlsOf } from './urls.ts';

/** Addresses of files by their ids, for a module that has found that this person may read them. */
export async function signedAddresses(
  files: Files,
  viewer: Pick<Uploader, 'accountId' | 'id'>,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, FileUrls>> {
  const rows = fileIds.length === 0 ? [] : await filesById(files.db.reader(viewer.accountId), fileIds);
  return new Map([...rows].map(([id, row]) => [id, urlsOf(files.urlKey, viewer, row)]));
}

/** The path under our origin at which the provider of a channel application fetches a file for so long; null when there is none. */
export async function addressForProvider(
  files: Files,
  viewer: Pick<Uploader, 'accountId' | 'id'>,
  fileId: string,
  lifetimeMs: number,
): Promise<string | null> {
  const row = (await filesById(files.db.reader(viewer.accountId), [fileId])).get(fileId);
  return row ? urlForProvider(files.urlKey, viewer, row, lifetimeMs) : null;
}
