import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { keep, kept } from '../../kept.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import type { Column } from './column.ts';

/** Columns that somebody asked for or took away; of all others the list decides. */
export type ColumnWishes = Readonly<Record<string, boolean>>;

/** Reads what was kept; anything else than wishes is none. */
export function readWishes(written: string | null): ColumnWishes {
  try {
    const read: unknown = JSON.parse(written ?? '{}');
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return {};
    return Object.fromEntries(Object.entries(read).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'));
  } catch {
    return {};
  }
}

type Facts = Pick<Column<never>, 'id' | 'wide' | 'seldom'>;

/** Is a column shown? The first names the row and always is. */
export function isColumnShown(column: Facts, at: number, wishes: ColumnWishes, isPhone: boolean): boolean {
  if (at === 0) return true;
  return wishes[column.id] ?? !(column.seldom === true || (isPhone && column.wide === true));
}

export interface ColumnChoice<Row> {
  all: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  wish: (id: string, isShown: boolean) => void;
  /** Null while nothing was wished. */
  reset: (() => void) | null;
}

/**
 * Which columns of a list are shown: what this person wished in this browser, of each list by itself.
 *
 * @param list a word for the list that stays the same
 */
export function useColumnChoice<Row>(list: string, columns: readonly Column<Row>[]): ColumnChoice<Row> {
  const key = `columns:${useCurrentUser().id}:${list}`;
  const [wishes, setWishes] = useState(() => readWishes(kept(key)));
  const isPhone = useMediaQuery('(max-width: 759px)', false, { getInitialValueInEffect: false });
  const change = (next: ColumnWishes) => {
    keep(key, JSON.stringify(next));
    setWishes(next);
  };
  const shown = columns
    .filter((column, at) => isColumnShown(column, at, wishes, isPhone))
    .map(({ wide: _wide, ...column }): Column<Row> => column);
  return {
    all: columns,
    shown,
    wish: (id, isShown) => change({ ...wishes, [id]: isShown }),
    reset: Object.keys(wishes).length === 0 ? null : () => change({}),
  };
}
