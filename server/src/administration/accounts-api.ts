import { replaced } from '@parley/contract';
import { calls, requireAccount } from '../accounts/index.ts';
import { doerOf, openToRead } from '../audit/index.ts';
import { listAccounts, readAccount } from './account-store.ts';
import { changeAccount, createAccount } from './accounts.ts';
import type { AdministrationDeps } from './deps.ts';

/** Accounts, for super admins; of their own, what admins may know. */
export function accountsApi(deps: AdministrationDeps) {
  const { db } = deps;
  return {
    list: calls.accounts.list.handler(({ context: { actor }, input: { query } }) => listAccounts(db, actor.userId, query)),
    create: calls.accounts.create.handler(({ context, input: { body } }) => createAccount(deps, doerOf(context), body)),
    one: calls.accounts.one.handler(async ({ context, input: { params } }) => {
      await requireAccount(db, context.actor, params.accountId);
      const account = await readAccount(db.reader(params.accountId), params.accountId);
      await openToRead(db, context, account.id, { type: 'ACCOUNT', id: account.id, name: account.name });
      return account;
    }),
    change: calls.accounts.change.handler(async ({ context, input: { params, body } }) => {
      await requireAccount(db, context.actor, params.accountId);
      return changeAccount(deps, doerOf(context), params.accountId, replaced(body));
    }),
  };
}
