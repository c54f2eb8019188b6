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
