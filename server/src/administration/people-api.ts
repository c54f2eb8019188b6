import { replaced } from '@parley/contract';
import { calls, requireAccount } from '../accounts/index.ts';
import { doerOf, openToRead } from '../audit/index.ts';
import type { AdministrationDeps } from './deps.ts';
import { changeUser, createUser, endSessionsOf, inviteUser, makePasswordLink, removeSecondFactorsOf } from './people.ts';
import { listPeople, readUser } from './people-store.ts';

/** The people of an account, for its admins and for super admins. */
export function peopleApi(deps: AdministrationDeps) {
  const { db } = deps;
  return {
    list: calls.people.list.handler(async ({ context, input: { params, query } }) => {
      await openToRead(db, context, params.accountId, { type: 'USERS', id: null, name: '' });
      return listPeople(db.reader(params.accountId), query);
    }),
    create: calls.people.create.handler(async ({ context, input: { params, body } }) => {
      await requireAccount(db, context.actor, params.accountId);
      return createUser(deps, doerOf(context), params.accountId, body);
    }),
    one: calls.people.one.handler(async ({ context, input: { params } }) => {
      await requireAccount(db, context.actor, params.accountId);
      const user = await readUser(db.reader(params.accountId), params.userId);
      await openToRead(db, context, params.accountId, { type: 'USER', id: user.id, name: `${user.firstName} ${user.lastName}`.trim() });
      return user;
    }),
    change: calls.people.change.handler(async ({ context, input: { params, query, body } }) => {
      await requireAccount(db, context.actor, params.accountId);
      return changeUser(deps, doerOf(context), params, replaced(body), query.releaseConversations);
    }),
    invite: calls.people.invite.handler(async ({ context, input: { params } }) => {
      await requireAccount(db, context.actor, params.accountId);
      return inviteUser(deps, doerOf(context), params);
    }),
    passwordLink: calls.people.passwordLink.handler(async ({ context, input: { params } }) => {
      await requireAccount(db, context.actor, params.accountId);
      return makePasswordLink(deps, doerOf(context), params);
    }),
    endSessions: calls.people.endSessions.handler(async ({ context, input: { params } }) => {
      await requireAccount(db, context.actor, params.accountId);
      return { endedSessions: await endSessionsOf(deps, doerOf(context), params) };
    }),
    removeSecondFactors: calls.people.removeSecondFactors.handler(async ({ context, input: { params } }) => {
      await requireAccount(db, context.actor, params.accountId);
      return removeSecondFactorsOf(deps, doerOf(context), params);
    }),
  };
}
