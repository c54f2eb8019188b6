import { AbsenceRules, replaced } from '@parley/contract';
import { calls } from '../accounts/index.ts';
import { accountRules } from './account-rules.ts';
import type { AdministrationDeps } from './deps.ts';

/**
 * What happens with what somebody holds who is away, for admins and super admins (docs/queues.md, "What always holds"). The look for people
 * who are away goes by it from the next time on, also for those who are away already.
 */
export function absenceApi(deps: AdministrationDeps) {
  const rules = accountRules(deps, (settings) => AbsenceRules.parse(settings));
  return {
    read: calls.absence.read.handler(({ context, input: { params } }) => rules.read(context, params.accountId)),
    change: calls.absence.change.handler(({ context, input: { params, body } }) => rules.change(context, params.accountId, replaced(body))),
  };
}
