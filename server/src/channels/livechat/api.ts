import { VISITOR_SECRET_HEADER } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import { calls, type VisitorCaller } from '../../accounts/index.ts';
import { fileUrls, removeUpload } from '../../files/index.ts';
import { clientNetwork } from '../../platform/client-network.ts';
import { problem } from '../../platform/problem.ts';
import type { LivechatDeps } from './deps.ts';
import { visitorHistory } from './history.ts';
import { lookUp } from './limits.ts';
import { receiveFileFromVisitor, receiveFromVisitor } from './receive.ts';
import { startSession, touchSession, visitorOf } from './session.ts';
import { readWidget } from './widget.ts';

/** Who calls a visitor's route, by the secret in its header. Throws ERROR_UNAUTHENTICATED, VISITOR_SESSION_ENDED and what `lookUp` throws. */
export async function visitorCaller(deps: LivechatDeps, request: FastifyRequest): Promise<VisitorCaller> {
  const secret = request.headers[VISITOR_SECRET_HEADER];
  if (typeof secret !== 'string' || secret === '' || secret.length > 128) throw problem('ERROR_UNAUTHENTICATED');
  return lookUp(deps.limits, request, () => visitorOf(deps.rooms.db, deps.secretKey, secret));
}

/** The visitors' part of the REST contract. */
export function visitorApi(deps: LivechatDeps) {
  const { db } = deps.rooms;
  return {
    widget: calls.visitor.widget.handler(async ({ context: { request }, input }) => {
      const { appearance } = await lookUp(deps.limits, request, () => readWidget(db, input.params.widgetId));
      return appearance;
    }),
    startSession: calls.visitor.startSession.handler(({ context: { request }, input }) => {
      deps.limits.sessions.take(clientNetwork(request.ip));
      return lookUp(deps.limits, request, () => startSession(db, deps.secretKey, input.body.widgetId));
    }),
    ticket: calls.visitor.ticket.handler(async ({ context: { visitor } }) => {
      await touchSession(db.reader(visitor.accountId), visitor.sessionId);
      return { ticket: deps.tickets.forVisitor(visitor.accountId, visitor.sessionId) };
    }),
    history: calls.visitor.history.handler(({ context: { visitor }, input }) => visitorHistory(db, visitor, input.query.before ?? null)),
    send: calls.visitor.send.handler(({ context: { visitor }, input }) => {
      deps.limits.messages.take(visitor.sessionId);
      return receiveFromVisitor(deps, visitor, input.body);
    }),
    sendFile: calls.visitor.sendFile.handler(({ context: { visitor }, input }) => {
      deps.limits.messages.take(visitor.sessionId);
      return receiveFileFromVisitor(deps, visitor, input.body);
    }),
    fileUrls: calls.visitor.fileUrls.handler(({ context: { visitor }, input }) =>
      fileUrls(deps.rooms.files, { by: 'VISITOR', ...visitor }, input.body.fileIds),
    ),
    removeFile: calls.visitor.removeFile.handler(({ context: { visitor }, input }) =>
      removeUpload(deps.rooms.files, { by: 'VISITOR', accountId: visitor.accountId, id: visitor.sessionId }, input.params.fileId),
    ),
  };
}
