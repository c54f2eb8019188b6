import { sql } from 'kysely';
import { accountSettings, requireAccount } from '../accounts/index.ts';
import { difference, doerOf, openToRead, recordDeed } from '../audit/index.ts';
import type { Reader, Tx } from '../platform/database.ts';
import { holdingAccount } from '../platform/own-turn.ts';
import type { AdministrationDeps } from './deps.ts';

type Context = Parameters<typeof openToRead>[1];

const accountOf = (on: Reader | Tx, accountId: string) => on.selectFrom('accounts').select(['id', 'name']).where('id', '=', accountId);

/**
 * Some of an account's settings that are read and changed together, for its admins and for super admins who name it; the trail tells of each change.
 *
 * @param parse what of the settings it is
 * @param changed what follows from a change, in its transaction
 */
export function accountRules<Rules extends Readonly<Record<string, unknown>>>(
  { db }: AdministrationDeps,
  { parse, changed }: { parse: (settings: unknown) => Rules; changed?: (tx: Tx) => Promise<void> },
) {
  /** What stands in the account's settings, or is usual. */
  const stood = async (on: Reader | Tx, accountId: string): Promise<Rules> => parse(await accountSettings(on, accountId));
  return {
    async read(context: Context, accountId: string): Promise<Rules> {
      await requireAccount(db, context.actor, accountId);
      const on = db.reader(accountId);
      const { id, name } = await accountOf(on, accountId).executeTakeFirstOrThrow();
      await openToRead(db, context, accountId, { type: 'ACCOUNT', id, name });
      return stood(on, accountId);
    },
    async change(context: Context, accountId: string, given: { [Rule in keyof Rules]?: Rules[Rule] | undefined }): Promise<Rules> {
      await requireAccount(db, context.actor, accountId);
      return holdingAccount(db, accountId, async (tx) => {
        const { id, name } = await accountOf(tx, accountId).forNoKeyUpdate().executeTakeFirstOrThrow();
        const told = difference(await stood(tx, accountId), given);
        if (told === null) return stood(tx, accountId);
        await sql`update accounts set settings = settings || ${JSON.stringify(told.after)}::jsonb where id = ${accountId}::uuid`.execute(
          tx,
        );
        await recordDeed(tx, doerOf(context), { kind: 'ACCOUNT_CHANGED', entity: { type: 'ACCOUNT', id, name }, ...told });
        await changed?.(tx);
        return stood(tx, accountId);
      });
    },
  };
}
