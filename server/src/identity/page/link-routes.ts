import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Database } from '../../platform/database.ts';
import type { Http } from '../../platform/http.ts';
import { Problem } from '../../platform/problem.ts';
import type { Arrivals } from '../arrivals.ts';
import type { Attempts } from '../attempts.ts';
import { endLinks, requireGoodPassword, setEmail, setPassword } from '../credentials.ts';
import type { Notices } from '../notices.ts';
import type { FoundLink, LinkPurpose, OneTimeLinks } from '../one-time-links.ts';
import { hashPassword } from '../passwords.ts';
import { asPerson, normalizeEmail, type Person, personById } from '../people.ts';
import type { PersonChanges } from '../person-changes.ts';
import { recordOwnDeed } from '../person-deeds.ts';
import type { Sessions } from '../sessions.ts';
import { type PageProblem, waitProblem } from './fields.ts';
import { pageLanguage } from './language.ts';
import { choosePasswordPage, confirmEmailPage, forgottenPage } from './link-pages.ts';
import { isPageText } from './page-text.ts';
import { chosenHere, rememberLanguage, sendPage } from './page-tools.ts';
import { emailChangedPage, linkOverPage, linkSentPage } from './plain-pages.ts';

export const FORGOTTEN_PATH = '/auth/forgotten';

const Token = z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/)) });
const EmailForm = z.object({ email: z.string().check(z.maxLength(320)) });
const PasswordForm = z.object({ password: z.string() });

export interface LinkRoutesOptions {
  db: Database;
  links: OneTimeLinks;
  notices: Notices;
  attempts: Attempts;
  arrivals: Arrivals;
  sessions: Sessions;
  changes: Pick<PersonChanges, 'announce'>;
}

/** Invitation, forgotten password and new address: what a letter's link leads to. All of it works without script. */
export function linkRoutes(pages: Http, options: LinkRoutesOptions): void {
  const { db, links, notices, attempts, arrivals, sessions } = options;

  /** The link of this address and whose it is; null when it opens nothing any more. */
  async function opened(request: FastifyRequest, purpose: LinkPurpose): Promise<{ link: FoundLink; person: Person; token: string } | null> {
    const params = Token.safeParse(request.params);
    if (!params.success) return null;
    const { token } = params.data;
    const link = await links.find(purpose, token);
    const person = link === null ? null : await personById(db, link.person.id);
    return link === null || person === null || !person.active ? null : { link, person, token };
  }

  const path = (request: FastifyRequest) => request.url.split('?')[0] ?? '';
  const language = (request: FastifyRequest, person?: Person) => pageLanguage(request.raw, person?.locale);
  const over = (request: FastifyRequest, reply: FastifyReply) => sendPage(reply, linkOverPage(language(request), path(request)), 410);

  for (const [address, purpose] of [
    ['/auth/invitation/:token', 'INVITATION'],
    ['/auth/reset/:token', 'PASSWORD_RESET'],
  ] as const) {
    const show = (request: FastifyRequest, reply: FastifyReply, person: Person, problem: PageProblem | null, status = 200) => {
      const { email, firstName: name } = person;
      const place = { language: language(request, person), action: path(request), query: chosenHere(request) };
      return sendPage(reply, choosePasswordPage({ ...place, purpose, email, name, problem }), status);
    };

    pages.get(address, async (request, reply) => {
      rememberLanguage(request, reply);
      const found = await opened(request, purpose);
      return found === null ? over(request, reply) : show(request, reply, found.person, null);
    });

    pages.post(address, async (request, reply) => {
      const found = await opened(request, purpose);
      if (found === null) return over(request, reply);
      const { person, token } = found;
      const password = PasswordForm.safeParse(request.body).data?.password ?? '';
      if (password === '') return show(request, reply, person, { key: 'SIGN_IN_PASSWORD_MISSING' }, 400);
      try {
        requireGoodPassword(password, person.email);
      } catch (error) {
        if (error instanceof Problem && isPageText(error.key)) {
          return show(request, reply, person, { key: error.key, params: error.params }, error.status);
        }
        throw error;
      }
      const hash = await hashPassword(password);
      const ended = await asPerson(db, person, async (tx) => {
        if (!(await links.use(tx, purpose, token))) return null;
        await setPassword(tx, person, hash);
        if (purpose === 'INVITATION') await recordOwnDeed(tx, person, { address: request.ip, requestId: request.id }, 'JOINED', {});
        if (purpose === 'PASSWORD_RESET') await notices.post(tx, person, { kind: 'PASSWORD_CHANGED' });
        return sessions.end(tx, person.id);
      });
      if (ended === null) return over(request, reply);
      sessions.announceEnd(ended);
      arrivals.announce(reply, person.id, hash);
      return reply.redirect('/', 303);
    });
  }

  const ask = (
    request: FastifyRequest,
    reply: FastifyReply,
    given: { email: string; isMissing?: boolean; problem?: PageProblem },
    status = 200,
  ) => {
    const { email, isMissing = false, problem = null } = given;
    const place = { language: language(request), action: FORGOTTEN_PATH, query: chosenHere(request) };
    return sendPage(reply, forgottenPage({ ...place, email, isMissing, problem }), status);
  };
  if (notices.possible) {
    pages.get(FORGOTTEN_PATH, async (request, reply) => {
      rememberLanguage(request, reply);
      return ask(request, reply, { email: '' });
    });

    pages.post(FORGOTTEN_PATH, async (request, reply) => {
      const email = EmailForm.safeParse(request.body).data?.email.trim() ?? '';
      if (email === '') return ask(request, reply, { email, isMissing: true }, 400);
      // Counted apart from tries to sign in, for any address, so that nobody's mailbox is flooded.
      const { seconds } = await attempts.begin(`forgotten ${normalizeEmail(email)}`, request.ip);
      if (seconds > 0) {
        reply.header('retry-after', String(seconds));
        return ask(request, reply, { email, problem: waitProblem(seconds) }, 429);
      }
      await notices.tellBearer(email, { kind: 'PASSWORD_RESET' });
      return sendPage(reply, linkSentPage(language(request), email));
    });
  }

  pages.get('/auth/email/:token', async (request, reply) => {
    rememberLanguage(request, reply);
    const found = await opened(request, 'EMAIL_CHANGE');
    if (found?.link.newEmail == null) return over(request, reply);
    const place = { language: language(request, found.person), action: path(request), query: chosenHere(request) };
    return sendPage(reply, confirmEmailPage({ ...place, email: found.link.newEmail }));
  });

  pages.post('/auth/email/:token', async (request, reply) => {
    const found = await opened(request, 'EMAIL_CHANGE');
    const email = found?.link.newEmail;
    if (found === null || email == null) return over(request, reply);
    const { person, token } = found;
    const isChanged = await asPerson(db, person, async (tx) => {
      if (!(await links.use(tx, 'EMAIL_CHANGE', token)) || !(await setEmail(tx, person, email))) return false;
      await endLinks(tx, person.id);
      await notices.post(tx, person, { kind: 'EMAIL_CHANGED', email });
      const from = { address: request.ip, requestId: request.id };
      await recordOwnDeed(tx, person, from, 'CHANGED', { before: { email: person.email }, after: { email } });
      options.changes.announce(tx, person.id);
      return true;
    });
    if (!isChanged) return over(request, reply);
    return sendPage(reply, emailChangedPage(language(request, person), email));
  });
}
