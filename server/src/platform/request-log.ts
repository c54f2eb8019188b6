import type { Http } from './http.ts';
import { httpSeconds } from './metrics.ts';
import { factsOf, routeOf } from './request-facts.ts';

/** What asks all the time and says nothing about people's work. */
const QUIET = /^\/(?:health|metrics)(?:\/|$)|\/assets\/|^\/\*$/;

/** One line and one measurement per request, when its answer has left: ids, pattern, status and time. */
export function logRequests(http: Http): void {
  http.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    httpSeconds.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    const { route: _route, ...who } = factsOf(request);
    const line = { requestId: request.id, method: request.method, route, status: reply.statusCode, ms, ...who };
    if (QUIET.test(route) && reply.statusCode < 500) request.log.debug(line, 'request');
    else request.log.info(line, 'request');
    done();
  });
}
