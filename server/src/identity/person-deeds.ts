import type { AuditKind } from '@parley/contract';
import { type Doer, recordDeed } from '../audit/index.ts';
import type { Tx } from '../platform/transaction.ts';
import type { Person } from './people.ts';

type OfBoth = 'CHANGED' | 'JOINED' | 'SECOND_FACTOR_ADDED' | 'SECOND_FACTORS_REMOVED';
type Known = Pick<Person, 'id' | 'accountId' | 'firstName' | 'lastName' | 'role'>;

const nameOf = ({ firstName, lastName }: Known) => `${firstName} ${lastName}`.trim();

export const entityOf = (person: Known) => ({
  type: person.accountId === null ? ('SUPER_USER' as const) : ('USER' as const),
  id: person.id,
  name: nameOf(person),
});

/** Writes into the trail what somebody did about their own sign-in, in the transaction of their account. */
export function recordOwnDeed(
  tx: Tx,
  person: Known,
  from: Pick<Doer, 'address' | 'requestId'>,
  what: OfBoth,
  { before = {}, after = {} }: { before?: Record<string, unknown>; after?: Record<string, unknown> },
): Promise<void> {
  const kind: AuditKind = person.accountId === null ? `SUPER_USER_${what}` : `USER_${what}`;
  const actor = { id: person.id, name: nameOf(person), role: person.role };
  return recordDeed(tx, { actor, ...from }, { kind, entity: entityOf(person), before, after });
}

/** That somebody's name was locked, by nobody who is known. */
export function recordLock(tx: Tx, person: Known, address: string, after: { tries: number; minutes: number }): Promise<void> {
  return recordDeed(tx, { actor: null, address, requestId: '' }, { kind: 'USER_LOCKED', entity: entityOf(person), after });
}
