import { replaced, SendingRules } from '@parley/contract';
import { sql } from 'kysely';
import { accountSettings, calls, requireAccount } from '../accounts/index.ts';
import { type Doer, difference, doerOf, openToRead, recordDeed } from '../audit/index.ts';
import type { Reader, Tx } from '../platform/database.ts';
import { holdingAccount } from '../platform/own-turn.ts';
import type { AdministrationDeps } from './deps.ts';

const accountOf = (on: Reader | Tx, accountId: string) => on.selectFrom('accounts').select(['id', 'name']).where('id', '=', accountId);

/** What stands in the account's settings, or is usual. */
async function readRules(on: Reader | Tx, accountId: string): Promise<SendingRules> {
  return SendingRules.parse(await accountSettings(on, accountId));
}

/** What is sent from then on goes by it; what waits already goes as it was sent. */
function changeRules(
  { db, identity }: AdministrationDeps,
  doer: Doer,
  accountId: string,
  given: { [Rule in keyof SendingRules]?: SendingRules[Rule] | undefined },
): Promise<SendingRules> {
  return holdingAccount(db, accountId, async (tx) => {
    const { id, name } = await accountOf(tx, accountId).forNoKeyUpdate().executeTakeFirstOrThrow();
    const told = difference(await readRules(tx, accountId), { ...given });
    if (told === null) return readRules(tx, accountId);
    await sql`update accounts set settings = settings || ${JSON.stringify(told.after)}::jsonb where id = ${accountId}::uuid`.execute(tx);
    await recordDeed(tx, doer, { kind: 'ACCOUNT_CHANGED', entity: { type: 'ACCOUNT', id, name }, ...told });
    // Everybody is told by it who they are.
    const people = await tx.selectFrom('users').select('id').execute();
    for (const person of people) identity.personChanged(tx, person.id);
    return readRules(tx, accountId);
  });
}

/** How messages to customers are sent, for admins and super admins. */
export function sendingApi(deps: AdministrationDeps) {
  const { db } = deps;
  return {
    read: calls.sending.read.handler(async ({ context, input: { params } }) => {
      await requireAccount(db, context.actor, params.accountId);
      const on = db.reader(params.accountId);
      const { id, name } = await accountOf(on, params.accountId).executeTakeFirstOrThrow();
      await openToRead(db, context, params.accountId, { type: 'ACCOUNT', id, name });
      return readRules(on, params.accountId);
    }),
    change: calls.sending.change.handler(async ({ context, input: { params, body } }) => {
      await requireAccount(db, context.actor, params.accountId);
      return changeRules(deps, doerOf(context), params.accountId, replaced(body));
    }),
  };
}
