import { FILE_URL_LIFETIME, type FileUrls } from '@parley/contract';
import * as z from 'zod/mini';
import { problem } from '../platform/problem.ts';
import { seal, unseal } from '../platform/secret.ts';
import type { FileRow, Uploader } from './store.ts';

/** What an address lets its holder fetch, and who was let to. */
export const Pass = z.object({
  accountId: z.uuid(),
  viewerId: z.uuid(),
  fileId: z.uuid(),
  rendition: z.enum(['original', 'thumbnail']),
  how: z.enum(['inline', 'attachment']),
  until: z.number(),
});
export type Pass = z.infer<typeof Pass>;

/** The addresses of a file for one viewer. `key` is of the purpose `files:url`. */
export function urlsOf(key: Buffer, viewer: Pick<Uploader, 'accountId' | 'id'>, file: FileRow): FileUrls {
  const until = Date.now() + FILE_URL_LIFETIME;
  const address = (rendition: Pass['rendition'], how: Pass['how']) => {
    const pass: Pass = { accountId: viewer.accountId, viewerId: viewer.id, fileId: file.id, rendition, how, until };
    return `/files/${file.id}/${rendition}?pass=${seal(key, pass)}`;
  };
  const downloadUrl = address('original', 'attachment');
  return {
    fileId: file.id,
    url: file.kind === 'IMAGE' ? address('original', 'inline') : downloadUrl,
    downloadUrl,
    thumbnailUrl: file.has_thumbnail ? address('thumbnail', 'inline') : null,
    expiresAt: new Date(until).toISOString(),
  };
}

/** Reads what `urlsOf` made, for the address it was made for. Throws ERROR_FORBIDDEN when it is not that, or too old. */
export function readPass(key: Buffer, sealed: unknown, at: { fileId: string; rendition: string }): Pass {
  const parsed = typeof sealed === 'string' ? Pass.safeParse(unseal(key, sealed)) : undefined;
  const pass = parsed?.success ? parsed.data : undefined;
  if (!pass || pass.fileId !== at.fileId || pass.rendition !== at.rendition || pass.until < Date.now()) throw problem('ERROR_FORBIDDEN');
  return pass;
}
