import { AbsenceRules, replaced } from '@parley/contract';
import { sql } from 'kysely';
import { accountSettings, calls, requireAccount } from '../accounts/index.ts';
import { type Doer, difference, doerOf, openToRead, recordDeed } from '../audit/index.ts';
import type { Reader, Tx } from '../platform/database.ts';
import { holdingAccount } from '../platform/own-turn.ts';
import type { AdministrationDeps } from './deps.ts';

const accountOf = (on: Reader | Tx, accountId: string) => on.selectFrom('accounts').select(['id', 'name']).where('id', '=', accountId);

/** What stands in the account's settings, or is usual. */
async function readRules(on: Reader | Tx, accountId: string): Promise<AbsenceRules> {
  return AbsenceRules.parse(await accountSettings(on, accountId));
}

/** The look for people who are away goes by it from the next time on, also for those who are away already. */
function changeRules(
  { db }: AdministrationDeps,
  doer: Doer,
  accountId: string,
  given: { [Rule in keyof AbsenceRules]?: AbsenceRules[Rule] | undefined },
): Promise<AbsenceRules> {
  return holdingAccount(db, accountId, async (tx) => {
    const { id, name } = await accountOf(tx, accountId).forNoKeyUpdate().executeTakeFirstOrThrow();
    const told = difference(await readRules(tx, accountId), { ...given });
    if (told === null) return readRules(tx, accountId);
    await sql`update accounts set settings = settings || ${JSON.stringify(told.after)}::jsonb where id = ${accountId}::uuid`.execute(tx);
    await recordDeed(tx, doer, { kind: 'ACCOUNT_CHANGED', entity: { type: 'ACCOUNT', id, name }, ...told });
    return readRules(tx, accountId);
  });
}

/** What happens with what somebody holds who is away, for admins and super admins (docs/queues.md, "What always holds"). */
export function absenceApi(deps: AdministrationDeps) {
  const { db } = deps;
  return {
    read: calls.absence.read.handler(async ({ context, input: { params } }) => {
      await requireAccount(db, context.actor, params.accountId);
      const on = db.reader(params.accountId);
      const { id, name } = await accountOf(on, params.accountId).executeTakeFirstOrThrow();
      await openToRead(db, context, params.accountId, { type: 'ACCOUNT', id, name });
      return readRules(on, params.accountId);
    }),
    change: calls.absence.change.handler(async ({ context, input: { params, body } }) => {
      await requireAccount(db, context.actor, params.accountId);
      return changeRules(deps, doerOf(context), params.accountId, replaced(body));
    }),
  };
}
