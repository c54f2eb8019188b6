import type { FileUrls } from '@parley/contract';
import { calls } from '../accounts/index.ts';
import type { Files } from './files.ts';
import { accountOf, readableBy, uploaderOf, type Viewer } from './readers.ts';
import { removeUpload } from './remove.ts';
import { filesById } from './store.ts';
import { urlsOf } from './urls.ts';

/** Addresses of those of these files that the viewer may read now, in the order asked for. */
export async function fileUrls(files: Files, viewer: Viewer, fileIds: readonly string[]): Promise<{ content: FileUrls[] }> {
  const on = files.db.reader(accountOf(viewer));
  const asked = [...new Set(fileIds)];
  const readable = await readableBy(files.readers, on, viewer, asked);
  const rows = await filesById(on, asked);
  return {
    content: asked.flatMap((id) => {
      const row = readable.has(id) ? rows.get(id) : undefined;
      return row ? [urlsOf(files.urlKey, uploaderOf(viewer), row)] : [];
    }),
  };
}

/** The contract's `files` for users. */
export function filesApi(files: Files) {
  return {
    urls: calls.files.urls.handler(({ context: { actor }, input }) => fileUrls(files, { by: 'USER', actor }, input.body.fileIds)),
    limits: calls.files.limits.handler(() => files.limits),
    remove: calls.files.remove.handler(({ context: { actor }, input }) =>
      removeUpload(files, uploaderOf({ by: 'USER', actor }), input.params.fileId),
    ),
  };
}
