import { userStatuses } from '@parley/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import type { Column } from '../../../ui/list/column.ts';
import { DataList } from '../../../ui/list/DataList.tsx';
import { FilterChip } from '../../../ui/list/FilterChip.tsx';
import { useEndPlaces, useScope } from '../scope.ts';
import { useListSearch } from '../use-list-search.ts';
import styles from './ChannelEnds.module.css';
import { EndStatus } from './EndStatus.tsx';
import { type AnyEnd, callsOf, type EndKind, senderOf, useEndKind } from './end-kinds.ts';
import { statusNames, wordsOf } from './end-words.ts';
import { readEndsSearch, USUAL_SIZE, USUAL_SORT } from './ends-search.ts';

function useColumns(kind: EndKind): Column<AnyEnd>[] {
  const text = useText();
  const format = useFormat();
  const serviceOf = (end: AnyEnd) => ('chatUri' in end || end.service === null ? '' : `${end.service.carrierName}, ${end.service.title}`);
  const through: Column<AnyEnd>[] =
    kind === 'viber-support' ? [] : [{ id: 'service', name: text('ENDS_SERVICE'), cell: serviceOf, wide: true, share: 4 }];
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
      id: 'sender',
      name: text(kind === 'viber-support' ? 'ENDS_CHAT_URI' : 'ENDS_SENDER'),
      sortBy: 'sender',
      share: 3,
      cell: (end) => <span className={styles.quiet}>{senderOf(end)}</span>,
      written: senderOf,
    },
    ...through,
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

/** The ends of one kind of an account: found, filtered, sorted and opened. */
export function EndsPage() {
  const text = useText();
  const kind = useEndKind();
  const words = wordsOf[kind];
  const calls = callsOf[kind];
  const { accountId } = useScope();
  const places = useEndPlaces();
  const { shown, show } = useListSearch(readEndsSearch);
  const size = shown.size ?? USUAL_SIZE;
  const query = { ...shown, size };
  const found = useQuery({
    queryKey: [...calls.key(), 'list', accountId, query],
    queryFn: ({ signal }) => calls.list(accountId, query, signal),
    placeholderData: keepPreviousData,
  });
  const create = (variant: 'filled' | 'default') => (
    <LinkButton to={places.create(kind)} variant={variant} leftSection={<Icon name="plus" />}>
      {text(words.make)}
    </LinkButton>
  );
  const isFiltered = (shown.search ?? shown.status) !== undefined;
  return (
    <DataList
      key={kind}
      list={kind}
      title={text(words.title)}
      searchLabel={text('ENDS_SEARCH')}
      failed={text(words.failed)}
      columns={useColumns(kind)}
      linkOf={({ id }) => places.one(kind, id)}
      found={found}
      readPage={(page, most, signal) => calls.list(accountId, { ...shown, page, size: most }, signal)}
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
      empty={<EmptyState icon="msg" title={text(words.none)} words={text(words.noneWords)} action={create('default')} />}
      actions={create('filled')}
    />
  );
}
