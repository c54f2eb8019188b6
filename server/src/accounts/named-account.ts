import type { Database } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import { type Actor, mayDo } from './actor.ts';

/** Looks after accounts that are not their own: super admins. */
export const looksAfterAccounts = (actor: Actor): boolean => mayDo(actor, ['accounts', 'administer']);

/**
 * The account that a path names must be the actor's own or, for super admins, be there. To everybody else it does not exist.
 * Throws ACCOUNT_NOT_FOUND.
 */
export async function requireAccount(db: Database, actor: Actor, accountId: string): Promise<void> {
  if (!looksAfterAccounts(actor)) {
    if (actor.accountId !== accountId) throw problem('ACCOUNT_NOT_FOUND');
    return;
  }
  const row = await db.reader(accountId).selectFrom('accounts').select('id').where('id', '=', accountId).executeTakeFirst();
  if (row === undefined) throw problem('ACCOUNT_NOT_FOUND');
}
