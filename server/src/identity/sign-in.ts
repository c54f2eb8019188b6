import { PASSWORD_MOST } from '@parley/contract';
import type { Database } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import { type Attempts, LOCK_AFTER, LOCKED_SECONDS } from './attempts.ts';
import type { Notices } from './notices.ts';
import { hashOfNone, verifyPassword } from './passwords.ts';
import { findSignIn, normalizeEmail, type Person, passwordHash, personById } from './people.ts';
import type { Proof, Proofs } from './proof.ts';

export type SignInVerdict = { kind: 'right'; person: Person; proof: Proof } | { kind: 'wrong' } | { kind: 'wait'; seconds: number };

export interface PasswordCheck {
  /**
   * Judges an e-mail address and a password. One verdict for a wrong password, an unknown address, somebody inactive and
   * somebody without a password, after the same work, so that nothing tells who exists.
   */
  signIn(given: { email: string; password: string; address: string }): Promise<SignInVerdict>;
  /** The same for somebody signed in who is to prove it: throws PASSWORD_WRONG or ERROR_TOO_MANY_REQUESTS. */
  requireOwn(person: Person, password: string, address: string): Promise<void>;
}

/** Passwords, judged slowly for whoever guesses; a name that is locked is told to its bearer. */
export function passwordCheck(db: Database, attempts: Attempts, notices: Notices, proofs: Proofs): PasswordCheck {
  const nobody = hashOfNone();

  async function signIn({ email, password, address }: Parameters<PasswordCheck['signIn']>[0]): Promise<SignInVerdict> {
    const name = normalizeEmail(email);
    const { seconds, locks } = await attempts.begin(name, address);
    if (seconds > 0) return { kind: 'wait', seconds };
    const found = await findSignIn(db, name);
    const person = found === null ? null : await personById(db, found.userId);
    const stored = person === null ? null : await passwordHash(db, person.id, person.accountId);
    const right = await verifyPassword(password.slice(0, PASSWORD_MOST + 1), stored ?? nobody);
    if (!right || person === null || stored === null || !person.active || password.length > PASSWORD_MOST) {
      if (locks) await notices.tellBearer(name, { kind: 'LOCKED', tries: LOCK_AFTER, minutes: LOCKED_SECONDS / 60, address });
      return { kind: 'wrong' };
    }
    await attempts.succeeded(name, address);
    return { kind: 'right', person, proof: proofs.of(person.id, stored) };
  }

  return {
    signIn,
    async requireOwn({ id, email }, password, address) {
      const verdict = await signIn({ email, password, address });
      if (verdict.kind === 'wait') throw problem('ERROR_TOO_MANY_REQUESTS', { seconds: verdict.seconds });
      if (verdict.kind === 'wrong' || verdict.person.id !== id) throw problem('PASSWORD_WRONG');
    },
  };
}
