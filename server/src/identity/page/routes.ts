import { readFileSync } from 'node:fs';
import { Locale } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import * as z from 'zod/mini';
import type { Http } from '../../platform/http.ts';
import { type Demo, type DemoPerson, mayUseDemo } from '../demo.ts';
import { SIGN_IN_PATH } from '../provider.ts';
import type { PasswordSignIn } from '../sign-in.ts';
import type { Page } from './document.ts';
import { LANGUAGE_COOKIE, pageLanguage } from './language.ts';
import { expiredPage } from './plain-pages.ts';
import { type SignInPageParts, signInPage } from './sign-in-page.ts';

const assets = {
  'sign-in.css': 'text/css; charset=utf-8',
  'sign-in.js': 'text/javascript; charset=utf-8',
  'look.js': 'text/javascript; charset=utf-8',
} as const;

const FORM_LIMIT = 16 * 1024;

const PasswordForm = z.object({ email: z.string(), password: z.string(), remember: z.optional(z.string()) });
const DemoForm = z.object({ user: z.uuid() });
const Uid = z.object({ uid: z.string().check(z.regex(/^[\w-]{10,64}$/)) });

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

export interface PageRoutesOptions {
  provider: Provider;
  signIn: PasswordSignIn;
  /** Null when this installation has no demo. */
  demo: Demo | null;
  /** Origins to which the form may lead back. */
  webOrigins: readonly string[];
}

/** The language that was just chosen on the page, to be kept in its form's address. */
function chosenHere(request: FastifyRequest): SignInPageParts['query'] {
  const chosen = Locale.safeParse(new URL(request.url, 'http://any').searchParams.get('lang'));
  return chosen.success ? `?lang=${chosen.data}` : '';
}

function sendPage(reply: FastifyReply, page: Page, status = 200): FastifyReply {
  return reply
    .status(status)
    .header('content-security-policy', page.policy)
    .header('cache-control', 'no-store')
    .header('x-frame-options', 'DENY')
    .type('text/html; charset=utf-8')
    .send(page.body);
}

/** The sign-in page and what its form is sent to, with the files that it needs. */
export function mountPages(http: Http, { provider, signIn, demo, webOrigins }: PageRoutesOptions): void {
  for (const [name, type] of Object.entries(assets)) {
    const content = readFileSync(new URL(`./${name}`, import.meta.url));
    http.get(`/auth/assets/${name}`, (_request, reply) => reply.type(type).header('cache-control', 'public, max-age=300').send(content));
  }
  http.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );

    /** The sign-in that this browser was sent here for; null when it is over or belongs to another browser. */
    async function interactionOf(request: FastifyRequest, reply: FastifyReply): Promise<Interaction | null> {
      const { uid } = Uid.parse(request.params);
      try {
        const interaction = await provider.interactionDetails(request.raw, reply.raw);
        return interaction.uid === uid && interaction.prompt.name === 'login' ? interaction : null;
      } catch (error) {
        if (error instanceof errors.SessionNotFound) return null;
        throw error;
      }
    }

    const languageOf = (request: FastifyRequest, interaction: Interaction | null) => {
      const asked = interaction?.params.ui_locales;
      return pageLanguage(request.raw, typeof asked === 'string' ? asked : undefined);
    };

    const peopleFor = async (request: FastifyRequest): Promise<readonly DemoPerson[] | null> =>
      demo === null || !mayUseDemo(request) ? null : demo.people();

    async function show(
      request: FastifyRequest,
      reply: FastifyReply,
      interaction: Interaction,
      kept: Pick<SignInPageParts, 'email' | 'remember' | 'problem' | 'missing'>,
      status = 200,
    ) {
      const people = await peopleFor(request);
      const page = signInPage({
        ...kept,
        language: languageOf(request, interaction),
        action: `${SIGN_IN_PATH}/${interaction.uid}`,
        query: chosenHere(request),
        demo: people === null || demo === null ? null : { people, sandboxUrl: demo.sandboxUrl },
        formTargets: webOrigins,
      });
      return sendPage(reply, page, status);
    }

    const over = (request: FastifyRequest, reply: FastifyReply) =>
      sendPage(reply, expiredPage(languageOf(request, null), `${SIGN_IN_PATH}/${Uid.parse(request.params).uid}`), 410);

    const isSignedIn = async (request: FastifyRequest, reply: FastifyReply) =>
      (await provider.Session.get(provider.createContext(request.raw, reply.raw))).accountId !== undefined;

    function rememberLanguage(request: FastifyRequest<{ Querystring: { lang?: string } }>, reply: FastifyReply, language: Locale): void {
      if (request.query.lang === undefined) return;
      reply.header('set-cookie', `${LANGUAGE_COOKIE}=${language}; Path=/auth; Max-Age=31536000; SameSite=Lax; HttpOnly`);
    }

    async function finish(request: FastifyRequest, reply: FastifyReply, userId: string, remember: boolean) {
      const to = await provider.interactionResult(request.raw, reply.raw, { login: { accountId: userId, remember } });
      return reply.redirect(to, 303);
    }

    pages.get<{ Querystring: { lang?: string } }>(`${SIGN_IN_PATH}/:uid`, async (request, reply) => {
      const interaction = await interactionOf(request, reply);
      // Whoever goes back after signing in goes to the application, not to a sign-in that is over.
      if (interaction === null && (await isSignedIn(request, reply))) return reply.redirect('/', 303);
      rememberLanguage(request, reply, languageOf(request, interaction));
      if (interaction === null) return over(request, reply);
      return show(request, reply, interaction, { email: '', remember: false, missing: [], problem: null });
    });

    pages.post(`${SIGN_IN_PATH}/:uid`, async (request, reply) => {
      const interaction = await interactionOf(request, reply);
      if (interaction === null) return over(request, reply);
      const form = PasswordForm.safeParse(request.body);
      const { email, password, remember } = form.success ? form.data : { email: '', password: '', remember: undefined };
      const kept = { email, remember: remember === 'yes' };
      const missing = [...(email.trim() === '' ? (['email'] as const) : []), ...(password === '' ? (['password'] as const) : [])];
      if (missing.length > 0) return show(request, reply, interaction, { ...kept, missing, problem: null }, 400);
      const verdict = await signIn({ email, password, address: request.ip });
      if (verdict.kind === 'signed-in') return finish(request, reply, verdict.userId, kept.remember);
      if (verdict.kind === 'wrong') return show(request, reply, interaction, { ...kept, missing, problem: { key: 'SIGN_IN_WRONG' } }, 401);
      reply.header('retry-after', String(verdict.seconds));
      return show(
        request,
        reply,
        interaction,
        { ...kept, missing, problem: { key: 'SIGN_IN_WAIT', params: { seconds: verdict.seconds } } },
        429,
      );
    });

    pages.post(`${SIGN_IN_PATH}/:uid/demo`, async (request, reply) => {
      const interaction = await interactionOf(request, reply);
      if (interaction === null) return over(request, reply);
      const people = await peopleFor(request);
      const form = DemoForm.safeParse(request.body);
      const chosen = form.success ? people?.find((person) => person.userId === form.data.user) : undefined;
      if (chosen === undefined) return over(request, reply);
      return finish(request, reply, chosen.userId, false);
    });
  });
}
