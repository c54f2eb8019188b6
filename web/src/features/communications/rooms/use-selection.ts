import { useCallback, useMemo, useState } from 'react';

export interface Selection {
  /** Rows that are selected and still stand in the list. */
  readonly ids: ReadonlySet<string>;
  /** Rows are being selected: some are, or `begin` said so. */
  readonly isOn: boolean;
  begin: () => void;
  /** Something was selected since the list came. */
  readonly wasUsed: boolean;
  toggle: (row: string) => void;
  /** These too. */
  choose: (rows: readonly string[]) => void;
  /** All but these. */
  drop: (rows: readonly string[]) => void;
  clear: () => void;
}

/** Which of the rows of a list are selected, to do something with all of them. What leaves the list is selected no longer. */
export function useSelection(rows: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [on, setOn] = useState(false);
  const change = useCallback((into: (rows: Set<string>) => unknown) => {
    setChosen((before) => {
      const after = new Set(before);
      into(after);
      return after;
    });
  }, []);
  const toggle = useCallback((row: string) => change((rows) => rows.delete(row) || rows.add(row)), [change]);
  const choose = useCallback(
    (more: readonly string[]) =>
      change((rows) => {
        for (const id of more) rows.add(id);
      }),
    [change],
  );
  const drop = useCallback(
    (those: readonly string[]) => {
      setOn(false);
      change((rows) => {
        for (const id of those) rows.delete(id);
      });
    },
    [change],
  );
  const begin = useCallback(() => setOn(true), []);
  const clear = useCallback(() => {
    setChosen(new Set());
    setOn(false);
  }, []);
  const ids = useMemo(() => new Set(rows.filter((id) => chosen?.has(id))), [rows, chosen]);
  return { ids, isOn: on || ids.size > 0, begin, wasUsed: chosen !== null, toggle, choose, drop, clear };
}
