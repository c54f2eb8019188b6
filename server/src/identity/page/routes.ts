import { readFileSync } from 'node:fs';
import type { Http } from '../../platform/http.ts';
import { problem } from '../../platform/problem.ts';
import { pageLanguage } from './language.ts';
import { type LinkRoutesOptions, linkRoutes } from './link-routes.ts';
import { rememberLanguage, sendPage } from './page-tools.ts';
import { noPage } from './plain-pages.ts';
import { type SetupRoutesOptions, setupRoutes } from './setup-routes.ts';
import { type SignInRoutesOptions, signInRoutes } from './sign-in-routes.ts';

const assets = {
  'fonts.css': 'text/css; charset=utf-8',
  'sign-in-colours.css': 'text/css; charset=utf-8',
  'sign-in.css': 'text/css; charset=utf-8',
  'sign-in.js': 'text/javascript; charset=utf-8',
  'passkey.js': 'text/javascript; charset=utf-8',
  'look.js': 'text/javascript; charset=utf-8',
} as const;

const FORM_LIMIT = 16 * 1024;

/** Every page before sign-in, what their forms are sent to, and the files that they need. */
export function mountPages(http: Http, options: SignInRoutesOptions & LinkRoutesOptions & SetupRoutesOptions): void {
  for (const [name, type] of Object.entries(assets)) {
    const content = readFileSync(new URL(`./${name}`, import.meta.url));
    http.get(`/auth/assets/${name}`, (_request, reply) => reply.type(type).header('cache-control', 'public, max-age=300').send(content));
  }
  http.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_request, body, done) =>
      // A NUL is in no name, address or password, and PostgreSQL cannot hold one.
      String(body).includes('%00') || String(body).includes('\0')
        ? done(problem('ERROR_BAD_REQUEST'))
        : done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    signInRoutes(pages, options);
    linkRoutes(pages, options);
    setupRoutes(pages, options);
    pages.get('/auth/*', (request, reply) => {
      if (!request.headers.accept?.includes('text/html')) return reply.callNotFound();
      const [address = ''] = request.url.split('?');
      rememberLanguage(request, reply);
      return sendPage(reply, noPage(pageLanguage(request.raw), address), 404);
    });
  });
}
