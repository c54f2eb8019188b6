import type { AnyProcedure, AnyRouter } from '@orpc/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Http } from '../platform/http.ts';
import { problem } from '../platform/problem.ts';
import { proceduresOf } from './procedures.ts';

const FORM_LIMIT = 16 * 1024;

/** The procedures of a router whose body may be a form, as the contract says of them. */
const formsOf = (router: AnyRouter): AnyProcedure[] =>
  proceduresOf(router).filter((procedure) => (procedure['~orpc'].meta as { form?: true }).form);

/**
 * Lets these routes, and no other, take `application/x-www-form-urlencoded` beside JSON (communications, section 7: "form"): its fields are what the
 * body's would be, and are judged alike. A field that comes twice, or bears U+0000, is refused.
 */
export function mountForms(
  http: Http,
  router: AnyRouter,
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  http.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT },
      (_request, body, done) => {
        const fields = [...new URLSearchParams(String(body))];
        const isPlain = fields.every(([name, value]) => !`${name}${value}`.includes('\0'));
        const isOnce = new Set(fields.map(([name]) => name)).size === fields.length;
        if (isPlain && isOnce) done(null, Object.fromEntries(fields));
        else done(problem('ERROR_BAD_REQUEST'));
      },
    );
    for (const form of formsOf(router)) {
      const { method, path } = form['~orpc'].route;
      if (method !== 'POST' || path === undefined || path.includes('{')) throw new Error('a form is sent by POST to a fixed address');
      forms.post(`/api${path}`, answer);
    }
  });
}
