import type { FastifyRequest } from 'fastify';
import { type Actor, looksAfterAccounts, requireAccount } from '../accounts/index.ts';
import type { Database } from '../platform/database.ts';
import { type Deed, doerOf, recordDeed } from './record.ts';

/**
 * To be called before anything of a named account is read: it must be the actor's own, or the actor a super admin, whose look
 * is recorded (domain: the account wall). Throws ACCOUNT_NOT_FOUND.
 * @param entity what is looked at
 */
export async function openToRead(
  db: Database,
  context: { actor: Actor; request: FastifyRequest },
  accountId: string,
  entity: Deed['entity'],
): Promise<void> {
  await requireAccount(db, context.actor, accountId);
  if (!looksAfterAccounts(context.actor)) return;
  await db.inAccount(accountId, (tx) => recordDeed(tx, doerOf(context), { kind: 'ACCOUNT_READ', entity }));
}
