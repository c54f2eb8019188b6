import type { FastifyRequest } from 'fastify';

/** What is known of a request by the time it is answered: ids and the route's pattern, never what was sent. */
export interface RequestFacts {
  /** The pattern of the route, for routes that Fastify knows only as a whole (`/api/*`). */
  route?: string;
  accountId?: string;
  userId?: string;
  /** A visitor's session. */
  sessionId?: string;
}

const factsByRequest = new WeakMap<FastifyRequest, RequestFacts>();

/** Adds to what the request's line in the log will say. */
export function noteFacts(request: FastifyRequest, facts: RequestFacts): void {
  factsByRequest.set(request, { ...factsByRequest.get(request), ...facts });
}

export function factsOf(request: FastifyRequest): RequestFacts {
  return factsByRequest.get(request) ?? {};
}

/** The pattern under which a request is counted: few of them, whatever is asked for. */
export function routeOf(request: FastifyRequest): string {
  const route = factsOf(request).route ?? request.routeOptions.url;
  if (route === undefined) return '(none)';
  return route.includes('/assets/') ? `${route.slice(0, route.indexOf('/assets/'))}/assets/*` : route;
}
