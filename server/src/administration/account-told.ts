import { type OfAccount, SendingRules } from '@parley/contract';
import * as z from 'zod/mini';
import { accountSettings } from '../accounts/index.ts';
import { afterCommit, type Tx } from '../platform/database.ts';
import { subject } from '../rooms/index.ts';
import type { AdministrationDeps } from './deps.ts';

const Features = z.record(z.string(), z.boolean());

/** Once `tx` is committed every server and every open page of the account goes by what it says now. To be asked after the change, under the account's lock. */
export async function tellAccountChanged(
  { hub, identity }: Pick<AdministrationDeps, 'hub' | 'identity'>,
  tx: Tx,
  accountId: string,
): Promise<void> {
  // Everybody is told by it who they are.
  const people = await tx.selectFrom('users').select('id').execute();
  for (const { id } of people) identity.personChanged(tx, id);
  const { name, features } = await tx
    .selectFrom('accounts')
    .select(['name', 'features'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const sending = SendingRules.parse(await accountSettings(tx, accountId));
  const told: OfAccount = { accountName: name, features: Features.parse(features), sending };
  afterCommit(tx, () => hub.publish([subject.account(accountId)], 'AccountChanged', told));
}
