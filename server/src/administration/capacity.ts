import { CapacityWeights, replaced, weighedChannels } from '@parley/contract';
import { sql } from 'kysely';
import { accountSettings, calls, requireAccount } from '../accounts/index.ts';
import { type Doer, difference, doerOf, openToRead, recordDeed } from '../audit/index.ts';
import { afterCommit, type Reader, type Tx } from '../platform/database.ts';
import { holdingAccount } from '../platform/own-turn.ts';
import type { AdministrationDeps } from './deps.ts';

/** What stands in the account's settings, with what is usual for types of which they say nothing. */
async function readWeights(on: Reader | Tx, accountId: string): Promise<CapacityWeights> {
  return CapacityWeights.parse((await accountSettings(on, accountId)).capacityWeights);
}

const accountOf = (on: Reader | Tx, accountId: string) => on.selectFrom('accounts').select(['id', 'name']).where('id', '=', accountId);

type Given = { [Type in keyof CapacityWeights]?: CapacityWeights[Type] | undefined };

/** Changes what some types of channel take; what waits is looked at again. */
function changeWeights({ db, bus }: AdministrationDeps, doer: Doer, accountId: string, given: Given): Promise<CapacityWeights> {
  return holdingAccount(db, accountId, async (tx) => {
    const { id, name } = await accountOf(tx, accountId).forNoKeyUpdate().executeTakeFirstOrThrow();
    const stood = await readWeights(tx, accountId);
    const told = difference(stood, { ...given });
    if (told === null) return stood;
    const weights = { ...stood, ...told.after };
    await sql`
      update accounts set settings = settings || jsonb_build_object('capacityWeights',
        coalesce(settings -> 'capacityWeights', '{}') || ${JSON.stringify(weights)}::jsonb)
      where id = ${accountId}::uuid`.execute(tx);
    const named = (fields: Record<string, unknown>) =>
      Object.fromEntries(weighedChannels.filter((type) => type in fields).map((type) => [`capacity.${type}`, fields[type]]));
    await recordDeed(tx, doer, {
      kind: 'ACCOUNT_CHANGED',
      entity: { type: 'ACCOUNT', id, name },
      before: named(told.before),
      after: named(told.after),
    });
    afterCommit(tx, () => bus.publish('waiting', { accountId }));
    return readWeights(tx, accountId);
  });
}

/** How much of an agent a conversation takes, for admins and super admins (docs/queues.md, "Capacity"). */
export function capacityApi(deps: AdministrationDeps) {
  const { db } = deps;
  return {
    read: calls.capacity.read.handler(async ({ context, input: { params } }) => {
      await requireAccount(db, context.actor, params.accountId);
      const on = db.reader(params.accountId);
      const { id, name } = await accountOf(on, params.accountId).executeTakeFirstOrThrow();
      await openToRead(db, context, params.accountId, { type: 'ACCOUNT', id, name });
      return readWeights(on, params.accountId);
    }),
    change: calls.capacity.change.handler(async ({ context, input: { params, body } }) => {
      await requireAccount(db, context.actor, params.accountId);
      return changeWeights(deps, doerOf(context), params.accountId, replaced(body));
    }),
  };
}
