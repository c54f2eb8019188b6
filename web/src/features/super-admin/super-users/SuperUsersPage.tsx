import type { SuperUser } from '@parley/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { linkOptions, useNavigate, useSearch } from '@tanstack/react-router';
import { api, orpc } from '../../../api/client.ts';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import type { Column } from '../../../ui/list/column.ts';
import { fullName, StatusWord, statusWords } from '../../administration/public.ts';
import { ListSheet } from '../ListSheet.tsx';
import { superUserPlaces } from '../places.ts';
import { useSuperUserBulk } from './use-super-user-bulk.ts';

/** Who looks after the whole installation. There is always somebody: whoever reads this. */
export function SuperUsersPage() {
  const text = useText();
  const { dayKey, longDate } = useFormat();
  const search = superUserPlaces.read(useSearch({ strict: false }));
  const navigate = useNavigate();
  const place = superUserPlaces.placeOf(search);
  const found = useQuery({ ...orpc.superUsers.list.queryOptions({ input: { query: place } }), placeholderData: keepPreviousData });
  const columns: Column<SuperUser>[] = [
    { id: 'name', name: text('USERS_NAME'), sortBy: 'name', cell: (user) => <strong>{fullName(user)}</strong>, written: fullName },
    { id: 'email', name: text('USERS_EMAIL'), sortBy: 'email', wide: true, cell: ({ email }) => email },
    {
      id: 'status',
      name: text('USERS_STATUS'),
      cell: (user) => <StatusWord user={user} />,
      written: (user) => text(statusWords(user).word),
    },
    {
      id: 'created',
      name: text('LIST_CREATED'),
      sortBy: 'createdAt',
      wide: true,
      cell: ({ createdAt }) => longDate(createdAt),
      written: ({ createdAt }) => dayKey(createdAt),
    },
  ];
  return (
    <ListSheet
      list="super-users"
      title={text('SUPER_USERS')}
      searchLabel={text('SUPER_USERS_SEARCH')}
      failed={text('SUPER_USERS_LIST_FAILED')}
      create={{ to: linkOptions({ to: '/super-admin/super-users/create' }), words: text('SUPER_USERS_NEW') }}
      trail={linkOptions({ to: '/super-admin/super-users/audit' })}
      empty={null}
      columns={columns}
      linkOf={({ id }) => linkOptions({ to: '/super-admin/super-users/$superUserId', params: { superUserId: id } })}
      found={found}
      readPage={(page, size, signal) => api.superUsers.list({ query: { ...place, page, size } }, { signal })}
      bulk={useSuperUserBulk()}
      place={place}
      onMove={(to) => void navigate({ to: '/super-admin/super-users', search: superUserPlaces.moved(search, to), replace: true })}
    />
  );
}
