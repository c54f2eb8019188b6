import { UserStatus } from '@parley/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useText } from '../../text.ts';
import { Icon } from '../../ui/Icon.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import type { BulkAction } from '../../ui/list/bulk.ts';
import type { Column } from '../../ui/list/column.ts';
import { DataList } from '../../ui/list/DataList.tsx';
import type { ListPage } from '../../ui/list/every-row.ts';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import type { ListPlace } from './list-place.ts';

/** What of a place is changed; undefined takes it away. */
type Move = { [Part in keyof ListPlace<string>]?: ListPlace<string>[Part] | undefined };

interface ListSheetProps<Row extends { id: string }> {
  list: string;
  title: string;
  searchLabel: string;
  /** Said when the list could not be read. */
  failed: string;
  create: { to: LinkProps; words: string };
  /** Leads to what was done about them. */
  trail?: LinkProps;
  /** Stands where nothing is kept yet. */
  empty: ReactNode;
  columns: readonly Column<Row>[];
  linkOf: (row: Row) => LinkProps;
  found: UseQueryResult<ListPage<Row>>;
  readPage: (page: number, size: number, signal: AbortSignal) => Promise<ListPage<Row>>;
  place: ListPlace<string>;
  onMove: (to: Move) => void;
  bulk: readonly BulkAction<Row>[];
}

const statusNames = { active: 'USERS_ACTIVE', inactive: 'USERS_INACTIVE' } as const;

/** A list of accounts or super admins, which are narrowed by their status alike. */
export function ListSheet<Row extends { id: string }>({ create, trail, place, onMove, ...list }: ListSheetProps<Row>) {
  const text = useText();
  const isNarrowed = place.search !== undefined || place.status !== undefined;
  return (
    <DataList
      {...list}
      shown={{ search: place.search, sort: place.sort, size: place.size }}
      show={onMove}
      onClear={isNarrowed ? () => onMove({ search: undefined, status: undefined }) : null}
      filters={
        <FilterChip
          name={text('USERS_STATUS')}
          options={UserStatus.options.map((value) => ({ value, name: text(statusNames[value]) }))}
          chosen={place.status}
          onChoose={(status) => onMove({ status })}
        />
      }
      actions={
        <>
          {trail === undefined ? null : (
            <LinkButton to={trail} variant="default" leftSection={<Icon name="clock" />}>
              {text('ADMINISTRATION_AUDIT')}
            </LinkButton>
          )}
          <LinkButton to={create.to} leftSection={<Icon name="plus" />}>
            {create.words}
          </LinkButton>
        </>
      }
    />
  );
}
