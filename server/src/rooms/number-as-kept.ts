import { telephoneNumber } from '../contacts/index.ts';
import type { Reader, Tx } from '../platform/database.ts';

/** A telephone number as customers are known by it, however it was written: of the account's country where it names none. What is no number stays as it is. */
export async function numberAsKept(on: Reader | Tx, accountId: string, written: string): Promise<string> {
  const account = await on.selectFrom('accounts').select('country').where('id', '=', accountId).executeTakeFirst();
  return telephoneNumber(written, account?.country ?? '') ?? written;
}
