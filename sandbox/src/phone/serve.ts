import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { languageOf } from '../shop/words.ts';
import { phonePage } from './page.ts';

const FILES = {
  'phone.css': 'text/css; charset=utf-8',
  'chats.css': 'text/css; charset=utf-8',
  'app.js': 'text/javascript; charset=utf-8',
  'chats.js': 'text/javascript; charset=utf-8',
  'bubbles.js': 'text/javascript; charset=utf-8',
  'controls.js': 'text/javascript; charset=utf-8',
} as const;

/**
 * Serves the page on which a person plays the customer, at `/phone`. Pictures of business messages are the product's own, as Viber shows them.
 * The phones themselves answer under `/phone/sms`, `/phone/viber` and `/phone/viber-public`.
 */
export function serveCustomersPhone(http: FastifyInstance, productUrl: string): void {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' ${productUrl}`,
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const html = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy, vary: 'accept-language' };
  http.get<{ Querystring: { lang?: string } }>('/phone', ({ query, headers }, reply) =>
    reply.headers(html).send(phonePage(languageOf(query.lang, headers['accept-language']), productUrl)),
  );
  for (const [name, type] of Object.entries(FILES)) {
    const text = readFileSync(new URL(name, import.meta.url), 'utf8');
    http.get(`/phone/${name}`, (_request, reply) => reply.type(type).send(text));
  }
}
