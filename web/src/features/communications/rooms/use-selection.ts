import { useCallback, useMemo, useState } from 'react';

export interface Selection {
  /** Rooms that are selected and still stand in the list. */
  readonly ids: ReadonlySet<string>;
  /** Rooms are being selected: some are, or `begin` said so. */
  readonly isOn: boolean;
  begin: () => void;
  /** Something was selected since the list came. */
  readonly wasUsed: boolean;
  toggle: (roomId: string) => void;
  /** These too. */
  choose: (roomIds: readonly string[]) => void;
  /** All but these. */
  drop: (roomIds: readonly string[]) => void;
  clear: () => void;
}

/** Which of the rooms of a list are selected, to do something with all of them. What leaves the list is selected no longer. */
export function useSelection(roomIds: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [on, setOn] = useState(false);
  const change = useCallback((into: (rooms: Set<string>) => unknown) => {
    setChosen((before) => {
      const after = new Set(before);
      into(after);
      return after;
    });
  }, []);
  const toggle = useCallback((roomId: string) => change((rooms) => rooms.delete(roomId) || rooms.add(roomId)), [change]);
  const choose = useCallback(
    (more: readonly string[]) =>
      change((rooms) => {
        for (const id of more) rooms.add(id);
      }),
    [change],
  );
  const drop = useCallback(
    (those: readonly string[]) => {
      setOn(false);
      change((rooms) => {
        for (const id of those) rooms.delete(id);
      });
    },
    [change],
  );
  const begin = useCallback(() => setOn(true), []);
  const clear = useCallback(() => {
    setChosen(new Set());
    setOn(false);
  }, []);
  const ids = useMemo(() => new Set(roomIds.filter((id) => chosen?.has(id))), [roomIds, chosen]);
  return { ids, isOn: on || ids.size > 0, begin, wasUsed: chosen !== null, toggle, choose, drop, clear };
}
