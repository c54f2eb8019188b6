import { can } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import type { Actor, Caller } from '../accounts/index.ts';
import { problem } from '../platform/problem.ts';
import type { TokenClaims, VerifyToken } from './access-token.ts';
import type { People, Person } from './people.ts';
import type { PersonChanges } from './person-changes.ts';
import type { Sessions } from './sessions.ts';

/** All sockets of a person are checked in the same moment: one look serves them. Older than that would double the wait for a change. */
const OF_ONE_CHECK_MS = 1000;
/** Where somebody whose role changed learns of it: the one route that takes a token of the old role. */
const LINKED_IDENTITIES = '/api/users/me/linked-identities';

/** The account of somebody who has none; row-level security shows them no tenant's rows. */
const NO_ACCOUNT = '';

/** Null for who has none. */
export const accountOf = ({ accountId }: Pick<Actor, 'accountId'>): string | null => (accountId === NO_ACCOUNT ? null : accountId);

/** True when the token no longer says what the user's row says (communications, section 1, step 1). */
export const roleModified = (person: Person | null, claims: Pick<TokenClaims, 'role' | 'accountId'>): boolean =>
  person === null || !person.active || person.role !== claims.role || person.accountId !== claims.accountId;

/** Throws ERROR_UNAUTHENTICATED when the request bears no token. */
function bearerOf(request: FastifyRequest): string {
  const bearer = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (bearer === undefined) throw problem('ERROR_UNAUTHENTICATED');
  return bearer;
}

function actorOf(claims: Pick<TokenClaims, 'userId' | 'accountId' | 'role'>, person: Person | null): Actor {
  return {
    userId: claims.userId,
    accountId: claims.accountId ?? NO_ACCOUNT,
    role: claims.role,
    name: person === null ? '' : `${person.firstName} ${person.lastName}`.trim(),
    features: person?.features ?? {},
  };
}

/** Who bears a token, until when it holds (milliseconds since 1970), and on which sign-in it stands. */
export interface SignedIn {
  actor: Actor;
  expiresAt: number;
  sessionId: string | null;
}

export interface Identification {
  /** Who sends this request, by its bearer token. Throws ERROR_UNAUTHENTICATED or USER_ROLE_CHANGED. */
  actor: Caller['actor'];
  allowed: Caller['allowed'];
  /** Who bears this token, for the socket's Token frame. */
  tokenActor(token: string): Promise<SignedIn>;
  /** The same of a request's own bearer token: on what may a socket stand? */
  signedIn(request: FastifyRequest): Promise<SignedIn>;
  /** Somebody of this account as they are now; null for who is deactivated, gone, or of another one. */
  member(accountId: string, userId: string): Promise<Actor | null>;
  /** This person as they are now, while still of this role and account; otherwise null. Asked for open sockets every 10 s. */
  stillThere(actor: Pick<Actor, 'userId' | 'accountId' | 'role'>): Promise<Actor | null>;
  /** Those of these sign-ins that were not ended, as the database says now. Asked for open sockets every 10 s. */
  sessionsAlive(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Called on every server with sign-ins that were ended. */
  onSessionsEnded(listener: (ids: ReadonlySet<string>) => void): void;
  /** Called on every server with somebody whose role or activity may have changed. */
  onPersonChanged(listener: (userId: string) => void): void;
}

export function identification(
  verify: VerifyToken,
  people: People,
  sessions: Pick<Sessions, 'alive' | 'holds' | 'onEnd'>,
  changes: PersonChanges,
): Identification {
  /** Those of one account are looked up together: after a restart everybody's page asks at once. */
  const recentOf = (accountId: string | null, userId: string, maxAge?: number): Promise<Person | null> =>
    accountId === null ? people.recent(userId, maxAge) : people.recentIn(accountId, userId, maxAge);
  async function currentActor(claims: TokenClaims): Promise<Actor> {
    if (claims.sessionId !== null && !(await sessions.holds(claims.sessionId))) throw problem('ERROR_UNAUTHENTICATED');
    const person = await recentOf(claims.accountId, claims.userId);
    if (roleModified(person, claims)) throw problem('USER_ROLE_CHANGED');
    return actorOf(claims, person);
  }
  async function tokenActor(token: string): Promise<SignedIn> {
    const claims = await verify(token);
    return { actor: await currentActor(claims), expiresAt: claims.expiresAt * 1000, sessionId: claims.sessionId };
  }
  return {
    async actor(request: FastifyRequest) {
      const claims = await verify(bearerOf(request));
      if (request.url.split('?')[0] === LINKED_IDENTITIES) return actorOf(claims, await people.recent(claims.userId));
      return currentActor(claims);
    },
    allowed: (actor, access) => typeof access !== 'string' && can(actor.role, access, actor.features),
    tokenActor,
    signedIn: (request) => tokenActor(bearerOf(request)),
    async member(accountId, userId) {
      const person = await people.recentIn(accountId, userId);
      return person?.active ? actorOf({ userId, accountId, role: person.role }, person) : null;
    },
    async stillThere(actor) {
      const accountId = accountOf(actor);
      const person = await recentOf(accountId, actor.userId, OF_ONE_CHECK_MS);
      return roleModified(person, { role: actor.role, accountId }) ? null : actorOf({ ...actor, accountId }, person);
    },
    sessionsAlive: sessions.alive,
    onSessionsEnded: sessions.onEnd,
    onPersonChanged: changes.onChange,
  };
}
