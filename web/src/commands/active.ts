import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import type { CommandId } from './command-table.ts';

/** How a command was given. */
export type Given = 'key' | 'palette';
export type Run = (given: Given) => void;

interface Registration {
  id: CommandId;
  run: Run;
}

/** What can be done now, in the order in which it came on the screen. */
export const useActive = create<{ registrations: readonly Registration[] }>(() => ({ registrations: [] }));

/** The innermost of those that offer it: a dialog's before its page's. */
export const activeRun = (id: CommandId): Run | undefined =>
  useActive.getState().registrations.findLast((registration) => registration.id === id)?.run;

/** Offers a command for as long as the component is on the screen; null while it cannot be done. */
export function useCommand(id: CommandId, run: Run | null): void {
  const latest = useRef(run);
  latest.current = run;
  const isOffered = run !== null;
  useEffect(() => {
    if (!isOffered) return;
    const registration: Registration = { id, run: (given) => latest.current?.(given) };
    useActive.setState(({ registrations }) => ({ registrations: [...registrations, registration] }));
    return () => useActive.setState(({ registrations }) => ({ registrations: registrations.filter((one) => one !== registration) }));
  }, [id, isOffered]);
}
