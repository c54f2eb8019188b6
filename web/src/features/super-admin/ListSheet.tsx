import { UserStatus } from '@parley/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { number, useText } from '../../text.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { type Column, DataTable } from '../../ui/list/DataTable.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { ListTools } from '../../ui/list/ListTools.tsx';
import { NothingFits } from '../../ui/list/NothingFits.tsx';
import { Pager } from '../../ui/list/Pager.tsx';
import { Sheet } from '../../ui/list/Sheet.tsx';
import type { ListPlace } from './list-place.ts';

interface Page<Row> {
  content: Row[];
  page: number;
  size: number;
  totalElements: number;
  totalIsLowerBound?: boolean | undefined;
  last: boolean;
}

/** What of a place is changed; undefined takes it away. */
type Move = { [Part in keyof ListPlace<string>]?: ListPlace<string>[Part] | undefined };

interface ListSheetProps<Row extends { id: string }> {
  title: string;
  searchLabel: string;
  /** Said when the list could not be read. */
  failed: string;
  create: { to: LinkProps; words: string };
  /** Stands where nothing is kept yet. */
  empty: ReactNode;
  columns: readonly Column<Row>[];
  linkOf: (row: Row) => LinkProps;
  found: UseQueryResult<Page<Row>>;
  place: ListPlace<string>;
  onMove: (to: Move) => void;
}

const statusNames = { active: 'USERS_ACTIVE', inactive: 'USERS_INACTIVE' } as const;

/** A list of accounts or super admins: title with count, search, status, rows and pages. What it shows stands in the address. */
export function ListSheet<Row extends { id: string }>(props: ListSheetProps<Row>) {
  const text = useText();
  const { title, found, place, onMove } = props;
  const body = () => {
    if (found.isError) return <ErrorState title={props.failed} problem={found.error} onRetry={() => void found.refetch()} />;
    if (found.data?.totalElements === 0) {
      const isNarrowed = place.search !== undefined || place.status !== undefined;
      return isNarrowed ? <NothingFits onClear={() => onMove({ search: undefined, status: undefined })} /> : props.empty;
    }
    return (
      <DataTable
        label={title}
        columns={props.columns}
        rows={found.data?.content ?? null}
        expected={place.size}
        keyOf={({ id }) => id}
        linkOf={props.linkOf}
        sort={place.sort}
        onSort={(sort) => onMove({ sort })}
      />
    );
  };
  return (
    <Sheet
      title={title}
      beside={found.data === undefined ? undefined : number(found.data.totalElements)}
      actions={
        <LinkButton to={props.create.to} leftSection={<Icon name="plus" />}>
          {props.create.words}
        </LinkButton>
      }
    >
      <ListTools searchLabel={props.searchLabel} search={place.search ?? ''} onSearch={(search) => onMove({ search })}>
        <FilterChip
          name={text('USERS_STATUS')}
          options={UserStatus.options.map((value) => ({ value, name: text(statusNames[value]) }))}
          chosen={place.status}
          onChoose={(status) => onMove({ status })}
        />
      </ListTools>
      {body()}
      <Pager facts={found.data ?? null} size={place.size} onPage={(page) => onMove({ page })} onSize={(size) => onMove({ size })} />
    </Sheet>
  );
}
