import * as z from 'zod/mini';
import { Account, AccountLine, AccountStatus, accountFields, accountSecrets } from '../entities/account.ts';
import { ClientCreationId, formText, Id } from '../entities/primitives.ts';
import { Feature } from '../entities/user.ts';
import { pageOf, pageQuery, replacements, route } from './access.ts';

const administer = ['accounts', 'administer'] as const;
const params = z.object({ accountId: Id });
const { name, ...further } = accountFields;
const { status: _status, ...furtherOnCreate } = further;

/** Fields of an account that a PATCH replaces: all of its own, its secrets, and `features` by name (those not named stay). */
export const accountChanges = { ...accountFields, ...accountSecrets, features: z.partialRecord(Feature, z.boolean()) };

/** What is not said takes the value of an account that says nothing: English, UTC, no features. */
export const NewAccount = z.object({
  name,
  clientAccountId: z.optional(ClientCreationId),
  ...z.partial(z.object({ ...furtherOnCreate, ...accountSecrets, features: z.partialRecord(Feature, z.boolean()) })).shape,
});
export type NewAccount = z.infer<typeof NewAccount>;

export const AccountListQuery = z.object({
  ...pageQuery(10, 100),
  sort: z._default(
    z.enum(['name,asc', 'name,desc', 'createdAt,asc', 'createdAt,desc', 'status,asc', 'status,desc', 'userCount,asc', 'userCount,desc']),
    'name,asc',
  ),
  /** Part of the name, in any case. */
  search: z.optional(formText(120)),
  status: z.optional(AccountStatus),
});
export type AccountListQuery = z.infer<typeof AccountListQuery>;

/** Accounts, for super admins; of their own, for admins (administration, sections 2 and 3). */
export const accounts = {
  list: route(administer, 'GET', '/accounts', 'Accounts by page')
    .input(z.object({ query: AccountListQuery }))
    .output(pageOf(AccountLine)),
  /** With a default queue, so that it works at once. */
  create: route(administer, 'POST', '/accounts', 'Make an account')
    .input(z.object({ body: NewAccount }))
    .output(Account),
  /** What super admins have set, for the account's own admins too, who cannot change it. */
  one: route(['accounts', 'read'], 'GET', '/accounts/{accountId}', 'One account').input(z.object({ params })).output(Account),
  /** Made inactive, its people are out within ten seconds and its widgets answer as closed. */
  change: route(administer, 'PATCH', '/accounts/{accountId}', 'Change an account')
    .input(z.object({ params, body: replacements(accountChanges) }))
    .output(Account),
};
