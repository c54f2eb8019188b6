import { type ReactNode, useEffect, useRef } from 'react';
import { create } from 'zustand';
import type { TextKey } from '../text.ts';
import type { IconName } from '../ui/icon-names.ts';
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

/** What Escape ends before it closes the room, the last that came first. */
export const useEscapes = create<readonly Run[]>(() => []);

/** Ends something by Escape for as long as there is something to end; null where there is not. */
export function useEscape(run: (() => void) | null): void {
  const latest = useRef(run);
  latest.current = run;
  const isOffered = run !== null;
  useEffect(() => {
    if (!isOffered) return;
    const end: Run = () => latest.current?.();
    useEscapes.setState((ends) => [...ends, end], true);
    return () => useEscapes.setState((ends) => ends.filter((one) => one !== end), true);
  }, [isOffered]);
}

/** Something that can be gone to by the palette, beside the commands. */
export interface PaletteEntry {
  id: string;
  name: string;
  /** Said beside the name, where there is more to know. */
  detail?: string;
  icon: IconName;
  /** Who it is, in place of the icon. */
  face?: ReactNode;
  /** Stands at the end of its row, as the mark of a channel. */
  mark?: ReactNode;
  run: () => void;
}

export interface PaletteSource {
  /** What its entries are called together. */
  group: TextKey;
  /** Everything that it knows now, in its own order. */
  entries: () => readonly PaletteEntry[];
  /** What is meant of several, where one is open, as its deeds say it behind their names; null where there is no other. */
  meant: () => string | null;
}

export const usePaletteSources = create<{ sources: readonly PaletteSource[] }>(() => ({ sources: [] }));

/** Puts what a page holds into the palette for as long as the page is on the screen. */
export function usePaletteSource(group: TextKey, entries: PaletteSource['entries'], meant?: PaletteSource['meant']): void {
  const latest = useRef({ entries, meant });
  latest.current = { entries, meant };
  useEffect(() => {
    const source: PaletteSource = { group, entries: () => latest.current.entries(), meant: () => latest.current.meant?.() ?? null };
    usePaletteSources.setState(({ sources }) => ({ sources: [...sources, source] }));
    return () => usePaletteSources.setState(({ sources }) => ({ sources: sources.filter((one) => one !== source) }));
  }, [group]);
}
