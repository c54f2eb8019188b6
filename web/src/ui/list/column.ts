import type { ReactNode } from 'react';
import type { Written } from './csv.ts';

interface AnyColumn {
  id: string;
  name: string;
  /** Name of the field in `sort=field,asc`; a column without it cannot be sorted by. */
  sortBy?: string;
  /** Figures stand at the right. */
  align?: 'end';
  /** Of the width, in parts of all: where each column of a list says it, none moves when rows come. */
  share?: number;
  /** Left out at phone width, unless somebody asks for it there. */
  wide?: true;
  /** Shown only to who asks for it. */
  seldom?: true;
}

/** A column of a list. What is more than words on the screen says what it is in a file. */
export type Column<Row> = AnyColumn &
  ({ cell: (row: Row) => string; written?: undefined } | { cell: (row: Row) => ReactNode; written: (row: Row) => Written });

/** What a cell says in a file. */
export function writtenOf<Row>(column: Column<Row>, row: Row): Written {
  return column.written === undefined ? column.cell(row) : column.written(row);
}
