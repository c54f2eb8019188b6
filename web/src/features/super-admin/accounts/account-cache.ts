import type { Account } from '@parley/contract';
import { orpc, queryClient } from '../../../api/client.ts';

/** What the server answered of an account stands on its page at once, and its lists are read again. */
export function keepAccount(account: Account): void {
  queryClient.setQueryData(orpc.accounts.one.queryKey({ input: { params: { accountId: account.id } } }), account);
  void queryClient.invalidateQueries({ queryKey: orpc.accounts.list.key() });
  // A deed more stands in its trail.
  void queryClient.invalidateQueries({ queryKey: orpc.audit.key() });
}
