import { sql } from 'kysely';
import { type AccountSettings, accountSettings, requireAccount } from '../accounts/index.ts';
import { type Doer, difference, doerOf, openToRead, recordDeed } from '../audit/index.ts';
import type { Reader, Tx } from '../platform/database.ts';
import { holdingAccount } from '../platform/own-turn.ts';
import type { AdministrationDeps } from './deps.ts';

type Context = Parameters<typeof openToRead>[1];

const accountOf = (on: Reader | Tx, accountId: string) => on.selectFrom('accounts').select(['id', 'name']).where('id', '=', accountId);

/** Some of an account's settings, which are read and changed together. */
export interface AccountRules<Rules> {
  /** Throws ACCOUNT_NOT_FOUND for one that is not the reader's to keep. */
  read(context: Context, accountId: string): Promise<Rules>;
  /** The fields that are given; what changes nothing is not recorded. Throws ACCOUNT_NOT_FOUND. */
  change(context: Context, accountId: string, given: { [Rule in keyof Rules]?: Rules[Rule] | undefined }): Promise<Rules>;
}

/**
 * For admins and, in any account, super admins; every change stands in the account's trail.
 * @param pick the rules of all that an account has set or what is usual
 * @param changed what else is to be done in the transaction of a change
 */
export function accountRules<Rules extends Record<string, unknown>>(
  { db }: Pick<AdministrationDeps, 'db'>,
  pick: (settings: AccountSettings) => Rules,
  changed: (tx: Tx, accountId: string) => Promise<void> = async () => {},
): AccountRules<Rules> {
  const rulesOf = async (on: Reader | Tx, accountId: string) => pick(await accountSettings(on, accountId));
  const store = (doer: Doer, accountId: string, given: object): Promise<Rules> =>
    holdingAccount(db, accountId, async (tx) => {
      const { id, name } = await accountOf(tx, accountId).forNoKeyUpdate().executeTakeFirstOrThrow();
      const told = difference(await rulesOf(tx, accountId), { ...given });
      if (told === null) return rulesOf(tx, accountId);
      await sql`update accounts set settings = settings || ${JSON.stringify(told.after)}::jsonb where id = ${accountId}::uuid`.execute(tx);
      await recordDeed(tx, doer, { kind: 'ACCOUNT_CHANGED', entity: { type: 'ACCOUNT', id, name }, ...told });
      await changed(tx, accountId);
      return rulesOf(tx, accountId);
    });
  return {
    async read(context, accountId) {
      await requireAccount(db, context.actor, accountId);
      const on = db.reader(accountId);
      const { id, name } = await accountOf(on, accountId).executeTakeFirstOrThrow();
      await openToRead(db, context, accountId, { type: 'ACCOUNT', id, name });
      return rulesOf(on, accountId);
    },
    async change(context, accountId, given) {
      await requireAccount(db, context.actor, accountId);
      return store(doerOf(context), accountId, given);
    },
  };
}
