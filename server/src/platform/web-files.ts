import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { Http } from './http.ts';

/**
 * The agents' application: its own scripts only, its API and socket on the same origin, what else it speaks with, and nobody may frame it.
 * Styles are set by script as Mantine does it, hence 'unsafe-inline' for styles alone.
 */
const contentSecurityPolicy = (furtherOrigins: readonly string[]) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self' ws: wss:", ...furtherOrigins].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Addresses of the API and its like: what is not found below them stays 404 and never becomes the application's page. */
const NOT_PAGES = /^\/(api|auth|chat|files)(\/|$)/;

/** A browser asks for the sign in its tab with every address that it comes to: each room that is opened. */
const SIGN_OF_TAB = /\/logo\.svg(\.\w+)?$/;

/** How long a browser keeps a file of the build without asking again, as `cache-control`. */
function keptFor(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable';
  return SIGN_OF_TAB.test(path) ? 'public, max-age=3600' : 'no-cache';
}

/**
 * Serves the built web application from `folder`: hashed assets for a year, the page itself always fresh, any path of it by
 * link, and each compressed for whoever takes it so.
 *
 * @param furtherOrigins with which its scripts speak: an outside provider, an API or a websocket of another address
 */
export function serveWebApplication(http: Http, folder: string, furtherOrigins: readonly string[] = []): void {
  const policy = contentSecurityPolicy(furtherOrigins);
  if (!existsSync(folder)) throw new Error(`The web application is not built: ${folder} is missing.`);
  http.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    cacheControl: false,
    // The build lays a `.br` and a `.gz` beside what shrinks; they have no addresses of their own.
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    setHeaders(reply, path) {
      reply.header('cache-control', keptFor(path));
      if (/\.html(\.\w+)?$/.test(path)) reply.header('content-security-policy', policy);
    },
  });
  http.get('/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isPage = !NOT_PAGES.test(path) && !/\.\w+$/.test(path);
    if (!isPage) return reply.callNotFound();
    return reply.sendFile('index.html');
  });
}
