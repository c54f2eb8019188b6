import type { JWK } from 'jose';

/** Somebody as the second provider keeps them. */
export interface OutsidePerson {
  sub: string;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  /** Roles of the client `gateway`. */
  roles: string[];
  accountId: string | null;
  enabled: boolean;
  emailVerified: boolean;
}

export interface ProviderStart {
  port: number;
  clientId: string;
  /** Origins of the application that signs people in. */
  webOrigins: string[];
  logoutUri: string;
  /** Seconds that an access token lives. */
  tokenSeconds: number;
}

/** What a test tells the provider's process to do. */
export type Order =
  | { do: 'start'; start: ProviderStart; state: State | null }
  | { do: 'person'; person: OutsidePerson }
  /** Signs with a new key from now on; the one before is published on, or taken back. */
  | { do: 'rotate'; keepsOld: boolean }
  /** Ends everything of somebody, and tells the application by a logout token. */
  | { do: 'signOut'; sub: string }
  | { do: 'state' };

/** What outlives the process. */
export interface State {
  keys: JWK[];
  people: OutsidePerson[];
}

export type Report = { done: Order['do']; state?: State } | { failed: string };
