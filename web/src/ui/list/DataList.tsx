import type { UseQueryResult } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { number } from '../../text.ts';
import { ErrorState } from '../ErrorState.tsx';
import { toastSuccess } from '../toast.ts';
import styles from './BulkBar.module.css';
import { BulkBar } from './BulkBar.tsx';
import type { BulkAction } from './bulk.ts';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { type Column, writtenOf } from './column.ts';
import { useColumnChoice } from './column-choice.ts';
import { DataTable } from './DataTable.tsx';
import { ExportButton, saveRows } from './ExportButton.tsx';
import { everyRow, type ListPage } from './every-row.ts';
import { ListTools } from './ListTools.tsx';
import { NothingFits } from './NothingFits.tsx';
import { Pager } from './Pager.tsx';
import { Sheet } from './Sheet.tsx';
import { useSelection } from './selection.ts';

/** What a list shows another part of; undefined takes away. */
type Shown = {
  search?: string | undefined;
  sort?: string | undefined;
  page?: number | undefined;
  size?: number | undefined;
};

interface DataListProps<Row extends { id: string }> {
  /** A word for the list that stays the same: by it the chosen columns are remembered. */
  list: string;
  title: string;
  searchLabel: string;
  /** Said when the list could not be read. */
  failed: string;
  /** The first names the row. */
  columns: readonly Column<Row>[];
  linkOf: (row: Row) => LinkProps;
  found: UseQueryResult<ListPage<Row>>;
  /** Any other page of what is found, for the file. */
  readPage: (page: number, size: number, signal: AbortSignal) => Promise<ListPage<Row>>;
  shown: { search?: string | undefined; sort: string; size: number };
  show: (change: Shown) => void;
  /** Filter chips. */
  filters?: ReactNode;
  /** Search or filters leave something out; the way to everything. */
  onClear: (() => void) | null;
  /** Stands where nothing is kept yet. */
  empty: ReactNode;
  /** Beside the title, after the file: to make a new one. */
  actions: ReactNode;
  /** What can be done with chosen rows. */
  bulk?: readonly BulkAction<Row>[];
}

const keyOf = ({ id }: { id: string }): string => id;

/**
 * A list as all of them are (interface: "Lists, forms, figures"): title with count, search, filters, columns of one's choice, rows that
 * are chosen and what is done with them, pages, and everything of it as a file. What it shows stands in the address.
 */
export function DataList<Row extends { id: string }>(props: DataListProps<Row>) {
  const { title, found, shown, show } = props;
  const choice = useColumnChoice(props.list, props.columns);
  const rows = found.data?.content ?? null;
  const selection = useSelection(rows?.map(keyOf) ?? []);
  const naming = props.columns[0];
  const nameOf = (row: Row) => (naming === undefined ? '' : String(writtenOf(naming, row)));
  const chosen = rows?.filter(({ id }) => selection.has(id)) ?? [];
  const body = () => {
    if (found.isError) return <ErrorState title={props.failed} problem={found.error} onRetry={() => void found.refetch()} />;
    if (found.data?.totalElements === 0) return props.onClear === null ? props.empty : <NothingFits onClear={props.onClear} />;
    return (
      <div className={styles.list}>
        <DataTable
          label={title}
          columns={choice.shown}
          rows={rows}
          expected={Math.min(shown.size, 10)}
          keyOf={keyOf}
          linkOf={props.linkOf}
          sort={shown.sort}
          onSort={(sort) => show({ sort })}
          selection={selection}
        />
        <BulkBar
          rows={chosen}
          actions={props.bulk ?? []}
          nameOf={nameOf}
          keyOf={keyOf}
          onExport={() => {
            saveRows(title, choice.shown, chosen);
            toastSuccess('LIST_EXPORTED', { count: chosen.length });
          }}
          onDrop={selection.drop}
        />
      </div>
    );
  };
  return (
    <Sheet
      title={title}
      beside={found.data === undefined ? undefined : number(found.data.totalElements)}
      actions={
        <>
          <ExportButton
            title={title}
            columns={choice.shown}
            read={(signal, onRead) => everyRow((page, size) => props.readPage(page, size, signal), onRead)}
            disabled={(found.data?.totalElements ?? 0) === 0}
          />
          {props.actions}
        </>
      }
    >
      <ListTools
        searchLabel={props.searchLabel}
        search={shown.search ?? ''}
        onSearch={(search) => show({ search })}
        end={<ColumnsMenu choice={choice} />}
      >
        {props.filters}
      </ListTools>
      {body()}
      <Pager facts={found.data ?? null} size={shown.size} selects onPage={(page) => show({ page })} onSize={(size) => show({ size })} />
    </Sheet>
  );
}
