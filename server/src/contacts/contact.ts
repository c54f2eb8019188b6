import { hasVisible, withoutTurns } from '@parley/contract';
import { newId } from '../platform/clock.ts';
import type { Tx } from '../platform/database.ts';

/** Who said how a customer is called, or gave their picture: what a provider tells may be renewed by it, what a person says is left to people. */
export type GivenBy = 'PERSON' | 'PROVIDER';

/** Makes a customer of the account; names may be empty, as a visitor's are. @returns the contact's id */
export async function createContact(
  tx: Tx,
  accountId: string,
  {
    firstName = '',
    lastName = '',
    language = 'en',
    nameGivenBy = 'PERSON',
  }: { firstName?: string; lastName?: string; language?: string; nameGivenBy?: GivenBy },
): Promise<string> {
  const id = newId();
  await tx
    .insertInto('contacts')
    .values({
      id,
      account_id: accountId,
      first_name: withoutTurns(firstName),
      last_name: withoutTurns(lastName),
      language,
      name_given_by: nameGivenBy,
    })
    .execute();
  return id;
}

const LONGEST_NAME = 100;

/**
 * A name that a provider tells, as it is kept: one line, without what is not seen or turns the direction of what follows; null where nothing is left.
 */
export function nameAsKept(told: string | null): string | null {
  const line = withoutTurns((told ?? '').toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')).trim();
  return hasVisible(line) ? [...line].slice(0, LONGEST_NAME).join('').trim() : null;
}

/** As people read it; null for somebody without a name. */
export function contactName(contact: { first_name: string; last_name: string }): string | null {
  return `${contact.first_name} ${contact.last_name}`.trim() || null;
}
