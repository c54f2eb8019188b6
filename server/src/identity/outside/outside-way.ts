import type { Bus } from '../../platform/bus.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { TokenClaims, VerifyToken } from '../access-token.ts';
import type { People } from '../people.ts';
import type { PersonChanges } from '../person-changes.ts';
import type { SignInWay } from '../sign-in-way.ts';
import { arrivingBy } from './arriving.ts';
import { elsewhereAdministration, elsewhereCalls } from './elsewhere.ts';
import { inStepTasks, OVERDUE_TASK } from './in-step.ts';
import { keycloakClient } from './keycloak-client.ts';
import { keycloakPeople } from './keycloak-people.ts';
import { mountLogout } from './logout-route.ts';
import { type OutsideSessions, outsideSessions } from './outside-sessions.ts';
import { CLOCK_TOLERANCE, outsideVerifier } from './outside-token.ts';
import { providerKeys } from './provider-keys.ts';
import type { OutsideSettings } from './settings.ts';

const KEPT_TOKENS = 20_000;

export interface OutsideOptions {
  db: Database;
  bus: Bus;
  log: Log;
  settings: OutsideSettings;
  publicUrl: string;
  people: Pick<People, 'forget'>;
  changes: PersonChanges;
}

/**
 * Looks at each token once: whether it holds, whose it is here, and what it tells anew of them. Until it expires the same token is
 * answered the same; what has changed since stands in the rows of the person and the sign-in.
 */
function outsideTokens(
  verify: ReturnType<typeof outsideVerifier>,
  arrive: ReturnType<typeof arrivingBy>,
  sessions: Pick<OutsideSessions, 'seen'>,
): VerifyToken {
  const looked = new Map<string, Promise<TokenClaims>>();
  async function look(token: string): Promise<TokenClaims> {
    const told = await verify(token);
    const { id, accountId, role } = await arrive(told);
    await sessions.seen(told, token);
    return { userId: id, accountId, role, sessionId: told.sid, expiresAt: told.expiresAt };
  }
  return async (token) => {
    const known = await looked.get(token);
    if (known !== undefined && (known.expiresAt + CLOCK_TOLERANCE) * 1000 > Date.now()) return known;
    if (looked.size >= KEPT_TOKENS) looked.clear();
    const looking = look(token);
    looked.set(token, looking);
    // A refusal may have passed when they come again.
    looking.catch(() => looked.delete(token));
    return looking;
  };
}

/** With Keycloak's administration people are kept there from here; null without it. */
function keycloakKeeping({ db, log, settings, publicUrl, changes }: OutsideOptions, sessions: OutsideSessions) {
  const { issuer, keycloak, roles, clientId } = settings;
  if (keycloak === undefined) return null;
  const client = keycloakClient({ settings: keycloak, roles, webClientId: clientId, publicUrl });
  return {
    administration: keycloakPeople({ db, log, client, issuer, sessions, changes }),
    tasks: inStepTasks({ db, log, issuer, client }),
    regularly: [`*/10 * * * * ${OVERDUE_TASK}`],
  };
}

/** People sign in at an OpenID provider outside of Parley, by its rules; here it is known who they are and what they may. */
export function outsideSignIn(options: OutsideOptions): SignInWay {
  const { db, bus, log, settings, people, changes } = options;
  const { issuer, clientId, scope, accountUrl, checkSeconds } = settings;
  const keys = providerKeys(issuer, log);
  const sessions = outsideSessions({ db, bus, log, issuer, keys, checkSeconds });
  const arrive = arrivingBy({ db, issuer, people, changes });
  const keeping = keycloakKeeping(options, sessions);
  return {
    verify: outsideTokens(outsideVerifier(settings, keys), arrive, sessions),
    sessions,
    administration: keeping?.administration ?? elsewhereAdministration({ issuer, sessions, changes }),
    ownSignIn: elsewhereCalls,
    configuration: { issuer, clientId, scope, accountUrl, keepsPeople: keeping !== null },
    vouchesForInactive: true,
    mount: (http) => mountLogout(http, { db, settings, keys, sessions }),
    // The first super admin is whom the provider says to be one.
    beginSetup: async () => null,
    tasks: keeping?.tasks ?? {},
    regularly: keeping?.regularly ?? [],
    close: () => {},
  };
}
