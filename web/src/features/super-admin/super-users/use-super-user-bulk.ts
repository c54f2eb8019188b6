import type { SuperUser, UserStatus } from '@parley/contract';
import { api } from '../../../api/client.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import type { BulkAction } from '../../../ui/list/bulk.ts';
import { superUsersChanged } from './super-users-changed.ts';

async function setStatus({ id }: SuperUser, value: UserStatus): Promise<null> {
  await api.superUsers.change({ params: { superUserId: id }, body: [{ op: 'replace', path: 'status', value }] });
  return null;
}

/** What can be done about several super admins at once; never about oneself. */
export function useSuperUserBulk(): BulkAction<SuperUser>[] {
  const text = useText();
  const { id: oneself } = useCurrentUser();
  return [
    {
      id: 'activate',
      name: text('USERS_ACTIVATE'),
      icon: 'check',
      whyNot: ({ status }) => (status === 'inactive' ? null : text('LIST_BULK_IS_ACTIVE')),
      ask: (count) => text('USERS_BULK_ACTIVATE_ASK', { count }),
      words: (count) => text('USERS_BULK_ACTIVATE_WORDS', { count }),
      run: (user) => setStatus(user, 'active'),
      after: superUsersChanged,
    },
    {
      id: 'deactivate',
      name: text('USERS_DEACTIVATE'),
      icon: 'stop',
      danger: true,
      whyNot: ({ id, status }) => {
        if (status !== 'active') return text('LIST_BULK_IS_INACTIVE');
        return id === oneself ? text('LIST_BULK_IS_ONESELF') : null;
      },
      ask: (count) => text('USERS_BULK_DEACTIVATE_ASK', { count }),
      words: (count) => text('SUPER_USERS_BULK_DEACTIVATE_WORDS', { count }),
      run: (user) => setStatus(user, 'inactive'),
      after: superUsersChanged,
    },
  ];
}
