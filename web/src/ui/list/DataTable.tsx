import { Table, VisuallyHidden } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { useCommand } from '../../commands/active.ts';
import { useText } from '../../text.ts';
import { Icon } from '../Icon.tsx';
import styles from './DataTable.module.css';

export interface Column<Row> {
  id: string;
  name: string;
  /** Name of the field in `sort=field,asc`; a column without it cannot be sorted by. */
  sortBy?: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand at the right. */
  align?: 'end';
  /** Left out at phone width. */
  wide?: true;
}

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
}

function Heading<Row>({ column, sort, onSort }: { column: Column<Row>; sort: string; onSort: ((sort: string) => void) | undefined }) {
  const [by, direction] = sort.split(',');
  const isSorted = column.sortBy !== undefined && by === column.sortBy;
  const ascends = direction === 'asc';
  const side = column.wide === true ? styles.wide : '';
  return (
    <Table.Th
      className={side ?? ''}
      ta={column.align === 'end' ? 'end' : 'start'}
      {...(isSorted ? { 'aria-sort': ascends ? ('ascending' as const) : ('descending' as const) } : {})}
    >
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

/** Rows that open by a click anywhere, walked through by J and K and opened by Enter (interface: "Lists, forms, figures"). */
export function DataTable<Row>({ label, columns, rows, expected, keyOf, linkOf, sort = '', onSort }: DataTableProps<Row>) {
  const text = useText();
  const body = useRef<HTMLTableSectionElement>(null);
  const move = (step: 1 | -1) => {
    const links = [...(body.current?.querySelectorAll<HTMLElement>('a[data-row]') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    links[at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + step))]?.focus();
  };
  useCommand('list.next', () => move(1));
  useCommand('list.previous', () => move(-1));
  return (
    <div className={styles.scroller}>
      <Table className={styles.table ?? ''} aria-label={label} aria-busy={rows === null}>
        <Table.Thead className={styles.head ?? ''}>
          <Table.Tr>
            {columns.map((column) => (
              <Heading key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody ref={body}>
          {rows === null
            ? Array.from({ length: expected }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
                <Table.Tr key={row}>
                  {columns.map((column, at) => (
                    <Table.Td key={column.id} className={(column.wide === true ? styles.wide : '') ?? ''}>
                      <span className={styles.skeleton} data-long={at === 0} />
                      {row === 0 && at === 0 ? <VisuallyHidden>{text('FRAME_LOADING')}</VisuallyHidden> : null}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))
            : rows.map((row) => (
                <Table.Tr key={keyOf(row)} className={styles.row ?? ''}>
                  {columns.map((column, at) => (
                    <Table.Td
                      key={column.id}
                      className={(column.wide === true ? styles.wide : '') ?? ''}
                      ta={column.align === 'end' ? 'end' : 'start'}
                    >
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
              ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
