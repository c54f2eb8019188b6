import type { FastifyReply } from 'fastify';
import type { Http } from '../platform/http.ts';
import { Problem, problem } from '../platform/problem.ts';
import { noteFacts } from '../platform/request-facts.ts';
import { contentDisposition } from './file-name.ts';
import type { Files } from './files.ts';
import { downloadType } from './media-type.ts';
import { thumbnailKey } from './storage.ts';
import { type FileRow, filesById } from './store.ts';
import { type Pass, readPass } from './urls.ts';

/** Nothing that was uploaded may do anything, even where a browser is told to open it. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; sandbox";

/** Serves the addresses that `urlsOf` makes. Only pictures that were decoded here are ever shown in place. */
export function serveFiles(http: Http, files: Files): void {
  http.get<{ Params: { fileId: string; rendition: string }; Querystring: { pass?: unknown } }>(
    '/files/:fileId/:rendition',
    async (request, reply) => {
      const pass = readPass(files.urlKey, request.query.pass, request.params);
      noteFacts(request, { accountId: pass.accountId });
      const file = (await filesById(files.db.reader(pass.accountId), [pass.fileId])).get(pass.fileId);
      if (!file || (pass.rendition === 'thumbnail' && !file.has_thumbnail)) throw problem('FILE_NOT_FOUND');
      const key = pass.rendition === 'thumbnail' ? thumbnailKey(file.storage_key) : file.storage_key;
      const stream = await files.storage.read(key).catch((error: unknown) => {
        if (error instanceof Problem) throw error;
        files.log.error({ err: error, fileId: file.id }, 'a file could not be read');
        throw problem('ERROR_UNAVAILABLE');
      });
      describe(reply, pass, file);
      return reply.send(stream);
    },
  );
}

function describe(reply: FastifyReply, pass: Pass, file: FileRow): void {
  const shown = pass.how === 'inline' && file.kind === 'IMAGE';
  const type = pass.rendition === 'thumbnail' ? 'image/webp' : shown ? file.media_type : downloadType(file.media_type);
  if (pass.rendition === 'original') reply.header('content-length', file.size);
  reply
    .header('content-type', type)
    .header('content-disposition', contentDisposition(shown ? 'inline' : 'attachment', file.name))
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('cross-origin-resource-policy', 'same-origin')
    // As long as the address holds.
    .header('cache-control', `private, max-age=${Math.max(0, Math.floor((pass.until - Date.now()) / 1000))}`);
}
