import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWK, jwtVerify } from 'jose';
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import type { Order, OutsidePerson, ProviderStart, Report, State } from './people.ts';

// A second OpenID provider: its own process, keys and people, and tokens as Keycloak shapes them.
const people = new Map<string, OutsidePerson>();
const sessionsOf = new Map<string, Set<string>>();
const signedOut = new Set<string>();
let keys: JWK[] = [];
let start: ProviderStart;
let provider: Provider;

const issuer = () => `http://127.0.0.1:${start.port}/realms/company`;
const BASE = '/realms/company';

async function freshKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: `key-${crypto.randomUUID()}`, alg: 'RS256', use: 'sig' };
}

function keycloakClaims(person: OutsidePerson) {
  return {
    preferred_username: person.username,
    email: person.email,
    email_verified: person.emailVerified,
    given_name: person.firstName,
    family_name: person.lastName,
    name: `${person.firstName} ${person.lastName}`.trim(),
    realm_access: { roles: ['offline_access', 'default-roles-company', 'uma_authorization'] },
    resource_access: {
      account: { roles: ['manage-account', 'view-profile'] },
      ...(person.roles.length === 0 ? {} : { gateway: { roles: person.roles } }),
    },
    ...(person.accountId === null ? {} : { account_id: person.accountId }),
  };
}

function sidOf(ctx: KoaContextWithOIDC): string | undefined {
  const { AuthorizationCode, RefreshToken } = ctx.oidc.entities;
  return (RefreshToken ?? AuthorizationCode)?.sid;
}

function build(): Provider {
  const configuration: Configuration = {
    jwks: { keys: keys as NonNullable<Configuration['jwks']>['keys'] },
    clients: [
      {
        client_id: start.clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: start.webOrigins.map((origin) => `${origin}/sign-in/callback`),
        post_logout_redirect_uris: start.webOrigins.map((origin) => `${origin}/`),
        backchannel_logout_uri: start.logoutUri,
        backchannel_logout_session_required: true,
      },
    ],
    clientBasedCORS: (_ctx, origin) => start.webOrigins.includes(origin),
    // The library's own goes to no address of this machine, where the application under test is.
    fetch: (url, options) => fetch(url, Object.fromEntries(Object.entries(options ?? {}).filter(([name]) => name !== 'dispatcher'))),
    pkce: { required: () => true },
    scopes: ['openid', 'profile', 'email'],
    rotateRefreshToken: true,
    issueRefreshToken: () => true,
    expiresWithSession: () => true,
    ttl: { AccessToken: start.tokenSeconds, Session: 3600, Grant: 3600, Interaction: 600, IdToken: 600, RefreshToken: 3600 },
    interactions: { url: (_ctx, interaction) => `${BASE}/login/${interaction.uid}` },
    cookies: { keys: ['a key of the second provider'] },
    discovery: { userinfo_endpoint: `${issuer()}/protocol/openid-connect/userinfo` },
    features: {
      devInteractions: { enabled: false },
      // The library's own takes no token of a resource; Keycloak's does, and so does ours below.
      userinfo: { enabled: false },
      backchannelLogout: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => 'urn:account',
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({ scope: 'api', audience: 'account', accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } }),
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.body = `<!doctype html><title>Company</title>${form}<button form="op.logoutForm" name="logout" value="yes">Sign out of Company</button>`;
        },
      },
    },
    formats: {
      customizers: {
        jwt(_ctx, _token, parts) {
          Object.assign(parts, { header: { typ: 'JWT' }, payload: { ...parts.payload, typ: 'Bearer', azp: start.clientId } });
        },
      },
    },
    async extraTokenClaims(ctx, token) {
      const person = token.kind === 'AccessToken' ? people.get(token.accountId) : undefined;
      if (person === undefined) return undefined;
      const sid = sidOf(ctx);
      if (sid !== undefined) sessionsOf.set(person.sub, (sessionsOf.get(person.sub) ?? new Set()).add(sid));
      return { ...keycloakClaims(person), sid };
    },
    async findAccount(_ctx, sub) {
      const person = people.get(sub);
      return person?.enabled === true && !signedOut.has(sub) ? { accountId: sub, claims: async () => ({ sub }) } : undefined;
    },
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const grant = new ctx.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid profile email');
      grant.addResourceScope('urn:account', 'api');
      await grant.save();
      return grant;
    },
  };
  return new Provider(issuer(), configuration);
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'));
}

const page = (words: string) => `<!doctype html><html lang="en"><title>Company</title><main><h1>Company sign-in</h1>${words}
<form method="post"><label>User name <input name="username" autofocus></label> <button>Sign in</button></form></main></html>`;

/** Whoever names somebody is they: the product never sees how the provider makes sure. */
async function login(request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  if (request.method !== 'POST') return void response.end(page(''));
  const username = (await formOf(request)).get('username');
  const person = [...people.values()].find((one) => one.username === username);
  if (person?.enabled !== true) return void response.end(page('<p role="alert">Account is disabled, contact your administrator.</p>'));
  signedOut.delete(person.sub);
  await provider.interactionFinished(request, response, { login: { accountId: person.sub, remember: true } });
}

async function isGood(bearer: string): Promise<boolean> {
  const set = createLocalJWKSet({ keys: keys.map(({ kty, kid, n, e, alg }) => ({ kty, kid, n, e, alg }) as JWK) });
  const checked = await jwtVerify(bearer, set, { issuer: issuer() }).catch(() => null);
  const { sub = '', sid } = checked?.payload ?? {};
  return people.get(sub)?.enabled === true && sessionsOf.get(sub)?.has(String(sid)) === true;
}

async function userinfo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const bearer = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
  response.setHeader('content-type', 'application/json');
  response.statusCode = (await isGood(bearer)) ? 200 : 401;
  response.end(
    JSON.stringify(response.statusCode === 200 ? {} : { error: 'invalid_token', error_description: 'Token verification failed' }),
  );
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url?.split('?')[0] ?? '';
  if (path.startsWith(`${BASE}/login/`)) return login(request, response);
  if (path === `${BASE}/protocol/openid-connect/userinfo`) return userinfo(request, response);
  if (path === `${BASE}/account`) return void response.end('Company account');
  if (!path.startsWith(`${BASE}/`)) {
    response.statusCode = 404;
    return void response.end();
  }
  Object.assign(request, { originalUrl: request.url, url: request.url?.slice(BASE.length) });
  await provider.callback()(request, response);
}

async function signOut(sub: string): Promise<void> {
  signedOut.add(sub);
  const client = await provider.Client.find(start.clientId);
  const sids = [...(sessionsOf.get(sub) ?? [])];
  sessionsOf.delete(sub);
  for (const sid of sids) {
    await (client as unknown as { backchannelLogout(sub: string, sid: string): Promise<void> }).backchannelLogout(sub, sid);
  }
}

async function obey(order: Order): Promise<State | undefined> {
  if (order.do === 'start') {
    start = order.start;
    keys = order.state?.keys ?? [await freshKey()];
    for (const person of order.state?.people ?? []) people.set(person.sub, person);
    provider = build();
    const server = createServer((request, response) => {
      serve(request, response).catch((error: unknown) => {
        process.stderr.write(`the second provider failed: ${String(error)}\n`);
        response.destroy();
      });
    });
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(start.port, '127.0.0.1', resolve));
  }
  if (order.do === 'person') people.set(order.person.sub, order.person);
  if (order.do === 'rotate') {
    keys = [await freshKey(), ...(order.keepsOld ? keys : [])];
    provider = build();
  }
  if (order.do === 'signOut') await signOut(order.sub);
  return order.do === 'state' ? { keys, people: [...people.values()] } : undefined;
}

process.on('message', (order: Order) => {
  const report = (told: Report) => process.send?.(told);
  obey(order).then(
    (state) => report({ done: order.do, ...(state === undefined ? {} : { state }) }),
    (error: unknown) => report({ failed: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
