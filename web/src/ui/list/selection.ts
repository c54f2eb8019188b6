import { useState } from 'react';

/** Rows from one to another in their order, both among them; of an unknown beginning the other alone. */
export function rowsBetween(order: readonly string[], from: string | null, to: string): readonly string[] {
  const [start, end] = [from === null ? -1 : order.indexOf(from), order.indexOf(to)];
  return start === -1 ? [to] : order.slice(Math.min(start, end), Math.max(start, end) + 1);
}

const without = (chosen: ReadonlySet<string>, ids: readonly string[]): Set<string> =>
  new Set([...chosen].filter((id) => !ids.includes(id)));

export interface Selection {
  has: (id: string) => boolean;
  count: number;
  /** `isRange`: every row from the one chosen before to this one becomes what this one becomes. */
  toggle: (id: string, isRange: boolean) => void;
  /** Everything on this page, or nothing. */
  all: (isSelected: boolean) => void;
  drop: (ids: readonly string[]) => void;
}

/**
 * Which rows of a page are chosen. Only what is on the screen ever is: a row that left it, by another page, filter or somebody's
 * deed, is no more chosen when it comes back.
 *
 * @param order ids of the rows on the page, as they stand
 */
export function useSelection(order: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string | null>(null);
  const onPage = new Set(order);
  const left = [...chosen].filter((id) => onPage.has(id));
  if (left.length < chosen.size) setChosen(new Set(left));
  return {
    has: (id) => chosen.has(id) && onPage.has(id),
    count: left.length,
    toggle: (id, isRange) => {
      const ids = isRange ? rowsBetween(order, last, id) : [id];
      setChosen(chosen.has(id) ? without(chosen, ids) : new Set([...chosen, ...ids]));
      setLast(id);
    },
    all: (isSelected) => setChosen(isSelected ? onPage : new Set()),
    drop: (ids) => setChosen((now) => without(now, ids)),
  };
}
