import { VISITOR_SECRET_HEADER } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import { calls, requireAccount, type VisitorCaller } from '../../accounts/index.ts';
import { doerOf, openToRead } from '../../audit/index.ts';
import { fileUrls, removeUpload } from '../../files/index.ts';
import { clientNetwork, countedNetwork } from '../../platform/client-network.ts';
import { problem } from '../../platform/problem.ts';
import { subject } from '../../rooms/index.ts';
import { blockedVisitors, blockVisitor, keepNetwork, releaseVisitor, requireWelcome, unblockVisitor } from './blocks.ts';
import { customerFacts, tellFactsChanged } from './customer-facts.ts';
import type { LivechatDeps } from './deps.ts';
import { requireTold, tellDetails } from './details.ts';
import { visitorHistory } from './history.ts';
import { identifyVisitor } from './identity.ts';
import { wishedLanguages } from './language.ts';
import { lookUp } from './limits.ts';
import { receiveFileFromVisitor, receiveFromVisitor } from './receive.ts';
import { channelOfSession, endSession, startSession, touchSession, visitorOf } from './session.ts';
import { sendTranscript } from './transcript.ts';
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
      const { appearance } = await lookUp(deps.limits, request, () =>
        readWidget(deps, input.params.widgetId, wishedLanguages(input.query.language, request)),
      );
      return appearance;
    }),
    startSession: calls.visitor.startSession.handler(({ context: { request }, input }) => {
      const network = clientNetwork(request.ip);
      deps.limits.sessions.take(network);
      const wished = wishedLanguages(input.query.language, request);
      return lookUp(deps.limits, request, () => startSession(db, deps.secretKey, input.body.widgetId, network, wished));
    }),
    tellDetails: calls.visitor.tellDetails.handler(async ({ context: { request, visitor }, input }) => {
      deps.limits.details.take(visitor.sessionId, countedNetwork(request.ip));
      await requireWelcome(db.reader(visitor.accountId), visitor, clientNetwork(request.ip));
      const answer = await tellDetails(deps, visitor, input.body);
      await tellFactsChanged(deps.rooms, visitor);
      return answer;
    }),
    identify: calls.visitor.identify.handler(async ({ context: { request, visitor }, input }) => {
      deps.limits.details.take(visitor.sessionId, countedNetwork(request.ip));
      // A refused signature counts as a guess of the network's.
      const answer = await lookUp(deps.limits, request, () => identifyVisitor(db, deps.keys, visitor, input.body));
      await tellFactsChanged(deps.rooms, visitor);
      return answer;
    }),
    transcript: calls.visitor.transcript.handler(async ({ context: { request, visitor }, input }) => {
      await requireWelcome(db.reader(visitor.accountId), visitor, clientNetwork(request.ip));
      await sendTranscript(deps, visitor, input.body.email, clientNetwork(request.ip));
      return {};
    }),
    signOut: calls.visitor.signOut.handler(async ({ context: { visitor } }) => {
      await endSession(db, visitor);
      deps.rooms.hub.publish([subject.contactChannel(channelOfSession(visitor.sessionId))], 'SessionEnded', {});
      return {};
    }),
    ticket: calls.visitor.ticket.handler(async ({ context: { request, visitor } }) => {
      const on = db.reader(visitor.accountId);
      await touchSession(on, visitor.sessionId);
      await keepNetwork(on, visitor, clientNetwork(request.ip));
      return { ticket: deps.tickets.forVisitor(visitor.accountId, visitor.sessionId) };
    }),
    waiting: calls.visitor.waiting.handler(({ context: { visitor } }) =>
      deps.placeInLine(visitor.accountId, channelOfSession(visitor.sessionId)),
    ),
    history: calls.visitor.history.handler(({ context: { visitor }, input }) => visitorHistory(db, visitor, input.query.before ?? null)),
    send: calls.visitor.send.handler(({ context: { request, visitor }, input }) => {
      deps.limits.messages.take(visitor.sessionId, countedNetwork(request.ip));
      return receiveFromVisitor(deps, visitor, clientNetwork(request.ip), input.body);
    }),
    sendFile: calls.visitor.sendFile.handler(({ context: { request, visitor }, input }) => {
      deps.limits.messages.take(visitor.sessionId, countedNetwork(request.ip));
      return receiveFileFromVisitor(deps, visitor, clientNetwork(request.ip), input.body);
    }),
    fileUrls: calls.visitor.fileUrls.handler(({ context: { visitor }, input }) =>
      fileUrls(deps.rooms.files, { by: 'VISITOR', ...visitor }, input.body.fileIds),
    ),
    removeFile: calls.visitor.removeFile.handler(({ context: { visitor }, input }) =>
      removeUpload(deps.rooms.files, { by: 'VISITOR', accountId: visitor.accountId, id: visitor.sessionId }, input.params.fileId),
    ),
  };
}

/**
 * Who sends a file: whose messages are not taken, of them neither.
 * Throws what `visitorCaller` throws, VISITOR_BLOCKED and WIDGET_FORM_INCOMPLETE.
 */
export async function visitorWhoSends(deps: LivechatDeps, request: FastifyRequest): Promise<VisitorCaller> {
  const visitor = await visitorCaller(deps, request);
  await requireWelcome(deps.rooms.db.reader(visitor.accountId), visitor, clientNetwork(request.ip));
  await requireTold(deps, visitor);
  return visitor;
}

/** What agents are told of live-chat customers, and from whom they want nothing more. */
export function customersApi(deps: LivechatDeps) {
  const { rooms } = deps;
  const { db } = rooms;
  return {
    facts: calls.customers.facts.handler(({ context: { actor }, input }) => customerFacts(rooms, actor, input.params.roomId)),
    block: calls.customers.block.handler(async ({ context, input: { params, body } }) => {
      await blockVisitor(rooms, context.actor, doerOf(context), params.roomId, body);
      return {};
    }),
    unblock: calls.customers.unblock.handler(async ({ context, input: { params } }) => {
      await unblockVisitor(rooms, context.actor, doerOf(context), params.roomId);
      return {};
    }),
    blocked: calls.customers.blocked.handler(async ({ context, input: { params } }) => {
      await openToRead(db, context, params.accountId, { type: 'WIDGET', id: null, name: '' });
      return { content: await blockedVisitors(db, params.accountId) };
    }),
    release: calls.customers.release.handler(async ({ context, input: { params } }) => {
      await requireAccount(db, context.actor, params.accountId);
      await releaseVisitor(rooms, doerOf(context), params);
      return {};
    }),
  };
}
