import type { UserDetails } from '@parley/contract';
import { sql } from 'kysely';
import type { Doer } from '../audit/index.ts';
import { hasJoined } from '../identity/index.ts';
import type { Tx } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';

/** Of `users`: who may stand in for somebody. Who was invited and never came looks after nobody: where one can sign in, the other must be able to as well. */
const standsInFor = ({ hasPassword }: Pick<UserDetails, 'hasPassword'>) =>
  sql<boolean>`(users.active and (${!hasPassword} or ${hasJoined}))`;

/** Throws USER_LAST_ADMIN unless another admin remains who stands in. In a transaction that holds the account's row. */
export async function requireAnotherAdmin(tx: Tx, admin: Pick<UserDetails, 'id' | 'hasPassword'>): Promise<void> {
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('id', '<>', admin.id)
    .where(standsInFor(admin))
    .limit(1)
    .executeTakeFirst();
  if (other === undefined) throw problem('USER_LAST_ADMIN');
}

/** Throws USER_ONLY_ONE_IN_QUEUE when a queue would be left without anybody who stands in (administration, section 5). */
export async function requireNotAloneInQueue(tx: Tx, person: Pick<UserDetails, 'id' | 'hasPassword'>): Promise<void> {
  const alone = await tx
    .selectFrom('queue_members as m')
    .innerJoin('queues as q', 'q.id', 'm.queue_id')
    .select('q.name')
    .where('m.user_id', '=', person.id)
    .where(
      sql<boolean>`not exists (select from queue_members o join users on users.id = o.user_id
        where o.queue_id = m.queue_id and o.user_id <> m.user_id and ${standsInFor(person)})`,
    )
    .orderBy('q.name')
    .limit(1)
    .executeTakeFirst();
  if (alone !== undefined) throw problem('USER_ONLY_ONE_IN_QUEUE', { queue: alone.name });
}

/** Throws USER_IN_ACTIVE_CONVERSATION (administration, section 5). */
export async function requireHoldsNothing(tx: Tx, userId: string): Promise<void> {
  const held = await tx
    .selectFrom('conversations')
    .select('id')
    .where('assigned_user_id', '=', userId)
    .where('state', '=', 'ASSIGNED')
    .limit(1)
    .executeTakeFirst();
  if (held !== undefined) throw problem('USER_IN_ACTIVE_CONVERSATION');
}

/**
 * Throws USER_SIGN_IN_IS_OWN. One's own address and second factors are changed in the profile, where the password proves who asks:
 * a token that somebody found must not be enough to sign in by from then on.
 */
export function requireSomebodyElse({ actor }: Doer, personId: string): void {
  if (actor?.id === personId) throw problem('USER_SIGN_IN_IS_OWN');
}

/**
 * Throws USER_PASSWORD_IS_OWN (a sign-in that was left open must not be enough to choose a password without the one before),
 * USER_INACTIVE, and USER_NOT_JOINED for who has none to forget.
 */
export function requireMayHaveLink({ actor }: Doer, person: Pick<UserDetails, 'id' | 'status' | 'hasPassword'>): void {
  if (actor?.id === person.id) throw problem('USER_PASSWORD_IS_OWN');
  if (person.status === 'inactive') throw problem('USER_INACTIVE');
  if (!person.hasPassword) throw problem('USER_NOT_JOINED');
}
