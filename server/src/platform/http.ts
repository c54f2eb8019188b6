import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, LogController } from 'fastify';
import { newId } from './clock.ts';
import { compressAnswers } from './compressed-answers.ts';
import { isConnectionLoss } from './connection-loss.ts';
import { type KnownMethods, knownMethods } from './known-methods.ts';
import type { Log } from './log.ts';
import { Problem, problem } from './problem.ts';
import { refuseOnWire } from './refuse-on-wire.ts';
import { logRequests } from './request-log.ts';
import { traceRequests } from './request-trace.ts';

const BODY_LIMIT = 1024 * 1024;
/** A request must have come whole by then; one that is sent letter by letter holds nothing for longer. */
const WHOLE_WITHIN = 30_000;
/** The same for a file over a slow line; whoever takes it in sees to it that it does not stand still. */
const LONG_BODY_WITHIN = 30 * 60_000;
/** What is still on its way this long after the closing began, a large file above all, is cut off. */
const CLOSE_WITHIN = 2000;
const DEEPEST_NESTING = 32;

export type Http = FastifyInstance;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file, which may come slowly. */
    bodyMayTakeLong?: boolean;
  }
  interface FastifyInstance {
    /** By which an address that is known is refused with 405 where it does not take the method. */
    knownMethods: KnownMethods;
  }
}

/** Reverse proxies whose word for the client's address is taken when nothing else is set: those on this machine. */
const PROXIES_ON_THIS_MACHINE = ['127.0.0.0/8', '::1'];

/**
 * Fastify with our one error shape from every layer. It parses JSON itself, so that the body's size, type and nesting
 * are checked before anything else sees the request.
 *
 * @param trustedProxies addresses and ranges whose X-Forwarded-For makes `request.ip`
 * @param wholeWithin how long a request may take to come, in milliseconds
 */
export function createHttp(log: Log, trustedProxies: readonly string[] = PROXIES_ON_THIS_MACHINE, wholeWithin = WHOLE_WITHIN): Http {
  const http = fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: LONG_BODY_WITHIN,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    genReqId: () => newId(),
    requestIdHeader: false,
    // Node itself would refuse it without a word.
    http: { requireHostHeader: false },
    trustProxy: [...trustedProxies],
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    // An address that cannot be read is never routed.
    frameworkErrors: (_error, _request, reply) => void (reply as FastifyReply).status(400).send(problem('ERROR_BAD_REQUEST').body()),
    clientErrorHandler: refuseUnreadable,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  });
  http.server.headersTimeout = WHOLE_WITHIN;
  http.server.on('checkExpectation', refuseExpectation);
  http.server.on('connect', (_request: IncomingMessage, stream: Duplex) => {
    stream.on('error', () => stream.destroy());
    refuseOnWire(stream, problem('ERROR_BAD_REQUEST'), { status: 405 });
  });
  http.decorate('knownMethods', knownMethods());
  http.addHook('onRoute', ({ method, url }) => http.knownMethods.add(method, url));
  http.removeContentTypeParser('text/plain');
  traceRequests(http);
  // Hooks that wait for nothing call on at once: each promise would cost every request.
  http.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'same-origin');
    done();
  });
  logRequests(http);
  http.addHook('onRequest', (request, _reply, done) => {
    // A character that PostgreSQL cannot hold, and nobody means to send.
    if (request.url.includes('%00') || !namesHost(request)) return done(problem('ERROR_BAD_REQUEST'));
    if (!isReadable(request.headers)) return done(problem('ERROR_UNSUPPORTED_MEDIA_TYPE'));
    if (request.routeOptions.config.bodyMayTakeLong !== true) expectWhole(request, wholeWithin);
    done();
  });
  closeInTime(http);
  http.addHook('onSend', ({ raw }, _reply, payload, done) => {
    if (!raw.complete) {
      answeredUnread.add(raw.socket);
      raw.once('end', () => answeredUnread.delete(raw.socket));
    }
    done(null, payload);
  });
  compressAnswers(http);
  http.addHook('preValidation', (request, _reply, done) => {
    if (request.body !== undefined && nestsDeeper(request.body, DEEPEST_NESTING)) done(problem('ERROR_BAD_REQUEST'));
    else done();
  });
  http.setErrorHandler((error, request, reply) => {
    const known = asProblem(error);
    if (known.status >= 500) request.log.error({ err: error, requestId: request.id }, 'request failed');
    sayWhenToRetry(reply, known);
    reply.status(known.status).send(known.body());
  });
  http.setNotFoundHandler((request, reply) => {
    const others = http.knownMethods.of(request.url);
    if (others.length === 0) return reply.status(404).send(problem('ERROR_NOT_FOUND').body());
    return reply.status(405).header('allow', others.join(', ')).send(problem('ERROR_METHOD_NOT_ALLOWED').body());
  });
  return http;
}

/** A connection that was busy when the closing began would stay open, for requests that cannot come any more. */
function closeInTime(http: Http): void {
  let closing = false;
  http.addHook('preClose', async () => {
    closing = true;
    setTimeout(() => http.server.closeAllConnections(), CLOSE_WITHIN).unref();
  });
  http.addHook('onResponse', (_request, _reply, done) => {
    if (closing) setImmediate(() => http.server.closeIdleConnections());
    done();
  });
}

function expectWhole({ raw }: FastifyRequest, within: number): void {
  if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return;
  // What is injected comes whole, and over no connection.
  if (!(raw.socket instanceof Socket)) return;
  const late = setTimeout(() => {
    if (!raw.complete) refuseUnreadable(new Error('the request did not come whole'), raw.socket);
  }, within);
  late.unref();
  raw.once('close', () => clearTimeout(late));
}

/** By whom the request was meant to be answered: HTTP/1.1 asks for it (RFC 9112, section 3.2), and addresses are made with it. */
function namesHost({ raw: { headers, httpVersion } }: FastifyRequest): boolean {
  if (headers.host === undefined) return httpVersion === '1.0';
  const forwarded = headers['x-forwarded-host'];
  return isHost(headers.host) && (forwarded === undefined || isHost(String(forwarded).split(',', 1)[0]?.trim() ?? ''));
}

/**
 * Nothing is unpacked here, and what is parsed is read as UTF-8: a body that calls itself something else would be taken for what it is
 * not. Files are kept as they come, whatever their letters.
 */
function isReadable({ 'content-encoding': packed, 'content-type': type = '' }: IncomingMessage['headers']): boolean {
  if (packed !== undefined && packed.toLowerCase() !== 'identity') return false;
  const [kind = '', ...parameters] = type.toLowerCase().split(';');
  if (!PARSED.has(kind.trim())) return true;
  const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([^\s"]*)/.exec(one)?.[1]).find((one) => one !== undefined);
  return charset === undefined || ['utf-8', 'utf8', 'us-ascii'].includes(charset);
}
const PARSED = new Set(['application/json', 'application/x-www-form-urlencoded']);

const isHost = (text: string): boolean => /^[\w.\-[\]:]+$/.test(text) && URL.canParse(`http://${text}`);

/** Nothing but `100-continue` can be expected of us, which Node answers by itself (RFC 9110, section 10.1.1). */
function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(417, { connection: 'close', 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(problem('ERROR_BAD_REQUEST').body()));
}

/** Connections whose request was answered before all of it was read. */
const answeredUnread = new WeakSet<Socket>();

/** What is no HTTP at all, or too much of it, is answered in the one shape too before the connection ends. No request is answered twice. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET') return;
  if (answeredUnread.has(socket)) {
    socket.destroySoon();
    return;
  }
  refuseOnWire(socket, problem('ERROR_BAD_REQUEST'), { status: error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400 });
}

/** What is too much now, or not there now, tells in its header how many seconds to wait. */
export function sayWhenToRetry(reply: FastifyReply, refusal: Problem): void {
  if (refusal.retryAfter !== null) reply.header('retry-after', refusal.retryAfter);
}

/** Any error as the refusal that the client gets: ours as it is, the framework's by its status, the rest as 500. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isConnectionLoss(error)) return new Problem('ERROR_UNAVAILABLE', {}, [], error);
  const status = (error as { statusCode?: unknown }).statusCode;
  if (status === 413) return problem('ERROR_TOO_LARGE', { limit: BODY_LIMIT });
  if (status === 415) return problem('ERROR_UNSUPPORTED_MEDIA_TYPE');
  if (status === 503) return problem('ERROR_UNAVAILABLE');
  if (typeof status === 'number' && status >= 400 && status < 500) return problem('ERROR_BAD_REQUEST');
  return new Problem('ERROR_DEFAULT_MESSAGE', {}, [], error);
}

/** True when objects and arrays nest deeper than this. Walks without recursion. */
export function nestsDeeper(value: unknown, limit: number): boolean {
  // Bytes of a body that its route reads by itself are no values.
  if (ArrayBuffer.isView(value)) return false;
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const next: unknown[] = [];
    for (const item of level) {
      if (item === null || typeof item !== 'object') continue;
      if (depth >= limit) return true;
      for (const inner of Object.values(item)) if (inner !== null && typeof inner === 'object') next.push(inner);
    }
    level = next;
  }
  return false;
}
