import * as z from 'zod/mini';
import type { Reader, Tx } from '../platform/database.ts';

/** Settings of an account, with what holds where nothing was chosen (domain). */
export const AccountSettings = z.object({
  /** How many live chats an agent is given at most. */
  liveChatsPerAgent: z._default(z.int().check(z.minimum(1), z.maximum(100)), 5),
});
export type AccountSettings = z.infer<typeof AccountSettings>;

/** The settings of the account that is set on `tx`. Throws when the account does not exist: nobody can cause that. */
export async function accountSettings(tx: Tx | Reader, accountId: string): Promise<AccountSettings> {
  const row = await tx.selectFrom('accounts').select('settings').where('id', '=', accountId).executeTakeFirstOrThrow();
  return AccountSettings.parse(row.settings);
}
