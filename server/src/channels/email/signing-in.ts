import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../platform/database.ts';
import type { Connection, ProviderSecrets } from '../providers/index.ts';
import { settingsOf } from './mailboxes/index.ts';
import { ServerTrouble } from './server-trouble.ts';
import type { SignIn } from './sign-in.ts';

/** A token is renewed so long before it ends. */
const BEFORE_ITS_END = 5 * 60_000;
const ANSWER_WITHIN = 10_000;
/** A token endpoint that has no time now is asked again after each of these. */
const AGAIN_AFTER = [500, 2000];
/** Microsoft's, of the application itself, and of somebody who has signed in once. */
const APPLICATION_SCOPE = 'https://outlook.office365.com/.default';
const PERSON_SCOPE = ['IMAP.AccessAsUser.All', 'POP.AccessAsUser.All', 'SMTP.Send']
  .map((one) => `https://outlook.office.com/${one}`)
  .concat('offline_access')
  .join(' ');

/** Which tokens are asked for: what an admin has set. */
export interface TokenGrant {
  tenantId: string;
  clientId: string;
  clientSecret: string;
  /** Empty where the application signs in for itself (client credentials). */
  refreshToken: string;
}

/** How mailboxes prove themselves at their servers. */
export interface SigningIn {
  /**
   * The mailbox's password for this server, or a token that holds for another five minutes at least. Rejects with ServerTrouble: REFUSED where Microsoft
   * wants somebody to sign in again or knows the application no more.
   */
  signInOf(connection: Connection, server: 'incoming' | 'outgoing'): Promise<SignIn>;
  /** The token given last was refused: the next one is new. @returns false where there is a password, which stays what it is */
  refused(connection: Connection): Promise<boolean>;
  /**
   * A token for what stands in a form. It is held for a while, and used when that is saved: a refresh token that changes with each use would be used up by
   * trying it. Rejects as `signInOf`.
   */
  tryGrant(grant: TokenGrant): Promise<SignIn>;
}

interface Parts {
  db: Database;
  secrets: ProviderSecrets;
  /** Of Microsoft's token endpoint, without a slash at its end. */
  microsoftLoginUrl: string;
}

export function openSigningIn(parts: Parts): SigningIn {
  /** One renewal of each mailbox at a time; the row of the database holds off other processes. */
  const underWay = new Map<string, Promise<string>>();
  const tried = createTried();
  return {
    async signInOf(connection, server) {
      const { authentication } = settingsOf(connection.settings);
      if (authentication === 'PASSWORD') return { kind: 'PASSWORD', password: connection.secrets[`${server}Password`] ?? '' };
      const id = connection.channelApplicationId;
      const renewing = underWay.get(id) ?? tokenOf(parts, tried, connection).finally(() => underWay.delete(id));
      underWay.set(id, renewing);
      return { kind: 'TOKEN', token: await renewing };
    },
    async refused({ accountId, channelApplicationId, settings }) {
      if (settingsOf(settings).authentication === 'PASSWORD') return false;
      await parts.db
        .reader(accountId)
        .updateTable('mailbox_tokens')
        .set({ access_token: null, expires_at: null })
        .where('channel_application_id', '=', channelApplicationId)
        .execute();
      return true;
    },
    async tryGrant(grant) {
      const { accessToken } = await tried.get(grant, () => askPatiently(parts.microsoftLoginUrl, grant));
      return { kind: 'TOKEN', token: accessToken };
    },
  };
}

/** What forms were tried with, in memory alone. */
interface Tried {
  get(grant: TokenGrant, ask: () => Promise<Token>): Promise<Token>;
  /** Nobody gets it again. */
  take(grant: TokenGrant): Promise<Token> | undefined;
}
/** Less than tokens are renewed before their end. */
const TRIED_FOR = 4 * 60_000;
const MOST_TRIED = 100;

function createTried(): Tried {
  const held = new Map<string, { token: Promise<Token>; until: number }>();
  const fresh = (key: string) => {
    const one = held.get(key);
    return one !== undefined && one.until > performance.now() ? one.token : undefined;
  };
  return {
    get(grant, ask) {
      const key = hashOf(grant).toString('hex');
      const there = fresh(key);
      if (there) return there;
      for (const oldest of held.keys()) if (held.size >= MOST_TRIED) held.delete(oldest);
      const token = ask();
      held.set(key, { token, until: performance.now() + TRIED_FOR });
      token.catch(() => held.delete(key));
      return token;
    },
    take(grant) {
      const key = hashOf(grant).toString('hex');
      const there = fresh(key);
      held.delete(key);
      return there;
    },
  };
}

const hashOf = (grant: TokenGrant): Buffer => createHash('sha256').update(JSON.stringify(grant)).digest();

function grantOf({ settings, secrets }: Connection): TokenGrant {
  const { tenantId, clientId } = settingsOf(settings);
  return { tenantId, clientId, clientSecret: secrets.clientSecret ?? '', refreshToken: secrets.refreshToken ?? '' };
}

/**
 * The row is held while Microsoft is asked: a refresh token is good once where it changes with each use, and what comes in its place is stored before
 * anything else is done with it.
 */
async function tokenOf({ db, secrets, microsoftLoginUrl }: Parts, tried: Tried, connection: Connection): Promise<string> {
  const { accountId, channelApplicationId } = connection;
  const grant = grantOf(connection);
  const given = hashOf(grant);
  return db.inAccount(accountId, async (tx) => {
    await tx
      .insertInto('mailbox_tokens')
      .values({ account_id: accountId, channel_application_id: channelApplicationId, given })
      .onConflict((on) => on.doNothing())
      .execute();
    const row = await tx
      .selectFrom('mailbox_tokens')
      .select(['given', 'access_token', 'refresh_token'])
      .select(sql<number>`(extract(epoch from expires_at - clock_timestamp()) * 1000)::float8`.as('left'))
      .where('channel_application_id', '=', channelApplicationId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    // Whatever was got by what an admin has changed since is nothing any more.
    const isOfThis = row.given.equals(given);
    const there = isOfThis && row.access_token !== null ? secrets.open(row.access_token) : null;
    if (there !== null && row.left > BEFORE_ITS_END) return there;
    const rotated = isOfThis && row.refresh_token !== null ? secrets.open(row.refresh_token) : grant.refreshToken;
    try {
      const answer = await ((rotated === grant.refreshToken ? tried.take(grant) : undefined) ??
        askPatiently(microsoftLoginUrl, { ...grant, refreshToken: rotated }));
      const kept = answer.refreshToken ?? (grant.refreshToken === '' ? null : rotated);
      await tx
        .updateTable('mailbox_tokens')
        .set({
          given,
          access_token: secrets.seal(answer.accessToken),
          refresh_token: kept === null ? null : secrets.seal(kept),
          expires_at: sql<string>`clock_timestamp() + make_interval(secs => ${answer.seconds})`,
        })
        .where('channel_application_id', '=', channelApplicationId)
        .execute();
      return answer.accessToken;
    } catch (error) {
      // It is renewed before its end so that this is no harm yet.
      if (there !== null && row.left > 0 && error instanceof ServerTrouble && error.problem === 'UNREACHABLE') return there;
      throw error;
    }
  });
}

interface Token {
  accessToken: string;
  /** In place of the one that was used; null where that stays good. */
  refreshToken: string | null;
  seconds: number;
}

async function askPatiently(origin: string, grant: TokenGrant): Promise<Token> {
  for (const wait of AGAIN_AFTER) {
    try {
      return await askForToken(origin, grant);
    } catch (error) {
      if (!(error instanceof ServerTrouble) || error.problem !== 'UNREACHABLE') throw error;
      await sleep(wait);
    }
  }
  return askForToken(origin, grant);
}

const Answer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive(),
  refresh_token: z.string().min(1).optional(),
});
const Refused = z.object({ error: z.string(), error_description: z.string().default('') });

/** The application or its tenant is not set as it should be (Microsoft: AADSTS error codes). */
const MISCONFIGURED = /^AADSTS(?:90002|900023|700016|70011|1002012)\b/;

/** OAuth 2.0 (RFC 6749, sections 4.4 and 6) at Microsoft's identity platform. */
async function askForToken(origin: string, { tenantId, clientId, clientSecret, refreshToken }: TokenGrant): Promise<Token> {
  const form = new URLSearchParams({ client_id: clientId });
  if (clientSecret !== '') form.set('client_secret', clientSecret);
  if (refreshToken === '') {
    form.set('grant_type', 'client_credentials');
    form.set('scope', APPLICATION_SCOPE);
  } else {
    form.set('grant_type', 'refresh_token');
    form.set('refresh_token', refreshToken);
    form.set('scope', PERSON_SCOPE);
  }
  const address = `${origin}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`;
  let response: Response;
  let said: unknown;
  try {
    response = await fetch(address, { method: 'POST', body: form, redirect: 'manual', signal: AbortSignal.timeout(ANSWER_WITHIN) });
    said = JSON.parse(await response.text());
  } catch (error) {
    throw new ServerTrouble('UNREACHABLE', `Microsoft’s sign-in does not answer as it should: ${(error as Error).message}`);
  }
  const answer = Answer.safeParse(said);
  if (response.ok && answer.success)
    return { accessToken: answer.data.access_token, refreshToken: answer.data.refresh_token ?? null, seconds: answer.data.expires_in };
  const refused = Refused.safeParse(said);
  const words = refused.success ? `${refused.data.error}: ${refused.data.error_description}` : `HTTP ${response.status}`;
  if (!refused.success || response.status >= 500 || response.status === 429 || refused.data.error === 'temporarily_unavailable')
    throw new ServerTrouble('UNREACHABLE', `Microsoft’s sign-in cannot now: ${words}`);
  const isSet = MISCONFIGURED.test(refused.data.error_description);
  throw new ServerTrouble(isSet ? 'MISCONFIGURED' : 'REFUSED', `Microsoft’s sign-in refuses the mailbox. ${words}`);
}
