import type { SuperUser } from '@parley/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, linkOptions, useNavigate } from '@tanstack/react-router';
import { orpc } from '../../../api/client.ts';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import type { Column } from '../../../ui/list/DataTable.tsx';
import { fullName, StatusWord } from '../../administration/public.ts';
import { ListSheet } from '../ListSheet.tsx';
import { superUserPlaces } from '../places.ts';

const route = getRouteApi('/super-admin/super-users');

/** Who looks after the whole installation. There is always somebody: whoever reads this. */
export function SuperUsersPage() {
  const text = useText();
  const { longDate } = useFormat();
  const search = route.useSearch();
  const navigate = useNavigate();
  const place = superUserPlaces.placeOf(search);
  const found = useQuery({ ...orpc.superUsers.list.queryOptions({ input: { query: place } }), placeholderData: keepPreviousData });
  const columns: Column<SuperUser>[] = [
    { id: 'name', name: text('USERS_NAME'), sortBy: 'name', cell: fullName },
    { id: 'email', name: text('USERS_EMAIL'), sortBy: 'email', wide: true, cell: ({ email }) => email },
    { id: 'status', name: text('USERS_STATUS'), cell: (user) => <StatusWord user={user} /> },
    { id: 'created', name: text('USERS_CREATED'), sortBy: 'createdAt', wide: true, cell: ({ createdAt }) => longDate(createdAt) },
  ];
  return (
    <ListSheet
      title={text('SUPER_USERS')}
      searchLabel={text('SUPER_USERS_SEARCH')}
      failed={text('SUPER_USERS_LIST_FAILED')}
      create={{ to: linkOptions({ to: '/super-admin/super-users/create' }), words: text('SUPER_USERS_NEW') }}
      empty={null}
      columns={columns}
      linkOf={({ id }) => linkOptions({ to: '/super-admin/super-users/$superUserId', params: { superUserId: id } })}
      found={found}
      place={place}
      onMove={(to) => void navigate({ to: '/super-admin/super-users', search: superUserPlaces.moved(search, to), replace: true })}
    />
  );
}
