import type { JWK } from 'jose';
import Provider, { type Configuration, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import type { Database } from '../platform/database.ts';
import { pageLanguage } from './page/language.ts';
import { errorPage, signedOutPage } from './page/plain-pages.ts';
import { payloadStore } from './payload-store.ts';
import { type Person, personById, personWhoMayComeIn } from './people.ts';
import { isShownToPeople, showPage, showSigningOut } from './provider-pages.ts';
import type { SeenFrom, Sessions } from './sessions.ts';
import { SIGNING_ALGORITHM } from './signing-keys.ts';

export const REALM_PATH = '/auth/realms/parley';
export const SIGN_IN_PATH = '/auth/sign-in';
export const CLIENT_ID = 'parley-web';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Tokens live this long; renewal is silent. */
export const ACCESS_TOKEN_SECONDS = 5 * MINUTE;
/** How long one sign-in may be renewed without the provider's page being seen. */
const REFRESH_SECONDS = 16 * HOUR;
/** How long "stay signed in on this computer" lasts. */
const SESSION_SECONDS = 14 * DAY;

export interface ProviderOptions {
  db: Database;
  keys: JWK[];
  cookieKey: string;
  /** The product's origin. */
  origin: string;
  /** Origins from which the web application may sign people in: the product's, and its other loopback name. */
  webOrigins: readonly string[];
  sessions: Pick<Sessions, 'seen'>;
}

export const issuerOf = (origin: string): string => `${origin}${REALM_PATH}`;
/** The audience of access tokens: our REST interface and socket. */
export const audienceOf = (origin: string): string => `${origin}/api`;

const API_SCOPE = 'api';

/** The claims of an access token as Keycloak shapes them (domain: identity). */
function accessTokenClaims(person: Person, authTime: number | undefined, sid: string | undefined) {
  return {
    ...profileClaims(person),
    ...(sid === undefined ? {} : { sid }),
    ...(authTime === undefined ? {} : { auth_time: authTime }),
    ...(person.accountId === null ? {} : { account_id: person.accountId }),
    resource_access: { gateway: { roles: [person.role] } },
  };
}

/** Where a request of the provider's comes from. */
function seenFrom(ctx: KoaContextWithOIDC): SeenFrom {
  const { clientAddress } = ctx.req as { clientAddress?: unknown };
  return { address: typeof clientAddress === 'string' ? clientAddress : '', userAgent: ctx.get('user-agent') };
}

function profileClaims(person: Person) {
  return {
    given_name: person.firstName,
    family_name: person.lastName,
    name: `${person.firstName} ${person.lastName}`.trim(),
    email: person.email,
  };
}

/**
 * Whoever is signed in and may no longer come in, since they or their account are inactive, is asked to sign in again. Without
 * that their browser would meet a fault for ever, whoever sits before it.
 */
function policyBy(db: Database) {
  const policy = interactionPolicy.base();
  const gone = new interactionPolicy.Check('gone', 'the End-User may no longer sign in', async ({ oidc }) => {
    const id = oidc.session?.accountId;
    return id !== undefined && (await personWhoMayComeIn(db, id)) === null;
  });
  policy.get('login')?.checks.add(gone);
  return policy;
}

/**
 * The embedded OpenID provider: authorization code + PKCE for one public client, JWT access tokens, rotating refresh
 * tokens with reuse detection, sign-out begun by the client (domain: identity). Its pages are ours.
 */
export function createProvider({ db, keys, cookieKey, origin, webOrigins, sessions }: ProviderOptions): Provider {
  const audience = audienceOf(origin);
  const authTimeOf = (ctx: KoaContextWithOIDC | undefined) =>
    (ctx?.oidc.entities.RefreshToken ?? ctx?.oidc.entities.AuthorizationCode)?.authTime;

  const configuration: Configuration = {
    adapter: payloadStore(db),
    jwks: { keys: keys as NonNullable<Configuration['jwks']>['keys'] },
    clients: [
      {
        client_id: CLIENT_ID,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        id_token_signed_response_alg: SIGNING_ALGORITHM,
        redirect_uris: webOrigins.map((one) => `${one}/sign-in/callback`),
        post_logout_redirect_uris: webOrigins.map((one) => `${one}/`),
      },
    ],
    clientBasedCORS: (_ctx, requestOrigin) => webOrigins.includes(requestOrigin),
    scopes: ['openid', 'profile', 'email'],
    claims: { openid: ['sub'], profile: ['given_name', 'family_name', 'name'], email: ['email'] },
    // The web application reads the claims from the id token; there is no userinfo.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    responseTypes: ['code'],
    rotateRefreshToken: true,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // Signing out ends the tokens too.
    expiresWithSession: () => true,
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: MINUTE,
      IdToken: HOUR,
      Interaction: HOUR,
      Session: SESSION_SECONDS,
      Grant: SESSION_SECONDS,
      // A rotated token ends when its first one would have.
      RefreshToken: (ctx) => ctx.oidc.entities.RotatedRefreshToken?.remainingTTL ?? REFRESH_SECONDS,
    },
    cookies: {
      keys: [cookieKey],
      names: { session: 'parley_sign_in', interaction: 'parley_interaction', resume: 'parley_resume' },
      long: { httpOnly: true, sameSite: 'lax', signed: true, path: '/auth' },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    interactions: {
      policy: policyBy(db),
      url: (_ctx, interaction) => `${SIGN_IN_PATH}/${interaction.uid}`,
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      revocation: { enabled: false },
      introspection: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: showSigningOut,
        postLogoutSuccessSource: (ctx) => showPage(ctx, signedOutPage(pageLanguage(ctx.req))),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: API_SCOPE,
          audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: ACCESS_TOKEN_SECONDS,
          jwt: { sign: { alg: SIGNING_ALGORITHM } },
        }),
      },
    },
    async extraTokenClaims(ctx, token) {
      if (token.kind !== 'AccessToken') return undefined;
      const person = await personById(db, token.accountId);
      if (person === null) return undefined;
      const { sessionUid } = token;
      if (sessionUid !== undefined) await sessions.seen(sessionUid, person, seenFrom(ctx));
      return accessTokenClaims(person, authTimeOf(ctx), sessionUid);
    },
    async findAccount(_ctx, sub) {
      const person = await personWhoMayComeIn(db, sub);
      if (person === null) return undefined;
      return { accountId: sub, claims: async () => ({ sub, ...profileClaims(person) }) };
    },
    // Our own application: signing in is the consent.
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const known = session.grantIdFor(client.clientId);
      const existing = known === undefined ? undefined : await ctx.oidc.provider.Grant.find(known);
      if (existing !== undefined) return existing;
      const grant = new ctx.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid profile email');
      grant.addResourceScope(audience, API_SCOPE);
      await grant.save();
      return grant;
    },
    renderError(ctx, out) {
      // Programs ask the others, whatever they say that they take.
      if (!isShownToPeople(ctx.oidc?.route)) {
        ctx.body = out;
        return;
      }
      showPage(ctx, errorPage(pageLanguage(ctx.req), out.error));
    },
  };
  const provider = new Provider(issuerOf(origin), configuration);
  // Behind a proxy that ends TLS, cookies must still be secure and addresses https.
  provider.proxy = origin.startsWith('https:');
  return provider;
}
