import { z } from 'zod';

/** The settings of an outside provider and of Keycloak's administration: rows of docs/configuration.md, like those of config.ts. */
export const SIGN_IN_SETTINGS = [
  {
    name: 'PARLEY_OIDC_ISSUER',
    meaning:
      'The OpenID provider where people sign in instead of at Parley’s own: `https://id.example.com/realms/company`. See [external-provider.md](external-provider.md).',
    default: 'none: Parley’s own provider',
  },
  { name: 'PARLEY_OIDC_CLIENT_ID', meaning: 'Under which client id that provider knows the web application.', default: 'parley-web' },
  {
    name: 'PARLEY_OIDC_SCOPE',
    meaning:
      'What the web application asks that provider for. Some give refresh tokens, without which people are asked again, only with `offline_access`.',
    default: '`openid profile email`',
  },
  {
    name: 'PARLEY_OIDC_AUDIENCE',
    meaning: 'What access tokens must name as their audience.',
    default: 'none: the client id, as audience or authorized party',
  },
  { name: 'PARLEY_OIDC_ACCOUNT_CLAIM', meaning: 'The claim that holds the id of the person’s account.', default: '`account_id`' },
  {
    name: 'PARLEY_OIDC_ROLE_CLAIM',
    meaning: 'The claim that holds the person’s role, or a list of which the first that is a role counts. Dots lead into objects.',
    default: '`resource_access.gateway.roles`',
  },
  {
    name: 'PARLEY_OIDC_ROLES',
    meaning: 'What the roles are called there, where they have other names: `agent=cc-agent, supervisor=cc-lead, admin=cc-admin`.',
    default: '`agent`, `supervisor`, `admin`, `superAdmin`',
  },
  { name: 'PARLEY_OIDC_EMAIL_CLAIM', meaning: 'The claim that holds the e-mail address.', default: '`email`' },
  { name: 'PARLEY_OIDC_FIRST_NAME_CLAIM', meaning: 'The claim that holds the first name.', default: '`given_name`' },
  { name: 'PARLEY_OIDC_LAST_NAME_CLAIM', meaning: 'The claim that holds the last name.', default: '`family_name`' },
  {
    name: 'PARLEY_OIDC_ACCOUNT_URL',
    meaning: 'The page where people change their password, second step and sign-ins. The profile leads there.',
    default: '`account` below the issuer, as Keycloak has it',
  },
  {
    name: 'PARLEY_OIDC_CHECK_SECONDS',
    meaning:
      'How often the provider is asked whether a sign-in still holds that is in use, where it answers that with access tokens; from 10 to 3600.',
    default: '60',
  },
  {
    name: 'PARLEY_KEYCLOAK_CLIENT_ID',
    meaning:
      'The client with a service account by which Parley keeps people in Keycloak. Without it people, roles and addresses are changed there alone.',
    default: 'none',
  },
  { name: 'PARLEY_KEYCLOAK_CLIENT_SECRET', meaning: 'The secret of that client.', default: 'none' },
  {
    name: 'PARLEY_KEYCLOAK_URL',
    meaning: 'Where Keycloak’s administration answers: `https://id.example.com`.',
    default: 'the part of the issuer before `/realms/`',
  },
  { name: 'PARLEY_KEYCLOAK_REALM', meaning: 'The realm in which people are kept.', default: 'the part of the issuer after `/realms/`' },
  { name: 'PARLEY_KEYCLOAK_ROLES_CLIENT', meaning: 'The client in Keycloak whose roles are Parley’s.', default: '`gateway`' },
] as const;

const ROLES = ['agent', 'supervisor', 'admin', 'superAdmin'] as const;
type RoleName = (typeof ROLES)[number];

/** Tokens and secrets go there: in clear only inside this machine. */
function isSafeAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, search, hash, username, password } = new URL(value);
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
  const bare = search === '' && hash === '' && username === '' && password === '';
  return bare && (protocol === 'https:' || (protocol === 'http:' && isLocal));
}

const ADDRESS = z.string().refine(isSafeAddress, 'must be an address like https://id.example.com, with https except on this machine');
const CLAIM = z.string().regex(/^[^\s\p{Cc}]{1,200}$/u, 'must be the name of a claim');
const CLIENT = z.string().regex(/^[\x21-\x7e]{1,255}$/, 'must be the id of a client');

const ROLE_NAMES = z
  .string()
  .transform((value) => value.split(',').map((pair) => pair.split('=').map((part) => part.trim())))
  .refine(
    (pairs) =>
      pairs.every(([role, name, ...rest]) => (ROLES as readonly (string | undefined)[]).includes(role) && !!name && rest.length === 0),
    'must be pairs like agent=cc-agent, admin=cc-admin',
  )
  .transform((pairs) => Object.fromEntries(pairs) as Partial<Record<RoleName, string>>);

/** What is read of the environment for it. */
export const SIGN_IN_ENVIRONMENT = {
  PARLEY_OIDC_ISSUER: ADDRESS.optional(),
  PARLEY_OIDC_CLIENT_ID: CLIENT.default('parley-web'),
  PARLEY_OIDC_SCOPE: z
    .string()
    .regex(/^openid(?: [\x21-\x7e]+)*$/, 'must begin with openid, and have a blank between two scopes')
    .default('openid profile email'),
  PARLEY_OIDC_AUDIENCE: z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'must be an audience without blanks')
    .optional(),
  PARLEY_OIDC_ACCOUNT_CLAIM: CLAIM.default('account_id'),
  PARLEY_OIDC_ROLE_CLAIM: CLAIM.default('resource_access.gateway.roles'),
  PARLEY_OIDC_ROLES: ROLE_NAMES.default({}),
  PARLEY_OIDC_EMAIL_CLAIM: CLAIM.default('email'),
  PARLEY_OIDC_FIRST_NAME_CLAIM: CLAIM.default('given_name'),
  PARLEY_OIDC_LAST_NAME_CLAIM: CLAIM.default('family_name'),
  PARLEY_OIDC_ACCOUNT_URL: ADDRESS.optional(),
  PARLEY_OIDC_CHECK_SECONDS: z
    .string()
    .refine((value) => /^\d{2,4}$/.test(value) && Number(value) >= 10 && Number(value) <= 3600, 'must be a number from 10 to 3600')
    .default('60'),
  PARLEY_KEYCLOAK_CLIENT_ID: CLIENT.optional(),
  PARLEY_KEYCLOAK_CLIENT_SECRET: z.string().optional(),
  PARLEY_KEYCLOAK_URL: ADDRESS.optional(),
  PARLEY_KEYCLOAK_REALM: z
    .string()
    .regex(/^[^\s/?#]{1,100}$/, 'must be the name of a realm')
    .optional(),
  PARLEY_KEYCLOAK_ROLES_CLIENT: CLIENT.default('gateway'),
};

export interface KeycloakAdministration {
  /** Without a slash at its end. */
  readonly url: string;
  readonly realm: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly rolesClient: string;
}

/** An OpenID provider outside of Parley where people sign in. */
export interface OutsideProvider {
  /** Exactly as its tokens name it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  readonly audience: string | undefined;
  readonly claims: {
    readonly account: string;
    readonly role: string;
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
  };
  /** What each of our roles is called there. */
  readonly roles: Readonly<Record<RoleName, string>>;
  readonly accountUrl: string;
  readonly checkSeconds: number;
  /** Undefined: people are kept there alone. */
  readonly keycloak: KeycloakAdministration | undefined;
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '');

/**
 * The outside provider of these values; undefined for none.
 *
 * @param fail is given one line that names the variable, and throws it
 */
export function outsideProviderOf(
  values: z.infer<z.ZodObject<typeof SIGN_IN_ENVIRONMENT>>,
  fail: (line: string) => never,
): OutsideProvider | undefined {
  const issuer = values.PARLEY_OIDC_ISSUER;
  if (issuer === undefined) {
    if (values.PARLEY_KEYCLOAK_CLIENT_ID !== undefined) fail('PARLEY_OIDC_ISSUER must be given with PARLEY_KEYCLOAK_CLIENT_ID.');
    return undefined;
  }
  const roles = { ...(Object.fromEntries(ROLES.map((role) => [role, role])) as Record<RoleName, string>), ...values.PARLEY_OIDC_ROLES };
  if (new Set(Object.values(roles)).size < ROLES.length) fail('PARLEY_OIDC_ROLES must call each role by a name of its own.');
  return Object.freeze({
    issuer,
    clientId: values.PARLEY_OIDC_CLIENT_ID,
    scope: values.PARLEY_OIDC_SCOPE,
    audience: values.PARLEY_OIDC_AUDIENCE,
    claims: Object.freeze({
      account: values.PARLEY_OIDC_ACCOUNT_CLAIM,
      role: values.PARLEY_OIDC_ROLE_CLAIM,
      email: values.PARLEY_OIDC_EMAIL_CLAIM,
      firstName: values.PARLEY_OIDC_FIRST_NAME_CLAIM,
      lastName: values.PARLEY_OIDC_LAST_NAME_CLAIM,
    }),
    roles: Object.freeze(roles),
    accountUrl: values.PARLEY_OIDC_ACCOUNT_URL ?? `${withoutSlash(issuer)}/account`,
    checkSeconds: Number(values.PARLEY_OIDC_CHECK_SECONDS),
    keycloak: keycloakOf(values, issuer, fail),
  });
}

function keycloakOf(
  values: z.infer<z.ZodObject<typeof SIGN_IN_ENVIRONMENT>>,
  issuer: string,
  fail: (line: string) => never,
): KeycloakAdministration | undefined {
  const { PARLEY_KEYCLOAK_CLIENT_ID: clientId, PARLEY_KEYCLOAK_CLIENT_SECRET: clientSecret } = values;
  if (clientId === undefined && clientSecret === undefined) return undefined;
  if (clientId === undefined || clientSecret === undefined)
    return fail('PARLEY_KEYCLOAK_CLIENT_ID and PARLEY_KEYCLOAK_CLIENT_SECRET belong together: set both or neither.');
  const [, base, realmOfIssuer] = /^(.*)\/realms\/([^/]+)\/?$/.exec(issuer) ?? [];
  const url = values.PARLEY_KEYCLOAK_URL ?? base;
  const realm = values.PARLEY_KEYCLOAK_REALM ?? (realmOfIssuer === undefined ? undefined : decodeURIComponent(realmOfIssuer));
  if (url === undefined || realm === undefined)
    return fail(
      'PARLEY_KEYCLOAK_URL and PARLEY_KEYCLOAK_REALM must be given: the issuer does not end like https://id.example.com/realms/company.',
    );
  return Object.freeze({ url: withoutSlash(url), realm, clientId, clientSecret, rolesClient: values.PARLEY_KEYCLOAK_ROLES_CLIENT });
}
