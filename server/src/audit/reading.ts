import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type Actor, looksAfterAccounts, requireAccount } from '../accounts/index.ts';
import type { Database, Reader } from '../platform/database.ts';
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

/** Had something in an account this value in a field once, before it was changed? `on` reads that account. */
export async function hadOnce(on: Reader, entityId: string, field: string, value: string): Promise<boolean> {
  const entry = await on
    .selectFrom('audit_entries')
    .select('id')
    .where('entity_id', '=', entityId)
    .where(sql<boolean>`before ->> ${field} = ${value}`)
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}
