import type { Role } from '@parley/contract';

/** An OpenID provider outside of Parley, as the settings name it. */
export interface OutsideSettings {
  /** Exactly as its tokens name it. */
  readonly issuer: string;
  readonly clientId: string;
  /** What the web application asks for. */
  readonly scope: string;
  /** What access tokens must be for; undefined: for the client. */
  readonly audience: string | undefined;
  readonly claims: {
    readonly account: string;
    readonly role: string;
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
  };
  /** What each role is called there. */
  readonly roles: Readonly<Record<Role, string>>;
  /** Where people change their password and second step. */
  readonly accountUrl: string;
  /** How often a sign-in in use is asked about. */
  readonly checkSeconds: number;
  /** Undefined: people are kept at the provider alone. */
  readonly keycloak: KeycloakSettings | undefined;
}

export interface KeycloakSettings {
  readonly url: string;
  readonly realm: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The client whose roles are ours. */
  readonly rolesClient: string;
}
