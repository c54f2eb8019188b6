import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** Somebody in the realm, as UserRepresentation names the fields. */
export interface RealmUser {
  id: string;
  username: string;
  email?: string;
  firstName?: string;
  lastName?: string;
  enabled: boolean;
  emailVerified: boolean;
  attributes: Record<string, string[]>;
}

export interface Keycloak {
  url: string;
  users: Map<string, RealmUser>;
  /** Role names of the client `gateway`, by person. */
  rolesOf(id: string): string[];
  /** Letters that went out: to whom, for what, leading where. */
  letters: Array<{ id: string; actions: string[]; redirectUri: string | null }>;
  signedOut: string[];
  /** Every call of the administration, as `METHOD /path`. */
  calls: string[];
  /** How it fails from now on. */
  fails: { down?: boolean; refuses?: boolean; mail?: boolean; dropsAttributes?: boolean; afterCreating?: boolean };
  /** Makes all tokens that it gave worthless. */
  forgetTokens(): void;
  byEmail(email: string): RealmUser | undefined;
  close(): Promise<void>;
}

export const KEYCLOAK_CLIENT = { id: 'parley-people', secret: 'invented-secret' };
const GATEWAY = randomUUID();
const ROLES = new Map(['agent', 'supervisor', 'admin', 'superAdmin'].map((name) => [name, { id: randomUUID(), name, clientRole: true }]));

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** Keycloak's Admin REST API as its reference tells it, for the realm `company`: routes, statuses and bodies of errors. */
export async function startKeycloak(port = 0): Promise<Keycloak> {
  const users = new Map<string, RealmUser>();
  const roles = new Map<string, Set<string>>();
  const tokens = new Set<string>();
  const keycloak: Omit<Keycloak, 'url' | 'close'> = {
    users,
    rolesOf: (id) => [...(roles.get(id) ?? [])],
    letters: [],
    signedOut: [],
    calls: [],
    fails: {},
    forgetTokens: () => tokens.clear(),
    byEmail: (email) => [...users.values()].find((user) => user.email?.toLowerCase() === email.toLowerCase()),
  };
  const answer = (response: ServerResponse, status: number, body?: unknown, headers: Record<string, string> = {}) => {
    response.writeHead(status, { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  };

  function giveToken(response: ServerResponse, form: URLSearchParams) {
    const isRight = form.get('client_id') === KEYCLOAK_CLIENT.id && form.get('client_secret') === KEYCLOAK_CLIENT.secret;
    if (!isRight || form.get('grant_type') !== 'client_credentials')
      return answer(response, 401, { error: 'unauthorized_client', error_description: 'Invalid client or Invalid client credentials' });
    const token = randomUUID();
    tokens.add(token);
    answer(response, 200, { access_token: token, expires_in: 60, token_type: 'Bearer' });
  }

  /** Keycloak's own rules of a user; null when it may be stored. */
  function conflict(id: string | null, { email, username }: Partial<RealmUser>): string | null {
    for (const user of users.values()) {
      if (user.id === id) continue;
      if (username !== undefined && user.username === username) return 'User exists with same username';
      if (email !== undefined && user.email?.toLowerCase() === email.toLowerCase()) return 'User exists with same email';
    }
    return null;
  }
  const kept = (given: Partial<RealmUser>) => (keycloak.fails.dropsAttributes === true ? {} : (given.attributes ?? {}));

  function usersRoute(request: IncomingMessage, response: ServerResponse, url: URL, body: string) {
    if (request.method === 'GET') {
      const found = keycloak.byEmail(url.searchParams.get('email') ?? '');
      return answer(response, 200, found === undefined ? [] : [{ id: found.id, username: found.username, email: found.email }]);
    }
    const given = JSON.parse(body) as Partial<RealmUser>;
    const errorMessage = conflict(null, given);
    if (errorMessage !== null) return answer(response, 409, { errorMessage });
    const id = randomUUID();
    users.set(id, { emailVerified: false, enabled: false, username: '', ...given, id, attributes: kept(given) });
    if (keycloak.fails.afterCreating === true) return void response.destroy();
    answer(response, 201, undefined, { location: `${url.origin}${url.pathname}/${id}` });
  }

  function userRoute(request: IncomingMessage, response: ServerResponse, url: URL, user: RealmUser, rest: string, body: string) {
    if (rest === '' && request.method === 'GET') return answer(response, 200, user);
    if (rest === '' && request.method === 'DELETE') {
      users.delete(user.id);
      return answer(response, 204);
    }
    if (rest === '' && request.method === 'PUT') {
      const given = JSON.parse(body) as Partial<RealmUser>;
      const errorMessage = conflict(user.id, { ...(given.email === undefined ? {} : { email: given.email }) });
      if (errorMessage !== null) return answer(response, 409, { errorMessage });
      // The user name of a realm that does not let it be edited stays.
      users.set(user.id, { ...user, ...given, id: user.id, username: user.username, attributes: kept(given) });
      return answer(response, 204);
    }
    if (rest === '/logout' && request.method === 'POST') {
      keycloak.signedOut.push(user.id);
      return answer(response, 204);
    }
    if (rest === '/execute-actions-email' && request.method === 'PUT') {
      if (!user.enabled) return answer(response, 400, { errorMessage: 'User is disabled' });
      if (keycloak.fails.mail === true)
        return answer(response, 500, { errorMessage: 'Failed to send execute actions email: mail is down' });
      keycloak.letters.push({ id: user.id, actions: JSON.parse(body), redirectUri: url.searchParams.get('redirect_uri') });
      return answer(response, 204);
    }
    if (rest === `/role-mappings/clients/${GATEWAY}`) {
      const held = roles.get(user.id) ?? new Set<string>();
      roles.set(user.id, held);
      if (request.method === 'GET')
        return answer(
          response,
          200,
          [...held].map((name) => ROLES.get(name)),
        );
      for (const { name } of JSON.parse(body) as Array<{ name: string }>) {
        if (request.method === 'POST') held.add(name);
        else held.delete(name);
      }
      return answer(response, 204);
    }
    answer(response, 404, { error: 'HTTP 404 Not Found' });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    if (keycloak.fails.down === true) return void response.destroy();
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    if (url.pathname === '/realms/company/protocol/openid-connect/token') return giveToken(response, new URLSearchParams(body));
    const path = url.pathname.replace('/admin/realms/company', '');
    keycloak.calls.push(`${request.method} ${path}`);
    if (!tokens.has(request.headers.authorization?.replace('Bearer ', '') ?? ''))
      return answer(response, 401, { error: 'HTTP 401 Unauthorized' });
    if (keycloak.fails.refuses === true) return answer(response, 403, { error: 'HTTP 403 Forbidden' });
    if (path === '/clients') {
      const isOurs = url.searchParams.get('clientId') === 'gateway';
      return answer(response, 200, isOurs ? [{ id: GATEWAY, clientId: 'gateway' }] : []);
    }
    if (path.startsWith(`/clients/${GATEWAY}/roles/`)) {
      const role = ROLES.get(decodeURIComponent(path.split('/').at(-1) ?? ''));
      return role === undefined ? answer(response, 404, { error: 'Could not find role' }) : answer(response, 200, role);
    }
    if (path === '/users') return usersRoute(request, response, url, body);
    const [, id = '', rest = ''] = /^\/users\/([^/]+)(.*)$/.exec(path) ?? [];
    const user = users.get(id);
    if (user === undefined) return answer(response, 404, { error: 'User not found' });
    userRoute(request, response, url, user, rest, body);
  }

  const server = createServer((request, response) => void serve(request, response)).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address() as { port: number };
  return Object.assign(keycloak, {
    url: `http://127.0.0.1:${bound.port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
