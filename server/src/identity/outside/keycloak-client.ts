import type { Role } from '@parley/contract';
import * as z from 'zod/mini';
import { Problem, problem } from '../../platform/problem.ts';
import { fetchJson, type JsonAnswer, Unreachable } from './fetch-json.ts';
import type { KeycloakSettings } from './settings.ts';

/** Somebody as we keep them there. */
export interface KeptPerson {
  id: string;
  accountId: string | null;
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  active: boolean;
}

const Token = z.object({ access_token: z.string(), expires_in: z.number() });
/** UserRepresentation, as far as we read it; the rest is handed back as it came. */
const User = z.looseObject({
  id: z.string(),
  email: z.optional(z.string()),
  emailVerified: z.optional(z.boolean()),
  attributes: z.optional(z.record(z.string(), z.array(z.string()))),
});
export type KeycloakUser = z.infer<typeof User>;
const RoleOfClient = z.looseObject({ id: z.string(), name: z.string() });
type RoleOfClient = z.infer<typeof RoleOfClient>;

/** By which a person of ours is known there, and to which account they belong; the latter is the claim of their tokens. */
export const PERSON_ATTRIBUTE = 'parley_id';
export const ACCOUNT_ATTRIBUTE = 'account_id';

const LETTER_ACTIONS = ['UPDATE_PASSWORD', 'VERIFY_EMAIL'];
const LETTER_SECONDS = 7 * 24 * 60 * 60;
/** A token is taken anew this long before its end. */
const MARGIN_SECONDS = 10;

export interface KeycloakClient {
  /** Answers the id that they have there. Throws IDENTITY_EMAIL_TAKEN. */
  create(person: KeptPerson): Promise<string>;
  byId(id: string): Promise<KeycloakUser | null>;
  byEmail(email: string): Promise<KeycloakUser | null>;
  /** Makes names, address, account and activity there those of here. Throws IDENTITY_EMAIL_TAKEN, IDENTITY_PERSON_GONE, IDENTITY_ATTRIBUTE_MISSING. */
  update(id: string, person: KeptPerson): Promise<void>;
  /** Gives them this role of ours and takes the others. Throws IDENTITY_ROLE_MISSING, IDENTITY_PERSON_GONE. */
  setRole(id: string, role: Role): Promise<void>;
  /** Has a letter sent by which they choose a password and prove the address. Throws IDENTITY_LETTER_FAILED. */
  sendLetter(id: string): Promise<void>;
  /** Ends everything that they are signed in to. */
  signOut(id: string): Promise<void>;
  remove(id: string): Promise<void>;
}

export interface KeycloakClientOptions {
  settings: KeycloakSettings;
  /** What our roles are called there. */
  roles: Readonly<Record<Role, string>>;
  /** Where the letter leads after the password was chosen. */
  webClientId: string;
  publicUrl: string;
}

const attributesOf = ({ id, accountId }: KeptPerson): Record<string, string[]> => ({
  [PERSON_ATTRIBUTE]: [id],
  ...(accountId === null ? {} : { [ACCOUNT_ATTRIBUTE]: [accountId] }),
});

/** What an answer tells that we did not expect: for the log, with the refusal that people read. */
const unexpected = (what: string, { status, body }: JsonAnswer) =>
  new Problem(
    'IDENTITY_REFUSES_US',
    {},
    [],
    new Error(`Keycloak answered ${status} to ${what}: ${JSON.stringify(body)?.slice(0, 300) ?? ''}`),
  );

/**
 * Keycloak's Admin REST API, as the service account of a client. Every call throws IDENTITY_UNREACHABLE when no answer comes, and
 * IDENTITY_REFUSES_US when the client may not do it.
 */
export function keycloakClient({ settings, roles, webClientId, publicUrl }: KeycloakClientOptions): KeycloakClient {
  const realm = encodeURIComponent(settings.realm);
  const base = `${settings.url}/admin/realms/${realm}`;
  let held: { token: string; until: number } | null = null;
  let rolesClientId: string | null = null;

  async function ask(address: string, init: RequestInit, takes?: number): Promise<JsonAnswer> {
    try {
      return await fetchJson(address, init, takes);
    } catch (error) {
      if (error instanceof Unreachable) throw new Problem('IDENTITY_UNREACHABLE', {}, [], error);
      throw error;
    }
  }

  async function token(): Promise<string> {
    if (held !== null && held.until > Date.now()) return held.token;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: settings.clientId,
      client_secret: settings.clientSecret,
    });
    const answer = await ask(`${settings.url}/realms/${realm}/protocol/openid-connect/token`, { method: 'POST', body });
    const given = Token.safeParse(answer.body);
    if (answer.status !== 200 || !given.success) throw unexpected('the sign-in of its client', answer);
    held = { token: given.data.access_token, until: Date.now() + (given.data.expires_in - MARGIN_SECONDS) * 1000 };
    return held.token;
  }

  /** @param takes a status of 5xx that is an answer all the same */
  async function call(method: string, path: string, sent?: unknown, takes?: number): Promise<JsonAnswer> {
    const send = async () => {
      const headers = { authorization: `Bearer ${await token()}`, ...(sent === undefined ? {} : { 'content-type': 'application/json' }) };
      return ask(base + path, { method, headers, ...(sent === undefined ? {} : { body: JSON.stringify(sent) }) }, takes);
    };
    const answer = await send();
    if (answer.status !== 401) return answer;
    // Its keys or the realm's sign-ins were changed meanwhile: once more with a fresh token.
    held = null;
    const second = await send();
    if (second.status === 401) throw unexpected(`${method} ${path}`, second);
    return second;
  }

  /** Of the answer to a change of somebody. */
  function settle(what: string, answer: JsonAnswer): void {
    if (answer.status >= 200 && answer.status < 300) return;
    if (answer.status === 404) throw problem('IDENTITY_PERSON_GONE');
    if (answer.status === 409) throw problem('IDENTITY_EMAIL_TAKEN');
    throw unexpected(what, answer);
  }

  async function byId(id: string): Promise<KeycloakUser | null> {
    const answer = await call('GET', `/users/${id}`);
    if (answer.status === 404) return null;
    const user = User.safeParse(answer.body);
    if (answer.status !== 200 || !user.success) throw unexpected('a look at somebody', answer);
    return user.data;
  }

  async function clientOfRoles(): Promise<string> {
    if (rolesClientId !== null) return rolesClientId;
    const answer = await call('GET', `/clients?clientId=${encodeURIComponent(settings.rolesClient)}`);
    if (answer.status !== 200) throw unexpected('a look at the client of the roles', answer);
    const found = z.array(z.looseObject({ id: z.string() })).safeParse(answer.body).data?.[0];
    if (found === undefined) throw problem('IDENTITY_ROLE_MISSING');
    rolesClientId = found.id;
    return rolesClientId;
  }

  async function rolesAt(path: string): Promise<RoleOfClient[]> {
    const answer = await call('GET', path);
    const found = z.array(RoleOfClient).safeParse(answer.body);
    if (answer.status === 404) throw problem('IDENTITY_PERSON_GONE');
    if (answer.status !== 200 || !found.success) throw unexpected('a look at roles', answer);
    return found.data;
  }

  return {
    byId,
    async create(person) {
      const { email, firstName, lastName, active } = person;
      const user = { username: email.toLowerCase(), email, firstName, lastName, enabled: active, attributes: attributesOf(person) };
      const answer = await call('POST', '/users', user);
      settle('a new person', answer);
      const id = answer.headers.get('location')?.split('/').at(-1);
      if (id === undefined || id === '') throw unexpected('a new person', answer);
      return id;
    },
    async byEmail(email) {
      const answer = await call('GET', `/users?exact=true&email=${encodeURIComponent(email)}`);
      const users = z.array(User).safeParse(answer.body);
      if (answer.status !== 200 || !users.success) throw unexpected('a search for an address', answer);
      const [first] = users.data;
      // The list tells less of each than a look at one.
      return first === undefined ? null : byId(first.id);
    },
    async update(id, person) {
      const stood = await byId(id);
      if (stood === null) throw problem('IDENTITY_PERSON_GONE');
      const { email, firstName, lastName, active } = person;
      const isSameAddress = stood.email?.toLowerCase() === email.toLowerCase();
      const attributes = { ...stood.attributes, ...attributesOf(person) };
      const emailVerified = isSameAddress && stood.emailVerified === true;
      settle(
        'a change',
        await call('PUT', `/users/${id}`, { ...stood, email, emailVerified, firstName, lastName, enabled: active, attributes }),
      );
      // What its user profile does not know it drops without a word, and then tokens tell no account.
      const stands = person.accountId === null ? undefined : (await byId(id))?.attributes?.[ACCOUNT_ATTRIBUTE]?.[0];
      if (person.accountId !== null && stands !== person.accountId) throw problem('IDENTITY_ATTRIBUTE_MISSING');
    },
    async setRole(id, role) {
      const client = await clientOfRoles();
      const path = `/users/${id}/role-mappings/clients/${client}`;
      const named = await call('GET', `/clients/${client}/roles/${encodeURIComponent(roles[role])}`);
      const wanted = RoleOfClient.safeParse(named.body);
      if (named.status === 404) throw problem('IDENTITY_ROLE_MISSING');
      if (named.status !== 200 || !wanted.success) throw unexpected('a look at a role', named);
      const stands = await rolesAt(path);
      const ours = new Set<string>(Object.values(roles));
      const others = stands.filter(({ name }) => ours.has(name) && name !== roles[role]);
      // First the new one: whoever signs in between the two has a role.
      if (!stands.some(({ name }) => name === roles[role])) settle('a role', await call('POST', path, [wanted.data]));
      if (others.length > 0) settle('a role that is taken', await call('DELETE', path, others));
    },
    async sendLetter(id) {
      const query = new URLSearchParams({ client_id: webClientId, redirect_uri: `${publicUrl}/`, lifespan: String(LETTER_SECONDS) });
      const answer = await call('PUT', `/users/${id}/execute-actions-email?${query}`, LETTER_ACTIONS, 500);
      if (answer.status === 404) throw problem('IDENTITY_PERSON_GONE');
      if (answer.status >= 400 && answer.status !== 403)
        throw new Problem('IDENTITY_LETTER_FAILED', {}, [], unexpected('a letter', answer).cause);
      settle('a letter', answer);
    },
    async signOut(id) {
      settle('a sign-out', await call('POST', `/users/${id}/logout`));
    },
    async remove(id) {
      const answer = await call('DELETE', `/users/${id}`);
      if (answer.status !== 404) settle('a removal', answer);
    },
  };
}
