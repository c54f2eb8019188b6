import { calls } from '../../accounts/index.ts';
import { afterCommit, type Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { setEmail } from '../credentials.ts';
import { personIn } from '../people.ts';
import type { PersonChanges } from '../person-changes.ts';
import type { OwnSignIn, SignInAdministration } from '../sign-in-way.ts';
import type { OutsideSessions } from './outside-sessions.ts';

const elsewhere = async (): Promise<never> => {
  throw problem('IDENTITY_MANAGED_ELSEWHERE');
};

/** Passwords, second steps and sign-ins are the outside provider's: the profile leads there, and these calls say so. */
export function elsewhereCalls(): OwnSignIn {
  const { ownSignIn } = calls;
  return {
    changePassword: ownSignIn.changePassword.handler(elsewhere),
    changeEmail: ownSignIn.changeEmail.handler(elsewhere),
    sessions: ownSignIn.sessions.handler(elsewhere),
    endSession: ownSignIn.endSession.handler(elsewhere),
    endOtherSessions: ownSignIn.endOtherSessions.handler(elsewhere),
    secondFactors: ownSignIn.secondFactors.handler(elsewhere),
    beginTotp: ownSignIn.beginTotp.handler(elsewhere),
    confirmTotp: ownSignIn.confirmTotp.handler(elsewhere),
    removeTotp: ownSignIn.removeTotp.handler(elsewhere),
    newRecoveryCodes: ownSignIn.newRecoveryCodes.handler(elsewhere),
    beginPasskey: ownSignIn.beginPasskey.handler(elsewhere),
    addPasskey: ownSignIn.addPasskey.handler(elsewhere),
    removePasskey: ownSignIn.removePasskey.handler(elsewhere),
  };
}

export interface OutsideParts {
  issuer: string;
  sessions: Pick<OutsideSessions, 'end' | 'announceEnd'>;
  changes: Pick<PersonChanges, 'announce'>;
}

/** Who somebody is at the provider, in a transaction of their account; null until they are known there. */
export async function subjectIn(tx: Tx, issuer: string, personId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('outside_identities')
    .select('subject')
    .where('person_id', '=', personId)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  return row?.subject ?? null;
}

/** Shuts somebody out here, whatever the provider says of the sign-ins that they have now. */
export async function endHere(tx: Tx, { issuer, sessions }: Omit<OutsideParts, 'changes'>, personId: string): Promise<number> {
  const subject = await subjectIn(tx, issuer, personId);
  if (subject === null) return 0;
  const ended = await sessions.end(tx, { sid: null, subject });
  afterCommit(tx, () => sessions.announceEnd(ended));
  return ended.length;
}

/** Stores an address, without links or letters of ours. Throws USER_NOT_FOUND and USER_EMAIL_TAKEN. */
export async function changeEmailHere(tx: Tx, changes: OutsideParts['changes'], userId: string, email: string): Promise<{ mailed: false }> {
  const person = await personIn(tx, userId);
  if (person === null) throw problem('USER_NOT_FOUND');
  if (!(await setEmail(tx, person, email))) throw problem('USER_EMAIL_TAKEN');
  changes.announce(tx, userId);
  return { mailed: false };
}

/**
 * Where Parley cannot change people at the provider: role and address of who has come from there are what it says. Whoever is
 * added here before they come is taken up at their first sign-in.
 */
export function elsewhereAdministration({ issuer, sessions, changes }: OutsideParts): SignInAdministration {
  const requireOurs = async (tx: Tx, userId: string) => {
    if ((await subjectIn(tx, issuer, userId)) !== null) throw problem('IDENTITY_MANAGED_ELSEWHERE');
  };
  return {
    make: async () => ({ keep: async () => {}, undo: async () => {} }),
    claimEmail: async () => {},
    async changed(tx, userId, parts) {
      if (parts.has('role') || parts.has('email')) await requireOurs(tx, userId);
    },
    changeEmail: (tx, userId, email) => changeEmailHere(tx, changes, userId, email),
    invite: async () => ({ link: null, mailed: false }),
    passwordLink: elsewhere,
    endSessions: (tx, userId) => endHere(tx, { issuer, sessions }, userId),
    removeSecondFactors: elsewhere,
  };
}
