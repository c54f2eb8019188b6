import { useRef } from 'react';

export interface HeldOrder {
  readonly ids: readonly string[];
  /** Came while the order was held, and are not shown yet. */
  readonly fresh: number;
  /** The order would be another one by now. */
  readonly isBehind: boolean;
}

/**
 * The order of a list that stands still while somebody points at it or goes through it by keyboard: no row moves or goes
 * away under the pointer, and new ones wait. Released, it is the true one again.
 */
export function heldOrder(shown: readonly string[], latest: readonly string[], isHeld: boolean): HeldOrder {
  if (!isHeld || shown.length === 0) return { ids: latest, fresh: 0, isBehind: false };
  const held = new Set(shown);
  const heldRows = new Set(shown.map(rowOf));
  const fresh = latest.filter((id) => !heldRows.has(rowOf(id))).length;
  const stillThere = new Set(latest);
  const kept = shown.filter((id) => stillThere.has(id));
  const known = latest.filter((id) => held.has(id));
  return { ids: shown, fresh, isBehind: fresh > 0 || kept.some((id, i) => id !== known[i]) };
}

/** Entries are rows, or `list:row` where several lists stand below one another. */
const rowOf = (entry: string): string => entry.slice(entry.indexOf(':') + 1);

/** The same, remembering what is shown. `list` names the list: another one begins anew. */
export function useHeldOrder(list: string, latest: readonly string[], isHeld: boolean): HeldOrder {
  const shown = useRef<{ list: string; ids: readonly string[] }>({ list, ids: [] });
  const before = shown.current.list === list ? shown.current.ids : [];
  const order = heldOrder(before, latest, isHeld);
  shown.current = { list, ids: order.ids };
  return order;
}
