import { useCallback } from 'react';
import { create } from 'zustand';
import { keep, kept } from '../kept.ts';
import { keysOf, useBindings } from './bindings.ts';
import type { CommandId } from './command-table.ts';

const KEPT = 'shortcuts.single';

/** Whether a letter alone does something. Who dictates, or whose hands slip, can switch it off; kept in this browser (WCAG 2.1.4). */
export const useSingleKeys = create<{ isOn: boolean }>(() => ({ isOn: kept(KEPT) !== 'off' }));

export function setSingleKeys(isOn: boolean): void {
  useSingleKeys.setState({ isOn });
  keep(KEPT, isOn ? 'on' : 'off');
}

/** Does it begin with a letter, figure or mark by itself? Arrows, Escape and what goes with Ctrl or Cmd write nothing. */
export const isSingle = (keys: string): boolean => /^(?:shift\+)?\S(?: |$)/u.test(keys);

/** The keys of a command that work now, to be shown beside it: empty where there are none. */
export function useWorkingKeys(): (id: CommandId) => string {
  const bindings = useBindings();
  const { isOn } = useSingleKeys();
  return useCallback(
    (id) => {
      const keys = keysOf(bindings, id);
      return isOn || !isSingle(keys) ? keys : '';
    },
    [bindings, isOn],
  );
}
