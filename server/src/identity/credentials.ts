import { PASSWORD_LEAST, PASSWORD_MOST, passwordFault } from '@parley/contract';
import { sql } from 'kysely';
import { problem } from '../platform/problem.ts';
import type { Tx } from '../platform/transaction.ts';
import type { PersonKey } from './one-time-links.ts';
import { findIn, normalizeEmail } from './people.ts';

/** Throws the problem of a password that may not be chosen. */
export function requireGoodPassword(password: string, email: string): void {
  const fault = passwordFault(password, email);
  if (fault !== null) throw problem(fault, { least: PASSWORD_LEAST, most: PASSWORD_MOST });
}

/**
 * Stores a password's hash, in the transaction of the person's account. Every link that was
 * sent before ends: whoever knew the password before may have asked for it.
 */
export async function setPassword(tx: Tx, person: PersonKey, password_hash: string): Promise<void> {
  if (person.accountId === null) {
    await tx.updateTable('super_users').set({ password_hash }).where('id', '=', person.id).execute();
  } else {
    await tx
      .insertInto('user_credentials')
      .values({ account_id: person.accountId, user_id: person.id, password_hash })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ password_hash }))
      .execute();
  }
  await endLinks(tx, person.id);
}

/** Ends links that were sent to somebody: all of them, or those of one purpose. */
export async function endLinks(tx: Tx, personId: string, purpose?: 'EMAIL_CHANGE'): Promise<void> {
  await tx
    .deleteFrom('one_time_links')
    .where('person_id', '=', personId)
    .$if(purpose !== undefined, (query) => query.where('purpose', '=', purpose as string))
    .execute();
}

/**
 * Keeps an address for the rest of the transaction from everybody else; false when it is somebody's already, other than
 * `personId`'s. Users and super admins share the sign-in, so one lock for both tables.
 */
export async function claimAddress(tx: Tx, email: string, personId: string | null): Promise<boolean> {
  const address = normalizeEmail(email);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`address ${address}`}, 0))`.execute(tx);
  const bearer = await findIn(tx, address);
  return bearer === null || bearer.userId === personId;
}

/** Makes this the person's address; false when somebody else signs in with it. */
export async function setEmail(tx: Tx, person: PersonKey, email: string): Promise<boolean> {
  if (!(await claimAddress(tx, email, person.id))) return false;
  const email_normalized = normalizeEmail(email);
  if (person.accountId === null) {
    await tx.updateTable('super_users').set({ email, email_normalized }).where('id', '=', person.id).execute();
  } else {
    const modified_at = sql<string>`clock_timestamp()`;
    await tx.updateTable('users').set({ email, email_normalized, modified_at }).where('id', '=', person.id).execute();
  }
  return true;
}
