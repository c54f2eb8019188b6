import { type QueueSummary, queueStrategies } from '@parley/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../../api/client.ts';
import { useFormat } from '../../../format.ts';
import { strategyNames } from '../../../queues/strategy-names.ts';
import { number, useText } from '../../../text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import type { Column } from '../../../ui/list/column.ts';
import { DataList } from '../../../ui/list/DataList.tsx';
import { FilterChip } from '../../../ui/list/FilterChip.tsx';
import { useScope } from '../scope.ts';
import { useListSearch } from '../use-list-search.ts';
import styles from './Queues.module.css';
import { readQueuesSearch, USUAL_SIZE, USUAL_SORT } from './queues-search.ts';

function useColumns(): Column<QueueSummary>[] {
  const text = useText();
  const format = useFormat();
  return [
    {
      id: 'name',
      name: text('QUEUES_NAME'),
      sortBy: 'name',
      cell: ({ name, description, isDefault }) => (
        <span className={styles.line}>
          <strong>{name}</strong>
          {isDefault ? <span className={styles.default}>{text('QUEUES_DEFAULT')}</span> : null}
          <span className={styles.description}>{description}</span>
        </span>
      ),
      written: ({ name }) => name,
    },
    {
      id: 'strategy',
      name: text('QUEUES_STRATEGY'),
      sortBy: 'strategy',
      cell: ({ strategy }) => text(strategyNames[strategy]),
      wide: true,
    },
    {
      id: 'hours',
      name: text('QUEUES_HOURS'),
      cell: ({ timeslot }) => timeslot?.name ?? text('QUEUES_ALWAYS_OPEN'),
      wide: true,
    },
    {
      id: 'agents',
      name: text('QUEUES_AGENTS'),
      sortBy: 'agents',
      cell: ({ agents }) => number(agents),
      written: ({ agents }) => agents,
      align: 'end',
    },
    {
      id: 'waiting',
      name: text('QUEUES_WAITING'),
      sortBy: 'waiting',
      cell: ({ waiting }) => number(waiting),
      written: ({ waiting }) => waiting,
      align: 'end',
    },
    {
      id: 'created',
      name: text('LIST_CREATED'),
      sortBy: 'createdAt',
      cell: ({ createdAt }) => format.longDate(createdAt),
      written: ({ createdAt }) => format.dayKey(createdAt),
      wide: true,
    },
  ];
}

/** The queues of an account: found, filtered, sorted and opened. */
export function QueuesPage() {
  const text = useText();
  const scope = useScope();
  const { accountId } = scope;
  const { shown, show } = useListSearch(readQueuesSearch);
  const size = shown.size ?? USUAL_SIZE;
  const found = useQuery({
    ...orpc.queues.list.queryOptions({ input: { params: { accountId }, query: { ...shown, size } } }),
    placeholderData: keepPreviousData,
  });
  const create = (variant: 'filled' | 'default') => (
    <LinkButton to={scope.newQueue} variant={variant} leftSection={<Icon name="plus" />}>
      {text('QUEUES_NEW')}
    </LinkButton>
  );
  const isFiltered = (shown.search ?? shown.strategy) !== undefined;
  return (
    <DataList
      list="queues"
      title={text('ADMINISTRATION_QUEUES')}
      searchLabel={text('QUEUES_SEARCH')}
      failed={text('QUEUES_LIST_FAILED')}
      columns={useColumns()}
      linkOf={({ id }) => scope.queue(id)}
      found={found}
      readPage={(page, most, signal) => api.queues.list({ params: { accountId }, query: { ...shown, page, size: most } }, { signal })}
      shown={{ search: shown.search, sort: shown.sort ?? USUAL_SORT, size }}
      show={show}
      filters={
        <FilterChip
          name={text('QUEUES_STRATEGY')}
          options={queueStrategies.map((value) => ({ value, name: text(strategyNames[value]) }))}
          chosen={shown.strategy}
          onChoose={(strategy) => show({ strategy })}
        />
      }
      onClear={isFiltered ? () => show({ search: undefined, strategy: undefined }) : null}
      empty={<EmptyState icon="queue" title={text('QUEUES_NONE')} words={text('QUEUES_NONE_WORDS')} action={create('default')} />}
      actions={create('filled')}
    />
  );
}
