import { type CarrierService, carriedChannels } from '@parley/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { linkOptions, useParams } from '@tanstack/react-router';
import { api, orpc } from '../../../api/client.ts';
import { useFormat } from '../../../format.ts';
import { number, useText } from '../../../text.ts';
import { channelNames } from '../../../ui/ChannelMark.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import type { Column } from '../../../ui/list/column.ts';
import { DataList } from '../../../ui/list/DataList.tsx';
import { FilterChip } from '../../../ui/list/FilterChip.tsx';
import { communicationNames, useListSearch } from '../../administration/public.ts';
import styles from '../SuperAdmin.module.css';
import { servicePlace } from './carrier-places.ts';
import { readServicesSearch, SERVICES_SORT, USUAL_SIZE } from './carrier-search.ts';
import { useCarrierCrumb } from './use-carrier-crumb.ts';

function useColumns(): Column<CarrierService>[] {
  const text = useText();
  const format = useFormat();
  return [
    {
      id: 'title',
      name: text('SERVICES_TITLE'),
      sortBy: 'title',
      cell: ({ title, troubleCount }) => (
        <>
          <strong>{title}</strong>
          {troubleCount > 0 ? <span className={styles.quiet}> {text('SERVICES_TROUBLES_COUNT', { count: troubleCount })}</span> : null}
        </>
      ),
      written: ({ title }) => title,
    },
    { id: 'channel', name: text('SERVICES_CHANNEL'), cell: ({ channelType }) => text(channelNames[channelType]) },
    {
      id: 'communication',
      name: text('SERVICES_COMMUNICATION'),
      cell: ({ communicationType }) => text(communicationNames[communicationType]),
      wide: true,
    },
    { id: 'username', name: text('SERVICES_USERNAME'), sortBy: 'username', cell: ({ username }) => username, wide: true },
    {
      id: 'uses',
      name: text('SERVICES_USES'),
      cell: ({ useCount }) => number(useCount),
      written: ({ useCount }) => useCount,
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

/** What was bought of a carrier: found, filtered, sorted and opened. */
export function ServicesPage() {
  const text = useText();
  const { carrierId = '' } = useParams({ strict: false });
  useCarrierCrumb(carrierId);
  const { shown, show } = useListSearch(readServicesSearch);
  const size = shown.size ?? USUAL_SIZE;
  const params = { carrierId };
  const found = useQuery({
    ...orpc.carrierServices.list.queryOptions({ input: { params, query: { ...shown, size } } }),
    placeholderData: keepPreviousData,
  });
  const create = (variant: 'filled' | 'default') => (
    <LinkButton
      to={linkOptions({ to: '/super-admin/settings/carriers/$carrierId/services/create', params })}
      variant={variant}
      leftSection={<Icon name="plus" />}
    >
      {text('SERVICES_NEW')}
    </LinkButton>
  );
  const isFiltered = (shown.search ?? shown.channelType) !== undefined;
  return (
    <DataList
      list="carrier-services"
      title={text('SERVICES_ALL')}
      searchLabel={text('SERVICES_SEARCH')}
      failed={text('SERVICES_LIST_FAILED')}
      columns={useColumns()}
      linkOf={({ id }) => servicePlace(carrierId, id)}
      found={found}
      readPage={(page, most, signal) => api.carrierServices.list({ params, query: { ...shown, page, size: most } }, { signal })}
      shown={{ search: shown.search, sort: shown.sort ?? SERVICES_SORT, size }}
      show={show}
      filters={
        <FilterChip
          name={text('SERVICES_CHANNEL')}
          options={carriedChannels.map((value) => ({ value, name: text(channelNames[value]) }))}
          chosen={shown.channelType}
          onChoose={(channelType) => show({ channelType })}
        />
      }
      onClear={isFiltered ? () => show({ search: undefined, channelType: undefined }) : null}
      empty={<EmptyState icon="msg" title={text('SERVICES_NONE')} words={text('SERVICES_NONE_WORDS')} action={create('default')} />}
      actions={create('filled')}
    />
  );
}
