import type { FastifyReply } from 'fastify';
import type { Http } from '../platform/http.ts';
import { Problem, problem } from '../platform/problem.ts';
import { noteFacts } from '../platform/request-facts.ts';
import { contentDisposition } from './file-name.ts';
import type { Files } from './files.ts';
import { downloadType } from './media-type.ts';
import { type ByteRange, thumbnailKey } from './storage.ts';
import { type FileRow, filesById } from './store.ts';
import { type Pass, readPass } from './urls.ts';

/** Nothing that was uploaded may do anything, even where a browser is told to open it. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; sandbox";

/**
 * Serves the addresses that `urlsOf` makes. Only pictures that were decoded here are ever shown in place. A part of a file is served where it is asked
 * for: whoever listens to a recording goes to a place in it by that.
 */
export function serveFiles(http: Http, files: Files): void {
  type Asked = { Params: { fileId: string; rendition: string }; Querystring: { pass?: unknown } };
  // With a name behind it: who judges files by their addresses is shown one.
  for (const address of ['/files/:fileId/:rendition', '/files/:fileId/:rendition/:name'])
    http.get<Asked>(address, async (request, reply) => {
      const pass = readPass(files.urlKey, request.query.pass, request.params);
      noteFacts(request, { accountId: pass.accountId });
      const file = (await filesById(files.db.reader(pass.accountId), [pass.fileId])).get(pass.fileId);
      if (!file || (pass.rendition === 'thumbnail' && !file.has_thumbnail)) throw problem('FILE_NOT_FOUND');
      const key = pass.rendition === 'thumbnail' ? thumbnailKey(file.storage_key) : file.storage_key;
      const range =
        pass.rendition === 'original' && request.headers['if-range'] === undefined ? rangeIn(request.headers.range, file.size) : null;
      const stream = await files.storage.read(key, range ?? undefined).catch((error: unknown) => {
        if (error instanceof Problem) throw error;
        files.log.error({ err: error, fileId: file.id }, 'a file could not be read');
        throw problem('ERROR_UNAVAILABLE');
      });
      describe(reply, pass, file);
      if (range !== null) {
        const { from, to } = range;
        reply
          .code(206)
          .header('content-range', `bytes ${from}-${to}/${file.size}`)
          .header('content-length', to - from + 1);
      }
      return reply.send(stream);
    });
}

/** The one part that is asked for; null where all is to be served: several parts, none of the file's, or what is no range at all (RFC 9110, 14.2). */
export function rangeIn(header: string | undefined, size: number): ByteRange | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last));
  return from <= to ? { from, to } : null;
}

function describe(reply: FastifyReply, pass: Pass, file: FileRow): void {
  const shown = pass.how === 'inline' && file.kind === 'IMAGE';
  const type = pass.rendition === 'thumbnail' ? 'image/webp' : shown ? file.media_type : downloadType(file.media_type);
  if (pass.rendition === 'original') reply.header('content-length', file.size).header('accept-ranges', 'bytes');
  reply
    .header('content-type', type)
    .header('content-disposition', contentDisposition(shown ? 'inline' : 'attachment', file.name))
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('cross-origin-resource-policy', 'same-origin')
    // As long as the address holds.
    .header('cache-control', `private, max-age=${Math.max(0, Math.floor((pass.until - Date.now()) / 1000))}`);
}
