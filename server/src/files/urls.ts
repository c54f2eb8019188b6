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

/**
 * The address at which a channel's provider fetches a file that it is to bring: the path under our origin. Its last piece says by its end what the
 * file is, since providers judge by it.
 * @param viewer who it is let to: the channel application
 */
export function urlForProvider(key: Buffer, viewer: Pick<Uploader, 'accountId' | 'id'>, file: FileRow, lifetimeMs: number): string {
  const isPicture = file.kind === 'IMAGE';
  const pass: Pass = {
    accountId: viewer.accountId,
    viewerId: viewer.id,
    fileId: file.id,
    rendition: 'original',
    how: isPicture ? 'inline' : 'attachment',
    until: Date.now() + lifetimeMs,
  };
  const [ending] = /\.[A-Za-z0-9]{1,10}$/.exec(file.name) ?? [''];
  const name = `file${isPicture ? (PICTURE_ENDINGS[file.media_type] ?? ending) : ending}`;
  return `/files/${file.id}/original/${name}?pass=${seal(key, pass)}`;
}

const PICTURE_ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/gif': '.gif',
  'image/webp': '.webp',
};

/** Reads what `urlsOf` or `urlForProvider` made, for the address it was made for. Throws ERROR_FORBIDDEN when it is not that, or too old. */
export function readPass(key: Buffer, sealed: unknown, at: { fileId: string; rendition: string }): Pass {
  const parsed = typeof sealed === 'string' ? Pass.safeParse(unseal(key, sealed)) : undefined;
  const pass = parsed?.success ? parsed.data : undefined;
  if (!pass || pass.fileId !== at.fileId || pass.rendition !== at.rendition || pass.until < Date.now()) throw problem('ERROR_FORBIDDEN');
  return pass;
}
