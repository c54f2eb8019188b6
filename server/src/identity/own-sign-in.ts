import type { FastifyRequest } from 'fastify';
import { type Actor, calls } from '../accounts/index.ts';
import type { Database } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import { rateShares } from '../platform/rate-shares.ts';
import type { Identification } from './caller.ts';
import { endLinks, requireGoodPassword, setPassword } from './credentials.ts';
import type { Notices } from './notices.ts';
import type { OneTimeLinks } from './one-time-links.ts';
import { hashPassword } from './passwords.ts';
import { asPerson, findIn, type Person, personById } from './people.ts';
import type { Sessions } from './sessions.ts';
import type { PasswordCheck } from './sign-in.ts';

export interface OwnSignInDeps extends OwnSelf {
  sessions: Sessions;
  links: OneTimeLinks;
  notices: Notices;
  signedIn: Identification['signedIn'];
}

/** Who calls, read afresh. */
export interface OwnSelf {
  db: Database;
  /** Throws USER_ROLE_CHANGED for who was deactivated meanwhile. */
  self(actor: Actor): Promise<Person>;
  /** The same, once the password has proved it. Throws PASSWORD_WRONG or ERROR_TOO_MANY_REQUESTS. */
  proved(context: { actor: Actor; request: FastifyRequest }, password: string): Promise<Person>;
}

export function ownSelf(db: Database, passwords: PasswordCheck): OwnSelf {
  async function self({ userId }: Actor): Promise<Person> {
    const person = await personById(db, userId);
    if (person === null || !person.active) throw problem('USER_ROLE_CHANGED');
    return person;
  }
  return {
    db,
    self,
    async proved(context, password) {
      const person = await self(context.actor);
      await passwords.requireOwn(person, password, context.request.ip);
      return person;
    },
  };
}

/** Letters to a new address, so that nobody's mailbox is flooded from here. */
const LETTERS = { perSecond: 1 / 300, burst: 5 };

/** What signed-in people do about their own password, address and sign-ins. */
export function ownSignInCalls(deps: OwnSignInDeps) {
  const { db, self, proved, sessions, links, notices } = deps;
  const letters = rateShares.limit('letters to new addresses', LETTERS);
  const currentSession = async (request: FastifyRequest) => (await deps.signedIn(request)).sessionId;

  return {
    changePassword: calls.ownSignIn.changePassword.handler(async ({ context, input: { body } }) => {
      const person = await proved(context, body.currentPassword);
      requireGoodPassword(body.newPassword, person.email);
      const hash = await hashPassword(body.newPassword);
      const except = await currentSession(context.request);
      const ended = await asPerson(db, person, async (tx) => {
        await setPassword(tx, person, hash);
        await notices.post(tx, person, { kind: 'PASSWORD_CHANGED' });
        return sessions.end(tx, person.id, { except });
      });
      sessions.announceEnd(ended);
      return { endedSessions: ended.length };
    }),
    changeEmail: calls.ownSignIn.changeEmail.handler(async ({ context, input: { body } }) => {
      const person = await proved(context, body.password);
      if (!notices.possible) throw problem('MAIL_NOT_CONFIGURED');
      letters.take(person.id);
      const linkValidUntil = await asPerson(db, person, async (tx) => {
        const { link, validUntil } = await links.make(tx, person, 'EMAIL_CHANGE', { newEmail: body.email });
        // Whether somebody else signs in with it is not told; then the link goes nowhere and could change nothing.
        const bearer = await findIn(tx, body.email);
        const about = { kind: 'EMAIL_CHANGE', link, email: body.email } as const;
        if (bearer === null || bearer.userId === person.id) await notices.post(tx, { ...person, email: body.email }, about);
        return validUntil;
      });
      return { linkValidUntil };
    }),
    sessions: calls.ownSignIn.sessions.handler(async ({ context }) => {
      const [person, current] = await Promise.all([self(context.actor), currentSession(context.request)]);
      return { sessions: await sessions.of(person, current) };
    }),
    endSession: calls.ownSignIn.endSession.handler(async ({ context, input: { params } }) => {
      const ended = await sessions.end(db.outsideReader(), context.actor.userId, { only: params.sessionId });
      if (ended.length === 0) throw problem('SESSION_NOT_FOUND');
      sessions.announceEnd(ended);
      return {};
    }),
    endOtherSessions: calls.ownSignIn.endOtherSessions.handler(async ({ context }) => {
      const except = await currentSession(context.request);
      const person = await self(context.actor);
      const ended = await asPerson(db, person, async (tx) => {
        await endLinks(tx, person.id, 'EMAIL_CHANGE');
        return sessions.end(tx, person.id, { except });
      });
      sessions.announceEnd(ended);
      return { endedSessions: ended.length };
    }),
  };
}
