import { AccountRole, type UserDetails, UserStatus } from '@parley/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { orpc } from '../../../api/client.ts';
import { useFormat } from '../../../format.ts';
import { roleNames } from '../../../frame/role-names.ts';
import { ColleagueAvatar } from '../../../people/ColleagueAvatar.tsx';
import { number, useText } from '../../../text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { type Column, DataTable } from '../../../ui/list/DataTable.tsx';
import { FilterChip } from '../../../ui/list/FilterChip.tsx';
import { ListTools } from '../../../ui/list/ListTools.tsx';
import { NothingFits } from '../../../ui/list/NothingFits.tsx';
import { Pager } from '../../../ui/list/Pager.tsx';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { useScope } from '../scope.ts';
import { type PeopleSearch, readPeopleSearch, USUAL_SORT } from './people-search.ts';
import { fullName } from './person-name.ts';
import { StatusWord } from './StatusWord.tsx';
import styles from './Users.module.css';

const statusNames = { active: 'USERS_ACTIVE', inactive: 'USERS_INACTIVE' } as const satisfies Record<UserStatus, string>;

function useColumns(): Column<UserDetails>[] {
  const text = useText();
  const format = useFormat();
  return [
    {
      id: 'name',
      name: text('USERS_NAME'),
      sortBy: 'name',
      cell: (user) => (
        <span className={styles.who}>
          <ColleagueAvatar name={fullName(user)} pictureId={user.pictureId} size={28} />
          <span className={styles.name}>
            <strong>{fullName(user)}</strong> <span className={styles.title}>{user.jobTitle}</span>
          </span>
        </span>
      ),
    },
    { id: 'email', name: text('USERS_EMAIL'), sortBy: 'email', cell: (user) => user.email, wide: true },
    { id: 'role', name: text('USERS_ROLE'), sortBy: 'role', cell: (user) => text(roleNames[user.role]) },
    { id: 'status', name: text('USERS_STATUS'), cell: (user) => <StatusWord user={user} />, wide: true },
    {
      id: 'lastSeen',
      name: text('USERS_LAST_SEEN'),
      sortBy: 'lastSeenAt',
      cell: (user) => (user.lastSeenAt === null ? text('USERS_NEVER_SEEN') : format.dateTime(user.lastSeenAt)),
      wide: true,
    },
    { id: 'created', name: text('USERS_CREATED'), sortBy: 'createdAt', cell: (user) => format.longDate(user.createdAt), wide: true },
  ];
}

/** What the list shows, from the address, and the way to show something else of it. */
function useListSearch() {
  const navigate = useNavigate();
  const shown = readPeopleSearch(useSearch({ strict: false }));
  const show = (change: { [Part in keyof PeopleSearch]: PeopleSearch[Part] | undefined }) => {
    // Whatever else is shown begins with its first page.
    const { page: _page, ...others } = shown;
    void navigate({ to: '.', search: readPeopleSearch({ ...others, ...change }), replace: true });
  };
  return { shown, show };
}

/** The people of an account: found, filtered, sorted and opened. */
export function UsersPage() {
  const text = useText();
  const scope = useScope();
  const { accountId } = scope;
  const { shown, show } = useListSearch();
  const size = shown.size ?? 25;
  const people = useQuery({
    ...orpc.people.list.queryOptions({ input: { params: { accountId }, query: { ...shown, size } } }),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns();
  const isFiltered = (shown.search ?? shown.role ?? shown.status) !== undefined;
  const clear = () => show({ search: undefined, role: undefined, status: undefined });
  const create = (
    <LinkButton to={scope.newUser} leftSection={<Icon name="plus" />}>
      {text('USERS_NEW')}
    </LinkButton>
  );
  const body = () => {
    if (people.isError) {
      return <ErrorState title={text('USERS_LIST_FAILED')} problem={people.error} onRetry={() => void people.refetch()} />;
    }
    if (people.data?.totalElements === 0) {
      if (isFiltered) return <NothingFits onClear={clear} />;
      return <EmptyState icon="people" title={text('USERS_NONE')} words={text('USERS_NONE_WORDS')} />;
    }
    return (
      <DataTable
        label={text('ADMINISTRATION_USERS')}
        columns={columns}
        rows={people.data?.content ?? null}
        expected={10}
        keyOf={({ id }) => id}
        linkOf={({ id }) => scope.user(id)}
        sort={shown.sort ?? USUAL_SORT}
        onSort={(sort) => show({ sort: readPeopleSearch({ sort }).sort })}
      />
    );
  };
  return (
    <Sheet
      title={text('ADMINISTRATION_USERS')}
      beside={people.data === undefined ? undefined : number(people.data.totalElements)}
      actions={create}
    >
      <ListTools searchLabel={text('USERS_SEARCH')} search={shown.search ?? ''} onSearch={(search) => show({ search })}>
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
      </ListTools>
      {body()}
      <Pager facts={people.data ?? null} size={size} onPage={(page) => show({ page })} onSize={(next) => show({ size: next })} />
    </Sheet>
  );
}
