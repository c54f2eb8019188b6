import { replaced } from '@parley/contract';
import { calls } from '../accounts/index.ts';
import { doerOf } from '../audit/index.ts';
import type { AdministrationDeps } from './deps.ts';
import {
  changeSuperUser,
  createSuperUser,
  endSessionsOfSuperUser,
  inviteSuperUser,
  listSuperUsers,
  makeSuperUserPasswordLink,
  readSuperUser,
  removeSecondFactorsOfSuperUser,
} from './super-users.ts';

/** Super admins, for super admins. */
export function superUsersApi(deps: AdministrationDeps) {
  const { superUsers } = calls;
  return {
    list: superUsers.list.handler(({ input: { query } }) => listSuperUsers(deps.db.outsideReader(), query)),
    create: superUsers.create.handler(({ context, input: { body } }) => createSuperUser(deps, doerOf(context), body)),
    one: superUsers.one.handler(({ input: { params } }) => readSuperUser(deps.db.outsideReader(), params.superUserId)),
    change: superUsers.change.handler(({ context, input: { params, body } }) =>
      changeSuperUser(deps, doerOf(context), params.superUserId, replaced(body)),
    ),
    invite: superUsers.invite.handler(({ context, input: { params } }) => inviteSuperUser(deps, doerOf(context), params.superUserId)),
    passwordLink: superUsers.passwordLink.handler(({ context, input: { params } }) =>
      makeSuperUserPasswordLink(deps, doerOf(context), params.superUserId),
    ),
    endSessions: superUsers.endSessions.handler(async ({ context, input: { params } }) => ({
      endedSessions: await endSessionsOfSuperUser(deps, doerOf(context), params.superUserId),
    })),
    removeSecondFactors: superUsers.removeSecondFactors.handler(({ context, input: { params } }) =>
      removeSecondFactorsOfSuperUser(deps, doerOf(context), params.superUserId),
    ),
  };
}
