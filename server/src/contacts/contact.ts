import { withoutTurns } from '@parley/contract';
import { newId } from '../platform/clock.ts';
import type { Tx } from '../platform/database.ts';

/** Makes a customer of the account; names may be empty, as a visitor's are. @returns the contact's id */
export async function createContact(
  tx: Tx,
  accountId: string,
  { firstName = '', lastName = '', language = 'en' }: { firstName?: string; lastName?: string; language?: string },
): Promise<string> {
  const id = newId();
  await tx
    .insertInto('contacts')
    .values({ id, account_id: accountId, first_name: withoutTurns(firstName), last_name: withoutTurns(lastName), language })
    .execute();
  return id;
}

/** As people read it; null for somebody without a name. */
export function contactName(contact: { first_name: string; last_name: string }): string | null {
  return `${contact.first_name} ${contact.last_name}`.trim() || null;
}
