import { type Access, UploadQuery, uploads } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../accounts/index.ts';
import { clientNetwork } from '../platform/client-network.ts';
import type { Http } from '../platform/http.ts';
import { problem, validationProblem } from '../platform/problem.ts';
import { noteFacts } from '../platform/request-facts.ts';
import type { Files } from './files.ts';
import type { Uploader } from './store.ts';
import { receiveUpload } from './upload.ts';

/** Serves the contract's `uploads`: the request's body is the file, whatever is said of its type. */
export function mountUploads(http: Http, files: Files, caller: Caller): void {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // What is said of the type is not believed, not even that it is one.
    scope.addHook('onRequest', async ({ raw }) => {
      raw.headers['content-type'] = 'application/octet-stream';
    });
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const { method, path, access } of Object.values(uploads))
      scope.route({
        method,
        url: `/api${path}`,
        config: { bodyMayTakeLong: true },
        handler: async (request) => {
          const uploader = await uploaderBy(caller, access, request);
          const query = UploadQuery.safeParse(request.query);
          if (!query.success) throw validationProblem(query.error.issues.map((issue) => ({ ...issue, path: ['query', ...issue.path] })));
          return receiveUpload(files, {
            uploader,
            name: query.data.name,
            length: lengthOf(request),
            body: request.raw,
            network: clientNetwork(request.ip),
            isCancelled: () => request.raw.socket.destroyed,
          });
        },
      });
  });
}

async function uploaderBy(caller: Caller, access: Access, request: FastifyRequest): Promise<Uploader> {
  if (access === 'visitor') {
    const visitor = await caller.visitor(request);
    noteFacts(request, visitor);
    return { by: 'VISITOR', accountId: visitor.accountId, id: visitor.sessionId };
  }
  const actor = await caller.actor(request);
  noteFacts(request, { userId: actor.userId, accountId: actor.accountId });
  if (!caller.allowed(actor, access)) throw problem('ERROR_FORBIDDEN');
  return { by: 'USER', accountId: actor.accountId, id: actor.userId };
}

/** Of a body that is announced; without one there is nothing to come. */
function lengthOf({ headers }: FastifyRequest): number | null {
  if (headers['transfer-encoding'] !== undefined) return null;
  return Number(headers['content-length'] ?? 0);
}
