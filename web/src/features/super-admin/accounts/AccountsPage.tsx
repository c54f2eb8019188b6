import type { AccountLine } from '@parley/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { linkOptions, useNavigate, useSearch } from '@tanstack/react-router';
import { api, orpc } from '../../../api/client.ts';
import { useFormat } from '../../../format.ts';
import { currentLanguage, useText } from '../../../text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import type { Column } from '../../../ui/list/column.ts';
import { StatusWord, statusWords } from '../../administration/public.ts';
import { ListSheet } from '../ListSheet.tsx';
import { accountPlaces } from '../places.ts';
import { countryName } from './countries.ts';
import { useAccountBulk } from './use-account-bulk.ts';

const toCreate = linkOptions({ to: '/super-admin/accounts/create' });

function useColumns(): Column<AccountLine>[] {
  const text = useText();
  const { dayKey, longDate, number } = useFormat();
  const languages = new Intl.DisplayNames(currentLanguage(), { type: 'language' });
  return [
    { id: 'name', name: text('USERS_NAME'), sortBy: 'name', cell: ({ name }) => <strong>{name}</strong>, written: ({ name }) => name },
    {
      id: 'status',
      name: text('USERS_STATUS'),
      sortBy: 'status',
      cell: ({ status }) => <StatusWord user={{ status, hasPassword: true }} />,
      written: ({ status }) => text(statusWords({ status, hasPassword: true }).word),
    },
    {
      id: 'country',
      name: text('AUDIT_FIELD_COUNTRY'),
      wide: true,
      cell: ({ country }) => (country === '' ? '' : countryName(country, currentLanguage())),
    },
    { id: 'industry', name: text('AUDIT_FIELD_INDUSTRY'), wide: true, cell: ({ industry }) => industry },
    { id: 'language', name: text('USERS_LANGUAGE'), seldom: true, cell: ({ language }) => languages.of(language) ?? language },
    {
      id: 'created',
      name: text('LIST_CREATED'),
      sortBy: 'createdAt',
      wide: true,
      cell: ({ createdAt }) => longDate(createdAt),
      written: ({ createdAt }) => dayKey(createdAt),
    },
    {
      id: 'users',
      name: text('ACCOUNTS_USERS'),
      sortBy: 'userCount',
      align: 'end',
      cell: ({ userCount }) => number(userCount),
      written: ({ userCount }) => userCount,
    },
  ];
}

/** Every account of the installation (administration, section 2). */
export function AccountsPage() {
  const text = useText();
  const search = accountPlaces.read(useSearch({ strict: false }));
  const navigate = useNavigate();
  const columns = useColumns();
  const place = accountPlaces.placeOf(search);
  const found = useQuery({ ...orpc.accounts.list.queryOptions({ input: { query: place } }), placeholderData: keepPreviousData });
  return (
    <ListSheet
      list="accounts"
      title={text('FRAME_ACCOUNTS')}
      searchLabel={text('ACCOUNTS_SEARCH')}
      failed={text('ACCOUNTS_LIST_FAILED')}
      create={{ to: toCreate, words: text('ACCOUNTS_NEW') }}
      empty={
        <EmptyState
          icon="people"
          title={text('ACCOUNTS_NONE')}
          words={text('ACCOUNTS_NONE_WORDS')}
          action={
            <LinkButton to={toCreate} variant="default" leftSection={<Icon name="plus" />}>
              {text('ACCOUNTS_NEW')}
            </LinkButton>
          }
        />
      }
      columns={columns}
      linkOf={({ id }) => linkOptions({ to: '/super-admin/accounts/$accountId', params: { accountId: id } })}
      found={found}
      readPage={(page, size, signal) => api.accounts.list({ query: { ...place, page, size } }, { signal })}
      bulk={useAccountBulk()}
      place={place}
      onMove={(to) => void navigate({ to: '/super-admin/accounts', search: accountPlaces.moved(search, to), replace: true })}
    />
  );
}
