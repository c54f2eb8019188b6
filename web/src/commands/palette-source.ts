import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import type { TextKey } from '../text.ts';
import type { IconName } from '../ui/icon-names.ts';

/** Something that can be gone to by the palette, beside the commands. */
export interface PaletteEntry {
  id: string;
  name: string;
  /** Said beside the name, where there is more to know. */
  detail?: string;
  icon: IconName;
  run: () => void;
}

export interface PaletteSource {
  /** What its entries are called together. */
  group: TextKey;
  /** Everything that it knows now, in its own order. */
  entries: () => readonly PaletteEntry[];
}

export const usePaletteSources = create<{ sources: readonly PaletteSource[] }>(() => ({ sources: [] }));

/** Puts what a page holds into the palette for as long as the page is on the screen. */
export function usePaletteSource(group: TextKey, entries: () => readonly PaletteEntry[]): void {
  const latest = useRef(entries);
  latest.current = entries;
  useEffect(() => {
    const source: PaletteSource = { group, entries: () => latest.current() };
    usePaletteSources.setState(({ sources }) => ({ sources: [...sources, source] }));
    return () => usePaletteSources.setState(({ sources }) => ({ sources: sources.filter((one) => one !== source) }));
  }, [group]);
}
