import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../../api/client.ts';
import { useText } from '../../../text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { DataList } from '../../../ui/list/DataList.tsx';
import { useScope } from '../scope.ts';
import { useListSearch } from '../use-list-search.ts';
import { readTimeslotSearch, USUAL_SIZE, USUAL_SORT } from './timeslot-search.ts';
import { useTimeslotBulk } from './use-timeslot-bulk.tsx';
import { useTimeslotColumns } from './use-timeslot-columns.tsx';

/** The timeslots of an account: found, sorted, opened, and several of them deleted at once. */
export function TimeslotsPage() {
  const text = useText();
  const scope = useScope();
  const { accountId } = scope;
  const { shown, show } = useListSearch(readTimeslotSearch);
  const size = shown.size ?? USUAL_SIZE;
  const found = useQuery({
    ...orpc.timeslots.list.queryOptions({ input: { params: { accountId }, query: { ...shown, size } } }),
    placeholderData: keepPreviousData,
  });
  const create = (variant: 'filled' | 'default') => (
    <LinkButton to={scope.newTimeslot} variant={variant} leftSection={<Icon name="plus" />}>
      {text('TIMESLOTS_NEW')}
    </LinkButton>
  );
  const zone = found.data?.timezone;
  return (
    <DataList
      list="timeslots"
      title={text('ADMINISTRATION_TIMESLOTS')}
      searchLabel={text('TIMESLOTS_SEARCH')}
      failed={text('TIMESLOTS_LIST_FAILED')}
      columns={useTimeslotColumns(found.data?.content.every(({ timezone }) => timezone === zone) ?? true)}
      linkOf={({ id }) => scope.timeslot(id)}
      found={found}
      readPage={(page, most, signal) => api.timeslots.list({ params: { accountId }, query: { ...shown, page, size: most } }, { signal })}
      shown={{ search: shown.search, sort: shown.sort ?? USUAL_SORT, size }}
      show={show}
      onClear={shown.search === undefined ? null : () => show({ search: undefined })}
      empty={<EmptyState icon="clock" title={text('TIMESLOTS_NONE')} words={text('TIMESLOTS_NONE_WORDS')} action={create('default')} />}
      actions={create('filled')}
      bulk={useTimeslotBulk()}
    />
  );
}
