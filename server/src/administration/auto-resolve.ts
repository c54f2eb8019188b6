import { AutoResolveRules, replaced } from '@parley/contract';
import { calls } from '../accounts/index.ts';
import { accountRules } from './account-rules.ts';
import type { AdministrationDeps } from './deps.ts';

/** When conversations are resolved by themselves, for admins and super admins; it holds from the next look on, for those that are silent already too. */
export function autoResolveApi(deps: AdministrationDeps) {
  const rules = accountRules(deps, (settings) => AutoResolveRules.parse(settings));
  return {
    read: calls.autoResolve.read.handler(({ context, input: { params } }) => rules.read(context, params.accountId)),
    change: calls.autoResolve.change.handler(({ context, input: { params, body } }) =>
      rules.change(context, params.accountId, replaced(body)),
    ),
  };
}
