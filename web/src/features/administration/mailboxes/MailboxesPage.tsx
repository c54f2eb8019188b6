import { type Mailbox, userStatuses } from '@parley/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../../api/client.ts';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import type { Column } from '../../../ui/list/column.ts';
import { DataList } from '../../../ui/list/DataList.tsx';
import { FilterChip } from '../../../ui/list/FilterChip.tsx';
import { EndStatus } from '../channel-ends/EndStatus.tsx';
import { statusNames } from '../channel-ends/end-words.ts';
import { readEndsSearch, USUAL_SIZE, USUAL_SORT } from '../channel-ends/ends-search.ts';
import { useScope } from '../scope.ts';
import { useListSearch } from '../use-list-search.ts';
import styles from './Mailboxes.module.css';
import { directionNames } from './mailbox-names.ts';

function useColumns(): Column<Mailbox>[] {
  const text = useText();
  const format = useFormat();
  return [
    {
      id: 'name',
      name: text('ENDS_NAME'),
      sortBy: 'name',
      share: 4,
      cell: ({ name }) => <strong>{name}</strong>,
      written: ({ name }) => name,
    },
    {
      id: 'address',
      name: text('MAILBOXES_ADDRESS'),
      sortBy: 'sender',
      share: 4,
      cell: ({ address }) => <span className={styles.quiet}>{address}</span>,
      written: ({ address }) => address,
    },
    { id: 'direction', name: text('MAILBOXES_DIRECTION'), share: 3, cell: ({ direction }) => text(directionNames[direction]), wide: true },
    {
      id: 'status',
      name: text('ENDS_STATUS'),
      sortBy: 'status',
      share: 2,
      cell: ({ status }) => <EndStatus status={status} />,
      written: ({ status }) => text(statusNames[status]),
    },
    {
      id: 'created',
      name: text('LIST_CREATED'),
      sortBy: 'createdAt',
      share: 3,
      cell: ({ createdAt }) => format.longDate(createdAt),
      written: ({ createdAt }) => format.dayKey(createdAt),
      wide: true,
    },
  ];
}

/** The mailboxes of an account: found, filtered, sorted and opened (administration, section 2). */
export function MailboxesPage() {
  const text = useText();
  const { accountId, mailboxes: places } = useScope();
  const { shown, show } = useListSearch(readEndsSearch);
  const size = shown.size ?? USUAL_SIZE;
  const params = { accountId };
  const found = useQuery({
    ...orpc.mailboxes.list.queryOptions({ input: { params, query: { ...shown, size } } }),
    placeholderData: keepPreviousData,
  });
  const create = (variant: 'filled' | 'default') => (
    <LinkButton to={places.create} variant={variant} leftSection={<Icon name="plus" />}>
      {text('MAILBOXES_NEW')}
    </LinkButton>
  );
  const isFiltered = (shown.search ?? shown.status) !== undefined;
  return (
    <DataList
      list="mailboxes"
      title={text('MAILBOXES_TITLE')}
      searchLabel={text('MAILBOXES_SEARCH')}
      failed={text('MAILBOXES_FAILED')}
      columns={useColumns()}
      linkOf={({ id }) => places.one(id)}
      found={found}
      readPage={(page, most, signal) => api.mailboxes.list({ params, query: { ...shown, page, size: most } }, { signal })}
      shown={{ search: shown.search, sort: shown.sort ?? USUAL_SORT, size }}
      show={show}
      filters={
        <FilterChip
          name={text('ENDS_STATUS')}
          options={userStatuses.map((value) => ({ value, name: text(statusNames[value]) }))}
          chosen={shown.status}
          onChoose={(status) => show({ status })}
        />
      }
      onClear={isFiltered ? () => show({ search: undefined, status: undefined }) : null}
      empty={<EmptyState icon="msg" title={text('MAILBOXES_NONE')} words={text('MAILBOXES_NONE_WORDS')} action={create('default')} />}
      actions={create('filled')}
    />
  );
}
