import type { Database } from '../platform/database.ts';
import type { Attempts } from './attempts.ts';
import { hashPassword, PASSWORD_LIMIT, verifyPassword } from './passwords.ts';
import { findSignIn, normalizeEmail, passwordHash, personById } from './people.ts';

export type SignInVerdict = { kind: 'signed-in'; userId: string } | { kind: 'wrong' } | { kind: 'wait'; seconds: number };

export type PasswordSignIn = (given: { email: string; password: string; address: string }) => Promise<SignInVerdict>;

/**
 * Judges an e-mail address and a password. One verdict for a wrong password, an unknown address, somebody inactive and
 * somebody without a password, after the same work, so that nothing tells who exists.
 */
export async function passwordSignIn(db: Database, attempts: Attempts): Promise<PasswordSignIn> {
  const nobody = await hashPassword('nobody has this password');
  return async ({ email, password, address }) => {
    const name = normalizeEmail(email);
    const seconds = await attempts.begin(name, address);
    if (seconds > 0) return { kind: 'wait', seconds };
    const found = await findSignIn(db, name);
    const person = found === null ? null : await personById(db, found.userId);
    const stored = person === null ? null : await passwordHash(db, person.id, person.accountId);
    const right = await verifyPassword(password.slice(0, PASSWORD_LIMIT + 1), stored ?? nobody);
    if (!right || person === null || stored === null || !person.active || password.length > PASSWORD_LIMIT) return { kind: 'wrong' };
    await attempts.succeeded(name, address);
    return { kind: 'signed-in', userId: person.id };
  };
}
