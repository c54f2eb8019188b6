import type { Account, AccountLanguage, NewAccount } from '@parley/contract';
import { newAccount as bg } from '@parley/contract/text/bg/new-account';
import { newAccount as en } from '@parley/contract/text/en/new-account';
import { type Difference, type Doer, difference, recordDeed } from '../audit/index.ts';
import { newId } from '../platform/clock.ts';
import type { Tx } from '../platform/database.ts';
import { holdingAccount } from '../platform/own-turn.ts';
import { ACCOUNT_SECRETS, type AccountGiven, accountColumns, readAccount } from './account-store.ts';
import type { AdministrationDeps } from './deps.ts';

/** Account languages beyond the interface's two use English texts (domain: account languages). */
const queueName = (language: AccountLanguage | undefined) => (language === 'bg' ? bg : en).NEW_ACCOUNT_QUEUE;

/** Each feature as a field of its own, so that the trail tells which was switched. */
function flat({ features, ...fields }: AccountGiven): Record<string, unknown> {
  return { ...fields, ...Object.fromEntries(Object.entries(features ?? {}).map(([feature, on]) => [`features.${feature}`, on])) };
}

/** Makes an account with what it needs to work: its default queue (administration, section 3). */
export async function createAccount({ db, key }: AdministrationDeps, doer: Doer, given: NewAccount): Promise<Account> {
  const accountId = newId();
  return db.inAccount(accountId, async (tx) => {
    const { name } = given;
    const { features = {}, ...further } = given as AccountGiven;
    await tx
      .insertInto('accounts')
      .values({ ...accountColumns({ ...further, features }, {}, key), id: accountId, name })
      .execute();
    await tx
      .insertInto('queues')
      .values({ id: newId(), account_id: accountId, name: queueName(given.language), is_default: true })
      .execute();
    const made = difference({}, flat(given as AccountGiven), ACCOUNT_SECRETS);
    await recordDeed(tx, doer, {
      kind: 'ACCOUNT_CREATED',
      entity: { type: 'ACCOUNT', id: accountId, name },
      after: made?.after ?? {},
    });
    return readAccount(tx, accountId);
  });
}

/**
 * Changes an account. Made inactive, its people are told at once that they may not stay; its visitors within ten seconds.
 * Throws ACCOUNT_NOT_FOUND.
 */
export async function changeAccount(
  { db, identity, key }: AdministrationDeps,
  doer: Doer,
  accountId: string,
  given: AccountGiven,
): Promise<Account> {
  return holdingAccount(db, accountId, async (tx) => {
    await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
    const stood = await readAccount(tx, accountId);
    const told = difference(flat(stood), flat(given), ACCOUNT_SECRETS);
    if (told === null) return stood;
    await tx
      .updateTable('accounts')
      .set(accountColumns(given, stood.features, key))
      .where('id', '=', accountId)
      .execute();
    const account = await readAccount(tx, accountId);
    await recordChanges(tx, doer, account, told);
    // Everybody's features and addresses are others now.
    const people = await tx.selectFrom('users').select('id').execute();
    for (const { id } of people) identity.personChanged(tx, id);
    return account;
  });
}

async function recordChanges(tx: Tx, doer: Doer, account: Account, { before, after }: Difference): Promise<void> {
  const entity = { type: 'ACCOUNT' as const, id: account.id, name: account.name };
  const { status: was, ...beforeRest } = before;
  const { status, ...afterRest } = after;
  if (status !== undefined) {
    const kind = account.status === 'active' ? 'ACCOUNT_ACTIVATED' : 'ACCOUNT_DEACTIVATED';
    await recordDeed(tx, doer, { kind, entity, before: { status: was }, after: { status } });
  }
  if (Object.keys(afterRest).length > 0) {
    await recordDeed(tx, doer, { kind: 'ACCOUNT_CHANGED', entity, before: beforeRest, after: afterRest });
  }
}
