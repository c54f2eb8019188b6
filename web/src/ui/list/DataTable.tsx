import { Table, VisuallyHidden } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useRef } from 'react';
import { useCommand } from '../../commands/active.ts';
import { useText } from '../../text.ts';
import { Icon } from '../Icon.tsx';
import { type Column, writtenOf } from './column.ts';
import styles from './DataTable.module.css';
import { SelectCell } from './SelectCell.tsx';
import type { Selection } from './selection.ts';

interface DataTableProps<Row> {
  /** What the rows are, for who does not see them. */
  label: string;
  /** The first names the row, and its cell is the link that opens it. */
  columns: readonly Column<Row>[];
  /** Null while they are read. */
  rows: readonly Row[] | null;
  /** So many rows hold the place of those that come. */
  expected: number;
  keyOf: (row: Row) => string;
  linkOf: (row: Row) => LinkProps;
  /** As it stands in the address: `name,asc`. */
  sort?: string;
  onSort?: (sort: string) => void;
  /** Puts a box before each row. */
  selection?: Selection;
}

/**
 * How wide each column stands before rows come and after: the first has what the others leave. Null where the list leaves it to what stands in them.
 */
function sharesOf(columns: readonly Column<never>[]): ReadonlyArray<{ id: string; width: string }> | null {
  const sum = columns.reduce((all, { share = Number.NaN }) => all + share, 0);
  if (Number.isNaN(sum)) return null;
  return columns.map(({ id, share = 0 }, at) => ({ id, width: at === 0 ? 'auto' : `${(100 * share) / sum}%` }));
}

const lookOf = ({ wide, align }: Pick<Column<never>, 'wide' | 'align'>): string =>
  `${wide === true ? styles.wide : ''} ${align === 'end' ? styles.figures : ''}`.trim();

function Heading<Row>({ column, sort, onSort }: { column: Column<Row>; sort: string; onSort: ((sort: string) => void) | undefined }) {
  const [by, direction] = sort.split(',');
  const isSorted = column.sortBy !== undefined && by === column.sortBy;
  const ascends = direction === 'asc';
  return (
    <Table.Th className={lookOf(column)} {...(isSorted ? { 'aria-sort': ascends ? ('ascending' as const) : ('descending' as const) } : {})}>
      {column.sortBy === undefined || onSort === undefined ? (
        column.name
      ) : (
        <button
          type="button"
          className={styles.sort}
          data-sorted={isSorted}
          onClick={() => onSort(`${column.sortBy},${isSorted && ascends ? 'desc' : 'asc'}`)}
        >
          {column.name}
          {isSorted ? <Icon name={ascends ? 'up' : 'down'} size={14} /> : null}
        </button>
      )}
    </Table.Th>
  );
}

const Skeletons = ({ columns, expected, selects }: { columns: readonly Column<never>[]; expected: number; selects: boolean }) => {
  const text = useText();
  return Array.from({ length: expected }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
    <Table.Tr key={row}>
      {selects ? <Table.Td className={styles.select ?? ''} /> : null}
      {columns.map((column, at) => (
        <Table.Td key={column.id} className={lookOf(column)}>
          <span className={styles.skeleton} data-long={at === 0} />
          {row === 0 && at === 0 ? <VisuallyHidden>{text('FRAME_LOADING')}</VisuallyHidden> : null}
        </Table.Td>
      ))}
    </Table.Tr>
  ));
};

/** Rows that open by a click anywhere, walked through by J and K, chosen by X and opened by Enter (interface: "Lists, forms, figures"). */
export function DataTable<Row>({ label, columns, rows, expected, keyOf, linkOf, sort = '', onSort, selection }: DataTableProps<Row>) {
  const text = useText();
  const body = useRef<HTMLTableSectionElement>(null);
  const lines = () => [...(body.current?.querySelectorAll<HTMLElement>('tr[data-id]') ?? [])];
  const current = () => lines().findIndex((line) => line.contains(document.activeElement));
  const move = (step: 1 | -1) => {
    const [all, at] = [lines(), current()];
    all[at === -1 ? 0 : Math.min(all.length - 1, Math.max(0, at + step))]?.querySelector<HTMLElement>('a[data-row]')?.focus();
  };
  useCommand('list.next', () => move(1));
  useCommand('list.previous', () => move(-1));
  useCommand(
    'list.select',
    selection === undefined
      ? null
      : () => {
          const id = lines()[current()]?.dataset.id;
          if (id !== undefined) selection.toggle(id, false);
        },
  );
  const nameOf = (row: Row) => (columns[0] === undefined ? '' : String(writtenOf(columns[0], row)));
  const shares = sharesOf(columns);
  const isFull = rows !== null && rows.length > 0 && selection?.count === rows.length;
  return (
    <div className={styles.scroller}>
      <Table className={styles.table ?? ''} data-shared={shares !== null} aria-label={label} aria-busy={rows === null}>
        {shares === null ? null : (
          <colgroup>
            {selection === undefined ? null : <col className={styles.boxes} />}
            {shares.map(({ id, width }) => (
              <col key={id} style={{ width }} />
            ))}
          </colgroup>
        )}
        <Table.Thead className={styles.head ?? ''}>
          <Table.Tr>
            {selection === undefined ? null : (
              <Table.Th className={styles.select ?? ''}>
                <SelectCell
                  label={text('LIST_SELECT_ALL')}
                  isChosen={isFull}
                  isPartly={!isFull && selection.count > 0}
                  onToggle={() => selection.all(!isFull)}
                />
              </Table.Th>
            )}
            {columns.map((column) => (
              <Heading key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody ref={body}>
          {rows === null ? (
            <Skeletons columns={columns} expected={expected} selects={selection !== undefined} />
          ) : (
            rows.map((row) => (
              <Table.Tr
                key={keyOf(row)}
                data-id={keyOf(row)}
                data-chosen={selection?.has(keyOf(row)) === true}
                className={styles.row ?? ''}
              >
                {selection === undefined ? null : (
                  <Table.Td className={styles.select ?? ''}>
                    <SelectCell
                      label={text('LIST_SELECT_ROW', { name: nameOf(row) })}
                      isChosen={selection.has(keyOf(row))}
                      onToggle={(isRange) => selection.toggle(keyOf(row), isRange)}
                    />
                  </Table.Td>
                )}
                {columns.map((column, at) => (
                  <Table.Td key={column.id} className={lookOf(column)}>
                    {at === 0 ? (
                      <Link {...linkOf(row)} className={styles.link} data-row="">
                        {column.cell(row)}
                      </Link>
                    ) : (
                      column.cell(row)
                    )}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))
          )}
        </Table.Tbody>
      </Table>
    </div>
  );
}
