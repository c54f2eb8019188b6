import type { AccountLine, AccountStatus } from '@parley/contract';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { useText } from '../../../text.ts';
import type { BulkAction } from '../../../ui/list/bulk.ts';

async function setStatus({ id: accountId }: AccountLine, value: AccountStatus): Promise<null> {
  await api.accounts.change({ params: { accountId }, body: [{ op: 'replace', path: 'status', value }] });
  return null;
}

async function accountsChanged(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: orpc.accounts.key() }),
    queryClient.invalidateQueries({ queryKey: orpc.audit.key() }),
  ]);
}

/** What can be done about several accounts at once. */
export function useAccountBulk(): BulkAction<AccountLine>[] {
  const text = useText();
  return [
    {
      id: 'activate',
      name: text('USERS_ACTIVATE'),
      icon: 'check',
      whyNot: ({ status }) => (status === 'inactive' ? null : text('LIST_BULK_IS_ACTIVE')),
      ask: (count) => text('ACCOUNTS_BULK_ACTIVATE_ASK', { count }),
      words: (count) => text('ACCOUNTS_BULK_ACTIVATE_WORDS', { count }),
      run: (account) => setStatus(account, 'active'),
      after: accountsChanged,
    },
    {
      id: 'deactivate',
      name: text('USERS_DEACTIVATE'),
      icon: 'stop',
      danger: true,
      whyNot: ({ status }) => (status === 'active' ? null : text('LIST_BULK_IS_INACTIVE')),
      ask: (count) => text('ACCOUNTS_BULK_DEACTIVATE_ASK', { count }),
      words: (count) => text('ACCOUNTS_BULK_DEACTIVATE_WORDS', { count }),
      run: (account) => setStatus(account, 'inactive'),
      after: accountsChanged,
    },
  ];
}
