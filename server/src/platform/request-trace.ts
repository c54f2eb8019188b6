import type { Span } from '@opentelemetry/api';
import type { FastifyRequest } from 'fastify';
import type { Http } from './http.ts';
import { routeOf } from './request-facts.ts';
import { beginRequest, endRequest, within } from './tracing.ts';

/** A span for each request, in which everything happens that the request causes. */
export function traceRequests(http: Http): void {
  const begun = new WeakMap<FastifyRequest, NonNullable<ReturnType<typeof beginRequest>>>();
  http.addHook('onRequest', (request, _reply, done) => {
    const one = beginRequest(request.method, request.headers);
    if (one === undefined) return done();
    begun.set(request, one);
    within(one.within, done);
  });
  // Once more after the body: its bytes come from the connection, which knows nothing of this request.
  http.addHook('preValidation', (request, _reply, done) => {
    const one = begun.get(request);
    if (one === undefined) return done();
    within(one.within, done);
  });
  const end = (request: FastifyRequest, status: number) => {
    const span: Span | undefined = begun.get(request)?.span;
    if (span) endRequest(span, { method: request.method, route: routeOf(request), status });
  };
  http.addHook('onResponse', (request, reply, done) => {
    end(request, reply.statusCode);
    done();
  });
}
