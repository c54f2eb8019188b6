import type { UserDetails, UserStatus } from '@parley/contract';
import { api } from '../../../api/client.ts';
import { CopiedText } from '../../../forms/CopiedText.tsx';
import { useCurrentUser } from '../../../session/current-user.ts';
import { signInSettings } from '../../../session/sign-in-settings.ts';
import { useText } from '../../../text.ts';
import type { BulkAction } from '../../../ui/list/bulk.ts';
import { peopleChanged } from '../queries.ts';

const keyOf = ({ accountId, id }: UserDetails) => ({ accountId, userId: id });

async function setStatus(user: UserDetails, value: UserStatus, releaseConversations: boolean): Promise<null> {
  await api.people.change({
    params: keyOf(user),
    query: { releaseConversations },
    body: [{ op: 'replace', path: 'status', value }],
  });
  return null;
}

/** What can be done about several people of an account at once; of each the server decides by itself. */
export function useUserBulk(): BulkAction<UserDetails>[] {
  const text = useText();
  const { id: oneself } = useCurrentUser();
  const invite: BulkAction<UserDetails> = {
    id: 'invite',
    name: text('USERS_INVITE_AGAIN'),
    icon: 'send',
    whyNot: ({ status, hasPassword }) => {
      if (status !== 'active') return text('LIST_BULK_NOT_ACTIVE');
      return hasPassword ? text('LIST_BULK_HAS_PASSWORD') : null;
    },
    ask: (count) => text('USERS_BULK_INVITE_ASK', { count }),
    words: (count) => text('USERS_BULK_INVITE_WORDS', { count }),
    run: async (user) => {
      const { link } = await api.people.invite({ params: keyOf(user) });
      return link === null ? null : <CopiedText label={text('USERS_INVITATION_LINK')} value={link} />;
    },
    after: peopleChanged,
  };
  return [
    ...(signInSettings().keepsPeople ? [invite] : []),
    {
      id: 'activate',
      name: text('USERS_ACTIVATE'),
      icon: 'check',
      whyNot: ({ status }) => (status === 'inactive' ? null : text('LIST_BULK_IS_ACTIVE')),
      ask: (count) => text('USERS_BULK_ACTIVATE_ASK', { count }),
      words: (count) => text('USERS_BULK_ACTIVATE_WORDS', { count }),
      run: (user) => setStatus(user, 'active', false),
      after: peopleChanged,
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
      words: (count) => text('USERS_BULK_DEACTIVATE_WORDS', { count }),
      option: (count) => text('USERS_BULK_GIVE_BACK', { count }),
      run: (user, givesBack) => setStatus(user, 'inactive', givesBack),
      after: peopleChanged,
    },
  ];
}
