import { Locale } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Page } from './document.ts';
import { LANGUAGE_COOKIE } from './language.ts';

/** The language that was just chosen on a page, to be kept in its form's address. */
export type ChosenHere = '' | `?lang=${Locale}`;

const langOf = (request: FastifyRequest) => Locale.safeParse(new URL(request.url, 'http://any').searchParams.get('lang')).data;

export function chosenHere(request: FastifyRequest): ChosenHere {
  const chosen = langOf(request);
  return chosen === undefined ? '' : `?lang=${chosen}`;
}

export function sendPage(reply: FastifyReply, page: Page, status = 200): FastifyReply {
  return reply
    .status(status)
    .header('content-security-policy', page.policy)
    .header('cache-control', 'no-store')
    .header('x-frame-options', 'DENY')
    .type('text/html; charset=utf-8')
    .send(page.body);
}

/** Keeps the language that was chosen on this page for the next ones. */
export function rememberLanguage(request: FastifyRequest, reply: FastifyReply): void {
  const chosen = langOf(request);
  if (chosen === undefined) return;
  reply.header('set-cookie', `${LANGUAGE_COOKIE}=${chosen}; Path=/auth; Max-Age=31536000; SameSite=Lax; HttpOnly`);
}
