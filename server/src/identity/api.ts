import { type Configuration, type CurrentUser, Feature, type Role } from '@parley/contract';
import { calls, NO_TELEPHONY, telephonySettings } from '../accounts/index.ts';
import type { Database } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import { accountOf, roleModified } from './caller.ts';
import type { People } from './people.ts';

/** Tells somebody who they are; throws USER_ROLE_CHANGED for who is gone. @param keyOfAccounts with which keys of accounts and people are encrypted */
export function currentUserBy(db: Database, people: People, keyOfAccounts: Buffer) {
  return async (userId: string): Promise<CurrentUser> => {
    const person = await people.recent(userId);
    if (person === null) throw problem('USER_ROLE_CHANGED');
    return {
      id: person.id,
      firstName: person.firstName,
      lastName: person.lastName,
      email: person.email,
      accountId: person.accountId,
      accountName: person.accountName,
      role: person.role,
      jobTitle: person.jobTitle,
      pictureId: person.pictureId,
      locale: person.locale,
      timezone: person.timezone,
      settings: person.settings,
      sending: person.sending,
      // All of them, on or off: an empty map means to the client that nothing is loaded yet.
      features: Object.fromEntries(Feature.options.map((feature) => [feature, person.features[feature] === true])),
      ...(person.accountId === null ? NO_TELEPHONY : await telephonySettings(db.reader(person.accountId), keyOfAccounts, person.id)),
    };
  };
}

/** Public: read before anybody has signed in. */
export const configurationCalls = (configuration: Configuration) => ({ read: calls.configuration.read.handler(() => configuration) });

/**
 * Identity's part of the contract's routes.
 *
 * @param vouchesForInactive whether somebody who is inactive here can come with good tokens: a new sign-in would not help them
 */
export function identityCalls(
  db: Database,
  people: People,
  currentUser: (userId: string) => Promise<CurrentUser>,
  vouchesForInactive: boolean,
) {
  return {
    /** The signed-in person (communications, section 3, "Current user"). */
    me: calls.users.me.handler(({ context }) => currentUser(context.actor.userId)),
    /** Answers also to a token of the old role: that is its purpose (communications, section 1, step 1). */
    linkedIdentities: calls.users.linkedIdentities.handler(async ({ context: { actor } }) => {
      // The person forced a look: what was held may be what the token was made from.
      people.forget(actor.userId);
      const person = await people.recent(actor.userId);
      if (vouchesForInactive && person?.active === false) throw problem('IDENTITY_INACTIVE');
      return { roleModified: roleModified(person, { role: actor.role, accountId: accountOf(actor) }) };
    }),
    /** The people of one's own account, by name (communications, section 7). */
    ofAccount: calls.users.ofAccount.handler(async ({ context: { actor }, input }) => {
      if (input.params.accountId !== actor.accountId) throw problem('ERROR_NOT_FOUND');
      const { page, size } = input.query;
      return db.inAccount(actor.accountId, async (tx) => {
        const rows = await tx
          .selectFrom('users')
          .leftJoin('user_pictures', 'user_pictures.user_id', 'users.id')
          .select(['id', 'first_name', 'last_name', 'job_title', 'role', 'active', 'file_id'])
          .orderBy('first_name')
          .orderBy('last_name')
          .orderBy('id')
          .limit(size)
          .offset(page * size)
          .execute();
        const { count } = await tx.selectFrom('users').select(tx.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
        const totalPages = Math.ceil(count / size);
        return {
          content: rows.map((row) => ({
            id: row.id,
            firstName: row.first_name,
            lastName: row.last_name,
            jobTitle: row.job_title,
            pictureId: row.file_id,
            role: row.role as Role,
            active: row.active,
          })),
          page,
          size,
          totalElements: count,
          totalPages,
          last: page >= totalPages - 1,
        };
      });
    }),
  };
}
