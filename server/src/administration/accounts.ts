import type { Account, AccountLanguage, NewAccount } from '@parley/contract';
import { newAccount as bg } from '@parley/contract/text/bg/new-account';
import { newAccount as en } from '@parley/contract/text/en/new-account';
import { sql } from 'kysely';
import { digestOfContent, madeBefore } from '../accounts/index.ts';
import { type Difference, type Doer, difference, recordDeed } from '../audit/index.ts';
import { newId } from '../platform/clock.ts';
import type { Tx } from '../platform/database.ts';
import { holdingAccount } from '../platform/own-turn.ts';
import { ACCOUNT_SECRETS, type AccountGiven, accountColumns, readAccount } from './account-store.ts';
import { tellAccountChanged } from './account-told.ts';
import type { AdministrationDeps } from './deps.ts';

/** Account languages beyond the interface's two use English texts (domain: account languages). */
const queueName = (language: AccountLanguage | undefined) => (language === 'bg' ? bg : en).NEW_ACCOUNT_QUEUE;

/** Each feature as a field of its own, so that the trail tells which was switched. */
function flat({ features, ...fields }: AccountGiven): Record<string, unknown> {
  return { ...fields, ...Object.fromEntries(Object.entries(features ?? {}).map(([feature, on]) => [`features.${feature}`, on])) };
}

/**
 * Makes an account with what it needs to work: its default queue (administration, section 3). Asked once more by the same
 * `clientAccountId`, it is the one that was made. Throws CREATION_ID_USED.
 */
export async function createAccount(deps: AdministrationDeps, doer: Doer, { clientAccountId, ...given }: NewAccount): Promise<Account> {
  const { db, key } = deps;
  if (clientAccountId === undefined || doer.actor === null) return makeAccount(deps, doer, newId(), given, async () => true);
  const asked = { clientId: clientAccountId, userId: doer.actor.id, digest: digestOfContent(given, key) };
  const made = await makeAccount(deps, doer, newId(), given, (tx, accountId) => claims(tx, asked, accountId));
  if (made !== null) return made;
  const id = await db.outside((tx) => madeBefore(tx, { ...asked, kind: 'ACCOUNT' }));
  return readAccount(db.reader(id), id);
}

/** True when nobody has asked by this id before; of two at the same moment the second waits for the first. */
async function claims(tx: Tx, asked: { clientId: string; userId: string; digest: Buffer }, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select * from claim_account_creation(${asked.clientId}::uuid, ${asked.userId}::uuid, ${asked.digest}, ${accountId}::uuid)`.execute(tx);
  return rows.length > 0;
}

/** Null, and nothing made, where it may not be. */
async function makeAccount<Made extends boolean>(
  { db, key }: AdministrationDeps,
  doer: Doer,
  accountId: string,
  given: Omit<NewAccount, 'clientAccountId'>,
  may: (tx: Tx, accountId: string) => Promise<Made>,
): Promise<Account | (Made extends true ? never : null)> {
  return db.inAccount(accountId, async (tx) => {
    if (!(await may(tx, accountId))) return null as never;
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
export async function changeAccount(deps: AdministrationDeps, doer: Doer, accountId: string, given: AccountGiven): Promise<Account> {
  const { db, key } = deps;
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
    await tellAccountChanged(deps, tx, accountId);
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
