import { readdirSync, readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type PageName, shopPage } from './page.ts';
import { iconPicture } from './pictures.ts';
import { languageOf } from './words.ts';

/**
 * The demo shop: a stranger's site that carries our widget. Its policy is as strict as a careful site's: scripts, requests
 * and frames of the product's origin are all that the widget is given; inline styles and scripts are refused.
 */
export function serveShop(http: FastifyInstance, productUrl: string): void {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${productUrl}`,
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `connect-src 'self' ${productUrl}`,
    `frame-src ${productUrl}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
  const [fontFaces, css, js] = [file('fonts.css'), file('shop.css'), file('shop.js')];

  type Asked = FastifyRequest<{ Querystring: { lang?: string } }>;
  const page = (name: PageName) => (request: FastifyRequest) => {
    const { query, headers } = request as Asked;
    return shopPage(name, languageOf(query.lang, headers['accept-language']), productUrl);
  };
  const html = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy, vary: 'accept-language' };

  http.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-cache').header('x-content-type-options', 'nosniff');
  });
  http.get('/', (request, reply) => reply.headers(html).send(page('home')(request)));
  http.get('/lamps', (request, reply) => reply.headers(html).send(page('lamps')(request)));
  http.get('/privacy', (request, reply) => reply.headers(html).send(page('privacy')(request)));
  const fonts = new Map(
    readdirSync(new URL('fonts/', import.meta.url))
      .filter((name) => name.endsWith('.woff2'))
      .map((name) => [name, readFileSync(new URL(`fonts/${name}`, import.meta.url))]),
  );
  http.get<{ Params: { name: string } }>('/fonts/:name', (request, reply) => {
    const font = fonts.get(request.params.name);
    return font ? reply.type('font/woff2').send(font) : reply.callNotFound();
  });
  http.get('/icon.svg', (_request, reply) => reply.type('image/svg+xml').send(iconPicture));
  http.get('/fonts.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(fontFaces));
  http.get('/shop.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(css));
  http.get('/shop.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(js));
}
