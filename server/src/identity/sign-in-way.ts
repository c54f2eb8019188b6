import type { Configuration, Role } from '@parley/contract';
import type { Http } from '../platform/http.ts';
import type { Task } from '../platform/jobs.ts';
import type { Tx } from '../platform/transaction.ts';
import type { VerifyToken } from './access-token.ts';
import type { Identification } from './caller.ts';
import type { PersonKey } from './one-time-links.ts';
import type { ownSecondFactorCalls } from './own-second-factors.ts';
import type { ownSignInCalls } from './own-sign-in.ts';
import type { Sessions } from './sessions.ts';

/** Somebody who is about to be added. */
export interface NewPerson extends PersonKey {
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
}

/** Somebody who was made where people sign in, and is not added here yet. */
export interface MadePerson {
  /** In the transaction that adds them here. */
  keep(tx: Tx): Promise<void>;
  /** They are not added here after all. Throws nothing: what cannot be undone now is undone by a job. */
  undo(): Promise<void>;
}

/** What of somebody is another now. */
export type ChangedPart = 'role' | 'email' | 'names' | 'status';

/**
 * What those who administer people do about how these sign in. Our own provider fills it, and an outside one: with Keycloak's
 * administration what is done here is done there too; without it, what belongs to the provider is refused.
 */
export interface SignInAdministration {
  /** Before somebody is added here. Throws IDENTITY_EMAIL_TAKEN, IDENTITY_UNREACHABLE and its like: then nobody is added. */
  make(person: NewPerson): Promise<MadePerson>;
  /** Before somebody's address is changed here; throws the same, and IDENTITY_MANAGED_ELSEWHERE. */
  claimEmail(person: PersonKey, email: string): Promise<void>;
  /** Stores the address; `mailed`: the one before is told by a letter. Throws USER_EMAIL_TAKEN and USER_NOT_FOUND. */
  changeEmail(tx: Tx, userId: string, email: string): Promise<{ mailed: boolean }>;
  /** In the transaction that has changed somebody, all rows stored. Throws IDENTITY_MANAGED_ELSEWHERE for what is not ours to change. */
  changed(tx: Tx, userId: string, parts: ReadonlySet<ChangedPart>): Promise<void>;
  /**
   * Lets somebody know how they get in, in the transaction of their account (of none for a super admin). `mailed`: a letter goes out;
   * where none does, whoever invites has to hand the link over. Neither: they sign in where they always do. Throws USER_NOT_FOUND.
   */
  invite(tx: Tx, userId: string): Promise<{ link: string | null; mailed: boolean }>;
  /**
   * A link by which somebody chooses a new password, in the transaction of their account; `mailed` as with invitations. Throws
   * USER_NOT_FOUND, and IDENTITY_MANAGED_ELSEWHERE where passwords are not ours.
   */
  passwordLink(tx: Tx, userId: string): Promise<{ link: string; mailed: boolean }>;
  /** Ends every sign-in of somebody, in a transaction; every server hears of it after the commit. Answers how many ended. */
  endSessions(tx: Tx, userId: string): Promise<number>;
  /** Lets somebody in again who has lost theirs: app, passkeys and recovery codes go. Throws USER_NOT_FOUND and IDENTITY_MANAGED_ELSEWHERE. */
  removeSecondFactors(tx: Tx, userId: string): Promise<void>;
}

export type OwnSignIn = ReturnType<typeof ownSignInCalls> & ReturnType<typeof ownSecondFactorCalls>;

/** How people sign in: at our own provider, or at one outside. */
export interface SignInWay {
  verify: VerifyToken;
  sessions: Pick<Sessions, 'alive' | 'holds' | 'onEnd'>;
  administration: SignInAdministration;
  ownSignIn(signedIn: Identification['signedIn']): OwnSignIn;
  /** What the web application must know before anybody has signed in. */
  configuration: Configuration['signIn'];
  /** Whether somebody who is inactive here can still come with good tokens, and must be told so. */
  vouchesForInactive: boolean;
  mount(http: Http): void;
  /** The code for the console by which the first super admin is made, and where; null when none is to be. */
  beginSetup(): Promise<{ code: string; address: string } | null>;
  tasks: Readonly<Record<string, Task>>;
  /** Lines for the crontab that name some of them. */
  regularly: readonly string[];
  close(): void;
}
