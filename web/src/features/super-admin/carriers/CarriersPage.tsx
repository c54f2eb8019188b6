import { type Carrier, carrierKinds } from '@parley/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { api, orpc } from '../../../api/client.ts';
import { useFormat } from '../../../format.ts';
import { number, useText } from '../../../text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import type { Column } from '../../../ui/list/column.ts';
import { DataList } from '../../../ui/list/DataList.tsx';
import { FilterChip } from '../../../ui/list/FilterChip.tsx';
import { carrierKindNames, useListSearch } from '../../administration/public.ts';
import styles from '../SuperAdmin.module.css';
import { carrierPlace } from './carrier-places.ts';
import { CARRIERS_SORT, readCarriersSearch, USUAL_SIZE } from './carrier-search.ts';

function useColumns(): Column<Carrier>[] {
  const text = useText();
  const format = useFormat();
  return [
    {
      id: 'name',
      name: text('CARRIERS_NAME'),
      sortBy: 'name',
      cell: ({ name, networkId }) => (
        <span className={styles.line}>
          <strong>{name}</strong>
          <span className={styles.quiet}>{networkId}</span>
        </span>
      ),
      written: ({ name }) => name,
    },
    { id: 'networkId', name: text('CARRIERS_NETWORK_ID'), sortBy: 'networkId', cell: ({ networkId }) => networkId, seldom: true },
    {
      id: 'type',
      name: text('CARRIERS_TYPE'),
      cell: ({ reseller }) => text(reseller ? 'CARRIERS_IS_RESELLER' : 'CARRIERS_IS_OPERATOR'),
      wide: true,
    },
    { id: 'kind', name: text('CARRIERS_KIND'), cell: ({ kind }) => text(carrierKindNames[kind]), wide: true },
    { id: 'address', name: text('CARRIERS_ADDRESS'), cell: ({ address }) => address, seldom: true },
    {
      id: 'services',
      name: text('SERVICES_ALL'),
      cell: ({ serviceCount }) => number(serviceCount),
      written: ({ serviceCount }) => serviceCount,
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

/** The installation's carriers: found, filtered, sorted and opened. */
export function CarriersPage() {
  const text = useText();
  const { shown, show } = useListSearch(readCarriersSearch);
  const size = shown.size ?? USUAL_SIZE;
  const found = useQuery({
    ...orpc.carriers.list.queryOptions({ input: { query: { ...shown, size } } }),
    placeholderData: keepPreviousData,
  });
  const create = (variant: 'filled' | 'default') => (
    <LinkButton to={linkOptions({ to: '/super-admin/settings/carriers/create' })} variant={variant} leftSection={<Icon name="plus" />}>
      {text('CARRIERS_NEW')}
    </LinkButton>
  );
  const isFiltered = (shown.search ?? shown.kind) !== undefined;
  return (
    <DataList
      list="carriers"
      title={text('CARRIERS_ALL')}
      searchLabel={text('CARRIERS_SEARCH')}
      failed={text('CARRIERS_LIST_FAILED')}
      columns={useColumns()}
      linkOf={({ id }) => carrierPlace(id)}
      found={found}
      readPage={(page, most, signal) => api.carriers.list({ query: { ...shown, page, size: most } }, { signal })}
      shown={{ search: shown.search, sort: shown.sort ?? CARRIERS_SORT, size }}
      show={show}
      filters={
        <FilterChip
          name={text('CARRIERS_KIND')}
          options={carrierKinds.map((value) => ({ value, name: text(carrierKindNames[value]) }))}
          chosen={shown.kind}
          onChoose={(kind) => show({ kind })}
        />
      }
      onClear={isFiltered ? () => show({ search: undefined, kind: undefined }) : null}
      empty={<EmptyState icon="msg" title={text('CARRIERS_NONE')} words={text('CARRIERS_NONE_WORDS')} action={create('default')} />}
      actions={create('filled')}
    />
  );
}
