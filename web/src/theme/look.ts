import { useSyncExternalStore } from 'react';
import { create } from 'zustand';
import { keep, kept } from '../kept.ts';
import type { ThemeName } from './theme.ts';

export type Mode = 'light' | 'dark' | 'auto';
export type Density = 'comfortable' | 'compact';

interface Look {
  theme: ThemeName;
  mode: Mode;
  density: Density;
}

/** How this person likes the screen; kept in this browser, read by public/before-paint.js as well. */
export const useLook = create<Look>(() => ({
  theme: kept('theme') === 'telecom' ? 'telecom' : 'default',
  mode: modeOf(kept('mode')),
  density: kept('density') === 'compact' ? 'compact' : 'comfortable',
}));

function modeOf(text: string | null): Mode {
  return text === 'light' || text === 'dark' ? text : 'auto';
}

/** Changes part of the look, here and for the next visit. */
export function setLook(change: Partial<Look>): void {
  for (const [key, value] of Object.entries(change)) keep(key, value);
  useLook.setState(change);
}

const systemMode = () => window.matchMedia('(prefers-color-scheme: dark)');

/** Is the screen dark now, by choice or as the system has it? */
export function isDark(): boolean {
  const { mode } = useLook.getState();
  return mode === 'auto' ? systemMode().matches : mode === 'dark';
}

function onDark(listener: () => void): () => void {
  const system = systemMode();
  const stopLook = useLook.subscribe(listener);
  system.addEventListener('change', listener);
  return () => {
    stopLook();
    system.removeEventListener('change', listener);
  };
}

export const useDark = (): boolean => useSyncExternalStore(onDark, isDark, () => false);
