import type { Http } from './http.ts';

/** How long a browser need not ask again, in seconds. */
const REMEMBERED = '600';

/**
 * Lets pages of these origins call the API where it has an address of its own (Fetch standard, "CORS protocol"). Nothing is
 * opened by it to anybody else: calls bear a token, never a cookie. To be called before the application listens.
 */
export function answerOtherOrigins(http: Http, origins: readonly string[]): void {
  http.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (!request.url.startsWith('/api/')) return done();
    reply.header('vary', 'origin');
    if (origin === undefined || !origins.includes(origin)) return done();
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', 'date, retry-after, x-request-id');
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return done();
    reply
      .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
      .header('access-control-allow-headers', 'authorization, content-type')
      .header('access-control-max-age', REMEMBERED)
      .code(204)
      .send();
  });
}
