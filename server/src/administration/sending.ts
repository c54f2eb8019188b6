import { replaced, SendingRules } from '@parley/contract';
import { calls } from '../accounts/index.ts';
import { accountRules } from './account-rules.ts';
import { tellAccountChanged } from './account-told.ts';
import type { AdministrationDeps } from './deps.ts';

/** How messages to customers are sent, for admins and super admins. What is sent from then on goes by it; what waits already goes as it was sent. */
export function sendingApi(deps: AdministrationDeps) {
  const rules = accountRules(
    deps,
    (settings) => SendingRules.parse(settings),
    (tx, accountId) => tellAccountChanged(deps, tx, accountId),
  );
  return {
    read: calls.sending.read.handler(({ context, input: { params } }) => rules.read(context, params.accountId)),
    change: calls.sending.change.handler(({ context, input: { params, body } }) => rules.change(context, params.accountId, replaced(body))),
  };
}
