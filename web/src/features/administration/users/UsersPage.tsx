import { AccountRole, UserStatus } from '@parley/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../../api/client.ts';
import { roleNames } from '../../../frame/role-names.ts';
import { useText } from '../../../text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { DataList } from '../../../ui/list/DataList.tsx';
import { FilterChip } from '../../../ui/list/FilterChip.tsx';
import { useScope } from '../scope.ts';
import { useListSearch } from '../use-list-search.ts';
import { readPeopleSearch, USUAL_SIZE, USUAL_SORT } from './people-search.ts';
import { useUserBulk } from './use-user-bulk.tsx';
import { useUserColumns } from './use-user-columns.tsx';

const statusNames = { active: 'USERS_ACTIVE', inactive: 'USERS_INACTIVE' } as const satisfies Record<UserStatus, string>;

/** The people of an account: found, filtered, sorted, opened, and several of them changed at once. */
export function UsersPage() {
  const text = useText();
  const scope = useScope();
  const { accountId } = scope;
  const { shown, show } = useListSearch(readPeopleSearch);
  const size = shown.size ?? USUAL_SIZE;
  const people = useQuery({
    ...orpc.people.list.queryOptions({ input: { params: { accountId }, query: { ...shown, size } } }),
    placeholderData: keepPreviousData,
  });
  const create = (variant: 'filled' | 'default') => (
    <LinkButton to={scope.newUser} variant={variant} leftSection={<Icon name="plus" />}>
      {text('USERS_NEW')}
    </LinkButton>
  );
  const isFiltered = (shown.search ?? shown.role ?? shown.status) !== undefined;
  return (
    <DataList
      list="users"
      title={text('ADMINISTRATION_USERS')}
      searchLabel={text('USERS_SEARCH')}
      failed={text('USERS_LIST_FAILED')}
      columns={useUserColumns()}
      linkOf={({ id }) => scope.user(id)}
      found={people}
      readPage={(page, most, signal) => api.people.list({ params: { accountId }, query: { ...shown, page, size: most } }, { signal })}
      shown={{ search: shown.search, sort: shown.sort ?? USUAL_SORT, size }}
      show={show}
      onClear={isFiltered ? () => show({ search: undefined, role: undefined, status: undefined }) : null}
      empty={<EmptyState icon="people" title={text('USERS_NONE')} words={text('USERS_NONE_WORDS')} action={create('default')} />}
      actions={create('filled')}
      bulk={useUserBulk()}
      filters={
        <>
          <FilterChip
            name={text('USERS_ROLE')}
            options={AccountRole.options.map((value) => ({ value, name: text(roleNames[value]) }))}
            chosen={shown.role}
            onChoose={(role) => show({ role })}
          />
          <FilterChip
            name={text('USERS_STATUS')}
            options={UserStatus.options.map((value) => ({ value, name: text(statusNames[value]) }))}
            chosen={shown.status}
            onChoose={(status) => show({ status })}
          />
        </>
      }
    />
  );
}
