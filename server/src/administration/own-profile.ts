import { replaced } from '@parley/contract';
import { calls } from '../accounts/index.ts';
import { doerOf } from '../audit/index.ts';
import { accountOf } from '../identity/index.ts';
import { problem } from '../platform/problem.ts';
import type { AdministrationDeps } from './deps.ts';
import { setOwnPicture } from './own-picture.ts';
import { changeOwnSettings } from './own-settings.ts';
import { changeUser } from './people.ts';
import { changeSuperUser } from './super-users.ts';

/** What people change about themselves is told and recorded as what an administrator changes about them. */
export function ownProfileApi(deps: AdministrationDeps) {
  return {
    changeMe: calls.users.changeMe.handler(async ({ context, input: { body } }) => {
      const { actor } = context;
      const { locale, jobTitle, ...names } = replaced(body);
      const given = { ...names, ...(locale === undefined ? {} : { language: locale }) };
      const accountId = accountOf(actor);
      if (accountId !== null) {
        const change = { ...given, ...(jobTitle === undefined ? {} : { jobTitle }) };
        await changeUser(deps, doerOf(context), { accountId, userId: actor.userId }, change, false);
      } else {
        if (jobTitle !== undefined) throw problem('ERROR_FORBIDDEN');
        await changeSuperUser(deps, doerOf(context), actor.userId, given);
      }
      return deps.identity.currentUser(actor.userId);
    }),
    changeSettings: calls.users.changeSettings.handler(({ context: { actor }, input: { body } }) =>
      changeOwnSettings(deps, { accountId: actor.accountId, userId: actor.userId }, body),
    ),
    setPicture: calls.users.setPicture.handler(async ({ context, input: { body } }) => {
      const { accountId, userId } = context.actor;
      await setOwnPicture(deps, doerOf(context), { accountId, userId }, body.fileId);
      return deps.identity.currentUser(userId);
    }),
  };
}
